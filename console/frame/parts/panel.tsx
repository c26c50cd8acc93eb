// A titled section of a page on a surface of its own.

import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Panel({ title, text, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        {/* A title alone leaves a badge beside it its room in narrow windows. */}
        <Box miw={0} flex={text === undefined ? '1 1 auto' : '1 1 220px'}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text !== undefined && (
            <Text c="dimmed" size="sm" maw={640}>
              {text}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  )
}
