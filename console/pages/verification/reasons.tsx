// Reasons of a declined or failed verification, and whether retrying can help.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReasonJson } from '../../../server/verifications/reason-json.ts'
import classes from './checks.module.css'

export function Reasons({ reasons }: { readonly reasons: readonly ReasonJson[] }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  if (reasons.length === 0) return null
  return (
    <ul className={classes.reasons} aria-label={t('detail.reasons')}>
      {reasons.map(({ code, retry_allowed: mayRetry }) => (
        <li key={code}>
          <Text size="sm" fw={500}>
            {tLabels(`reason.${code as 'face_mismatch'}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {tLabels(`retry.${mayRetry ? 'yes' : 'no'}`)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
