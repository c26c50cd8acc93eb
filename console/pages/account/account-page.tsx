// My account: password, second factors, sessions, language and theme.

import { Box, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/session.ts'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { DirectoryPanel } from './directory-panel.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { NoticesPanel } from './notices-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountPage() {
  const { t } = useTranslation('frame')
  const { user } = useMe()
  return (
    <Box maw={860}>
      <PageHeader
        title={t('pages.account')}
        text={
          <>
            <bdi>{user.name}</bdi> · <bdi>{user.email}</bdi> · {t(`roles.${user.role}`)}
          </>
        }
      />
      <Stack gap="lg">
        <FactorsPanel />
        {user.source === 'local' ? <PasswordPanel /> : <DirectoryPanel />}
        <SessionsPanel />
        <NoticesPanel />
        <AppearancePanel />
      </Stack>
    </Box>
  )
}
