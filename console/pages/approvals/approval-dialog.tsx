// One approval request: its facts, its status and, for approvers, the decision.

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalJson } from '../../../server/approvals/approval-json.ts'
import { useMe } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { ApprovalBadge } from './approval-columns.tsx'
import { ApprovalFactList } from './approval-facts.tsx'
import { ExportButton } from './export-button.tsx'

interface ApprovalDialogProps {
  readonly item: ApprovalJson
  readonly onClose: () => void
}

export function ApprovalDialog({ item, onClose }: ApprovalDialogProps) {
  const { t } = useTranslation('approvals')
  const { t: tFrame } = useTranslation('frame')
  const { t: tVerifications } = useTranslation('verifications')
  const [note, setNote] = useState('')
  const settle = useSettle(item, (state) => {
    onClose()
    notifyDone(t(`done.${state}`))
  })
  const decide = (decision: Decision) => settle.mutate({ decision, note })
  return (
    <Dialog isOpen onClose={onClose} title={t(`kind.${item.kind}`)} size={560}>
      <Stack gap="md">
        <Status item={item} />
        <ApprovalFactList item={item} />
        {mayErase(item) && <Text size="sm">{tVerifications('retention.destroys')}</Text>}
        {item.may_decide && (
          <Textarea
            label={t('note')}
            description={t('noteHint')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
        )}
        {settle.error && <ErrorState error={settle.error} />}
        <DialogEnding>
          <Button variant="default" disabled={settle.isPending} onClick={onClose}>
            {tFrame('cancel')}
          </Button>
          {item.may_withdraw && (
            <Button
              color="red"
              loading={settle.isPending}
              onClick={() => settle.mutate('withdraw')}
            >
              {t('withdraw')}
            </Button>
          )}
          {item.may_decide && (
            <DecisionButtons item={item} isBusy={settle.isPending} decide={decide} />
          )}
          <ExportButton item={item} onDone={onClose} />
        </DialogEnding>
      </Stack>
    </Dialog>
  )
}

function mayErase({ kind, may_decide: mayDecide, approval_bar: bar }: ApprovalJson): boolean {
  return kind === 'verification_erasure' && mayDecide && bar === null
}

interface DecisionButtonsProps {
  readonly item: ApprovalJson
  readonly isBusy: boolean
  readonly decide: (decision: Decision) => void
}

function DecisionButtons({ item, isBusy, decide }: DecisionButtonsProps) {
  const { t } = useTranslation('approvals')
  return (
    <>
      <Button color="red" variant="default" disabled={isBusy} onClick={() => decide('refuse')}>
        {t('refuse')}
      </Button>
      {item.approval_bar === null && (
        <Button
          color={mayErase(item) ? 'red' : 'accent'}
          loading={isBusy}
          onClick={() => decide('approve')}
        >
          {t(mayErase(item) ? 'approveErasure' : 'approve')}
        </Button>
      )}
    </>
  )
}

type Decision = 'approve' | 'refuse'
type Wanted = 'withdraw' | { readonly decision: Decision; readonly note: string }

/** Reads keys, users, webhooks and verifications again, which the decision may have changed. */
function useSettle(
  { id }: ApprovalJson,
  onDone: (state: 'approved' | 'refused' | 'withdrawn') => void,
) {
  const change = useChange<Wanted, ApprovalJson>(
    (wanted) =>
      wanted === 'withdraw'
        ? { path: `/approvals/${id}/withdraw`, method: 'POST', json: {} }
        : { path: `/approvals/${id}/decide`, method: 'POST', json: wanted },
    { touches: ['/approvals', '/keys', '/users', '/webhooks', '/verifications'] },
  )
  const mutate = (wanted: Wanted) =>
    change.mutate(wanted, {
      onSuccess({ state }) {
        if (state === 'approved' || state === 'refused' || state === 'withdrawn') onDone(state)
      },
    })
  return { mutate, error: change.error, isPending: change.isPending }
}

function Status({ item }: { readonly item: ApprovalJson }) {
  const { t } = useTranslation('approvals')
  const { user: me } = useMe()
  const { requested_by: by, state } = item
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <ApprovalBadge item={item} />
        <Text size="sm">
          {t('column.by')} {by.name || t('unknown')} · <Instant at={item.requested_at} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        <Outcome item={item} />
      </Text>
      {item.note !== null && (
        <Text size="sm">
          {t('note')}: {item.note}
        </Text>
      )}
      {item.approval_bar !== null && (
        <Text size="sm">{t(`bar.${item.approval_bar}`, { name: by.name || t('unknown') })}</Text>
      )}
      {state === 'pending' && by.id === me.id && (
        <Text size="sm" c="dimmed">
          {t('own')}
        </Text>
      )}
    </Stack>
  )
}

function Outcome({ item }: { readonly item: ApprovalJson }) {
  const { t } = useTranslation('approvals')
  const { state, decided_by: by, decided_at: at, usable_until: usableUntil } = item
  if (state === 'pending') {
    return (
      <>
        {t('until')} <Instant at={item.expires_at} />
      </>
    )
  }
  if (state === 'withdrawn' || state === 'expired' || at === null) return t(`state.${state}`)
  const name = by?.name || t('unknown')
  return (
    <>
      {by === null ? t('by.nobody') : t(`by.${state}`, { name })} · <Instant at={at} />
      {state === 'approved' && usableUntil !== null && (
        <>
          {' · '}
          {t('usable')} <Instant at={usableUntil} />
        </>
      )}
    </>
  )
}
