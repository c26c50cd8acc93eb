// Columns of the list of approval requests.

import { Box, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApprovalJson } from '../../../server/approvals/approval-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import narrow from '../../frame/lists/narrow.module.css'
import { Instant } from '../../frame/parts/instant.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'

const tones: Readonly<Record<ApprovalJson['state'], StatusTone>> = {
  pending: 'pending',
  approved: 'approved',
  refused: 'declined',
  withdrawn: 'neutral',
  expired: 'neutral',
  used: 'approved',
}

export function useApprovalColumns(): readonly Column<ApprovalJson>[] {
  const { t } = useTranslation('approvals')
  return [
    { id: 'what', title: t('column.what'), show: (item) => <What item={item} /> },
    {
      id: 'by',
      title: t('column.by'),
      show: (item) => item.requested_by.name || t('unknown'),
      width: 190,
      fromWidth: 700,
    },
    {
      id: 'at',
      title: t('column.at'),
      show: (item) => <Instant at={item.requested_at} isRelative />,
      width: 150,
      fromWidth: 900,
    },
    {
      id: 'state',
      title: t('column.state'),
      show: (item) => <ApprovalBadge item={item} />,
      width: 130,
      fromWidth: 500,
    },
  ]
}

export function ApprovalBadge({ item: { state } }: { readonly item: ApprovalJson }) {
  const { t } = useTranslation('approvals')
  return <StatusBadge tone={tones[state]} label={t(`state.${state}`)} />
}

/** What the request is about; undefined where only its facts together describe it. */
export function subjectOf({ facts }: ApprovalJson): string | undefined {
  if ('name' in facts) return facts.name
  return 'verification_id' in facts ? shortId(facts.verification_id) : undefined
}

/** In narrow windows it also holds the values of hidden columns. */
function What({ item }: { readonly item: ApprovalJson }) {
  const { t } = useTranslation('approvals')
  const about = subjectOf(item)
  const isVerification = item.kind === 'verification_erasure'
  return (
    <>
      <Text component="span" size="sm" fw={500} display="block">
        {t(`kind.${item.kind}`)}
      </Text>
      {about !== undefined && (
        <Text component="span" size="sm" c="dimmed" display="block">
          <span className={isVerification ? 'svc-mono svc-short' : undefined}>{about}</span>
        </Text>
      )}
      <Text component="span" size="xs" c="dimmed" className={narrow.until700 ?? ''}>
        {t('column.by')} {item.requested_by.name || t('unknown')}
      </Text>
      <Text component="span" size="xs" c="dimmed" className={narrow.until900 ?? ''}>
        <Instant at={item.requested_at} isRelative />
      </Text>
      <Box mt={4} className={narrow.until500 ?? ''}>
        <ApprovalBadge item={item} />
      </Box>
    </>
  )
}
