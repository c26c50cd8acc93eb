// One's own account: who one is here, password, second factors, where one is signed in, language and theme.

import { Box, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/session.ts'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { LookPanel } from './look-panel.tsx'
import { NoticesPanel } from './notices-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function AccountPage() {
  const { t } = useTranslation('frame')
  const { member } = useMe()
  return (
    <Box maw={860}>
      <PageHeader
        title={t('pages.account')}
        text={`${member.name} · ${member.email} · ${t(`roles.${member.role}`)}`}
      />
      <Stack gap="lg">
        <FactorsPanel />
        <PasswordPanel />
        <SessionsPanel />
        <NoticesPanel />
        <LookPanel />
      </Stack>
    </Box>
  )
}
