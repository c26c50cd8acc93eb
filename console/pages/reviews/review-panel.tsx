// The review of a verification, as a tab of its page: why the case is here, how it stands, what is decided
// about it, what is written down, and what was before.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { tellDone } from '../../frame/parts/tell.ts'
import type { CasePartProps } from '../verification/case-parts.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionNotice } from './decision-notice.tsx'
import { FindingForm } from './finding-form.tsx'
import { LostNotice } from './lost-notice.tsx'
import { NoteForm } from './note-form.tsx'
import { ProposalNotice } from './proposal-notice.tsx'
import { type Desk, useDesk } from './review-desk.tsx'
import { ReviewHistory } from './review-history.tsx'
import classes from './reviews.module.css'
import { mayWork } from './standing.ts'
import { WhyHere } from './why-here.tsx'

export function ReviewPanel({ opened }: CasePartProps) {
  const state = useDesk()
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
      return <OpenReview desk={state.desk} />
  }
}

function OpenReview({ desk }: { readonly desk: Desk }) {
  const { review, standing, opened } = desk
  return (
    <Stack gap="lg" className={classes.work}>
      <LostNotice desk={desk} />
      <DecisionNotice desk={desk} />
      <WhyHere desk={desk} />
      <ProposalNotice desk={desk} />
      {mayWork(standing) && <DecisionForm desk={desk} />}
      {!opened.erased && <NoteForm desk={desk} />}
      {!opened.erased && mayWork(standing) && <FindingForm desk={desk} />}
      <ReviewHistory entries={review.entries} />
    </Stack>
  )
}

function NoReview({ opened: { id, status } }: Pick<CasePartProps, 'opened'>) {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
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
              onSuccess: () => tellDone(t('panel.asked'), tFrame('close')),
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
