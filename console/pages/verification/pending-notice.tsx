// While there is no result: says so, and reads the verification again until there is one.

import { Group, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VerificationDetailJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useRead } from '../../api/use-api.ts'
import classes from './verification.module.css'

const everyMs = 4000

/** Looks at what the page looks at: once the result is there, the page shows it and this is gone. */
export function PendingNotice({ id }: { readonly id: string }) {
  const { t } = useTranslation('verifications')
  useRead<VerificationDetailJson>(`/verifications/${id}`, { everyMs })
  return (
    <Group gap="xs" wrap="nowrap" className={classes.pending} role="status">
      <IconClock size={18} aria-hidden />
      <Text size="sm">{t('detail.pending')}</Text>
    </Group>
  )
}
