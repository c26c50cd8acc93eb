// What the decision bar says: how the case stands and, once something is chosen, what sending it will do.

import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { hasCode } from '../../api/refusal.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { type DoneText, useDoneText } from './done-text.ts'
import { isWhole } from './draft.ts'
import type { Desk } from './review-desk.tsx'
import classes from './reviews.module.css'
import { isMine } from './standing.ts'
import { useStandingText } from './standing-text.ts'
import type { NextCase } from './use-next-case.ts'

export interface BarTextProps {
  readonly desk: Desk
  readonly next: NextCase
}

export function BarText({ desk, next }: BarTextProps) {
  const { t } = useTranslation('reviews')
  const standing = useStandingText()(desk)
  const will = useWillText(desk)
  const done = useDoneText(desk)
  const isAsked = desk.isChosen
  if (done !== undefined && !isAsked) return <Done done={done} desk={desk} next={next} />
  return (
    <div className={classes.said}>
      {isAsked && (
        <Text fw={550} role="status">
          {isWhole(desk.choice) ? will : t('bar.missingReason')}
        </Text>
      )}
      <Text size="sm" {...(isAsked ? { c: 'dimmed' } : {})}>
        {desk.isLookedOver ? t('bar.notSent') : standing}
      </Text>
      <Trouble desk={desk} next={next} />
    </div>
  )
}

function Done({ done, desk, next }: BarTextProps & { readonly done: DoneText }) {
  return (
    <div className={classes.said}>
      <Text fw={550} role="status" className={classes.done}>
        <IconCircleCheck size={18} aria-hidden />
        {done.happened}
      </Text>
      <Text size="sm" c="dimmed">
        {done.next}
      </Text>
      <Trouble desk={desk} next={next} />
    </div>
  )
}

/** Conflicts whose reason can be seen in how the case stands by now are not told twice. */
function Trouble({ desk, next }: BarTextProps) {
  const { claim, release, send, standing } = desk
  const error = send.error ?? claim.error ?? release.error ?? next.error
  if (error === null) return null
  const isSeen = !isMine(standing) && standing.kind !== 'to_answer'
  return hasCode(error, 'conflict') && isSeen ? null : <ErrorState error={error} />
}

function useWillText({ choice, standing }: Desk): string {
  const { t } = useTranslation('reviews')
  const codes = useRead<ReviewCodesJson>('/reviews/codes').data
  switch (choice.kind) {
    case 'none':
      return ''
    case 'decide': {
      const { outcome, checkerId } = choice
      const isProposal = checkerId !== undefined || codes?.second_person[outcome] === true
      return t(isProposal ? `bar.willPropose.${outcome}` : `bar.willClose.${outcome}`)
    }
    case 'approve':
    case 'reject': {
      if (standing.kind !== 'to_answer') return ''
      const { outcome, by } = standing.proposal
      if (choice.kind === 'reject') return t('bar.willReject', { name: by.name })
      return t(`bar.willApprove.${outcome}`)
    }
  }
}
