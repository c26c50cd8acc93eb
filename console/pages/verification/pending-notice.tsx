// Shown while there is no result; reads the verification again until there is one.

import { Group, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useRead } from '../../api/use-api.ts'
import classes from './verification.module.css'

const everyMs = 4000

/** Shares the query of the page: once the result arrives, the page shows it and this disappears. */
export function PendingNotice({ id }: { readonly id: string }) {
  const { t } = useTranslation('verifications')
  const { data } = useRead<VerificationScreenJson>(`/verifications/${id}`, { everyMs })
  // A pending verification has a review only where staff decide it.
  const isStaffs = data?.review != null
  return (
    <Group gap="xs" wrap="nowrap" className={classes.pending} role="status">
      <IconClock size={18} aria-hidden />
      <Text size="sm">{t(isStaffs ? 'detail.pendingStaff' : 'detail.pending')}</Text>
    </Group>
  )
}
