// What each scope lets a key do.

import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../frame/parts/panel.tsx'
import { scopes } from './key-scopes.ts'

export function ScopesPanel() {
  const { t } = useTranslation('keys')
  return (
    <Panel title={t('scopes.title')} text={t('scopes.text')}>
      <Stack component="ul" gap="xs" m={0} p={0}>
        {scopes.map((scope) => (
          <li key={scope} style={{ display: 'block' }}>
            <span className="svc-mono">{scope}</span>
            <Text size="sm" c="dimmed">
              {t(`scope.${scope}`)}
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
