// Layout of the sign-in pages: logo, one card, language and theme.

import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '../../frame/language-menu.tsx'
import { Mark } from '../../frame/mark.tsx'
import { ThemeMenu } from '../../frame/theme-menu.tsx'
import { titled } from '../../frame/use-page-title.ts'
import classes from './sign-in.module.css'

interface SignInLayoutProps {
  readonly title: string
  readonly text?: ReactNode
  readonly width?: number
  readonly children: ReactNode
}

export function SignInLayout({ title, text, width = 420, children }: SignInLayoutProps) {
  const { t } = useTranslation('signIn')
  useEffect(() => {
    document.title = titled(title)
  }, [title])
  return (
    <div className={classes.door}>
      <header className={classes.bar}>
        <Group gap={10}>
          <Mark />
          <Text fw={650} size="lg">
            svc
          </Text>
        </Group>
        <Group gap={4}>
          <LanguageMenu />
          <ThemeMenu />
        </Group>
      </header>
      <main className={classes.main}>
        <Paper withBorder radius="lg" w="100%" maw={width} className={classes.card}>
          <Stack gap="lg">
            <Box>
              <Title order={1}>{title}</Title>
              {text !== undefined && (
                <Text c="dimmed" mt={4} component="div">
                  {text}
                </Text>
              )}
            </Box>
            {children}
          </Stack>
        </Paper>
      </main>
      <footer className={classes.foot}>
        <Text size="xs" c="dimmed">
          {t('foot')}
        </Text>
      </footer>
    </div>
  )
}
