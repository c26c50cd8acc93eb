// Review tab of a verification: reason, proposal, decision, notes, findings and history.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { SeenBefore } from '../verification/seen-before.tsx'
import type { VerificationTabProps } from '../verification/verification-tab-props.ts'
import { ClaimLostNotice } from './claim-lost-notice.tsx'
import { mayWork } from './claim-status.ts'
import { DecisionForm } from './decision-form.tsx'
import { DecisionNotice } from './decision-notice.tsx'
import { FindingForm } from './finding-form.tsx'
import { NoteForm } from './note-form.tsx'
import { ProposalNotice } from './proposal-notice.tsx'
import { QualityCheckPanel } from './quality-check-panel.tsx'
import { ReviewCauses } from './review-causes.tsx'
import { type Editor, useEditor } from './review-editor.tsx'
import { ReviewHistoryList } from './review-history.tsx'

export function ReviewPanel({ opened }: VerificationTabProps) {
  const state = useEditor()
  switch (state.kind) {
    case 'none':
      return <NoReview opened={opened} />
    case 'reading':
      return (
        <Stack gap="md" aria-busy="true">
          <Skeleton h={20} w="60%" />
          <Skeleton h={64} />
          <Skeleton h={120} />
        </Stack>
      )
    case 'unknown':
      return <ErrorState error={state.error} onRetry={state.retry} />
    case 'open':
      return <OpenReview editor={state.editor} />
  }
}

function OpenReview({ editor }: { readonly editor: Editor }) {
  const { review, claimStatus, opened } = editor
  const check = opened.quality_check
  if (claimStatus.kind === 'hidden' && check !== null) {
    return (
      <Stack gap="lg">
        <QualityCheckPanel key={check.id} editor={editor} check={check} />
        <ReviewCauses {...{ review, opened }} />
        <SeenBefore opened={opened} />
      </Stack>
    )
  }
  return (
    <Stack gap="lg">
      <ClaimLostNotice editor={editor} />
      <DecisionNotice {...{ review, opened }} isDecided={editor.isDecided} />
      <ProposalNotice editor={editor} />
      {mayWork(claimStatus) && <DecisionForm editor={editor} />}
      <ReviewCauses {...{ review, opened }} />
      <SeenBefore opened={opened} />
      {!opened.erased && <NoteForm editor={editor} />}
      {!opened.erased && mayWork(claimStatus) && <FindingForm editor={editor} />}
      <ReviewHistoryList entries={review.entries} />
    </Stack>
  )
}

function NoReview({ opened: { id, status } }: Pick<VerificationTabProps, 'opened'>) {
  const { t } = useTranslation('reviews')
  const path = `/verifications/${id}`
  const ask = useChange<void>(() => ({ path: `${path}/review`, method: 'POST', json: {} }), {
    touches: ['/reviews', path],
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{t('panel.none')}</Text>
      {status === 'pending' ? (
        <Text c="dimmed">{t('panel.nonePending')}</Text>
      ) : (
        <Button
          variant="default"
          loading={ask.isPending}
          onClick={() =>
            ask.mutate(undefined, {
              onSuccess: () => notifyDone(t('panel.asked')),
            })
          }
        >
          {t('panel.ask')}
        </Button>
      )}
      {ask.error && <ErrorState error={ask.error} />}
    </Stack>
  )
}
