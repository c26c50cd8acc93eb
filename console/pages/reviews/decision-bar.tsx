// What can be done with the case, fixed at the bottom right whichever tab is open: what it will do is written
// on it. Nothing is sent before it was looked over: until then going back undoes it, and a closed tab of the
// browser leaves nothing half done.

import { useTranslation } from 'react-i18next'
import { useSending } from '../../api/use-api.ts'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import type { CasePartProps } from '../verification/case-parts.tsx'
import { useWayBack } from '../verification/way-back.ts'
import { BarActions } from './bar-actions.tsx'
import { BarText } from './bar-text.tsx'
import { type Desk, useDesk } from './review-desk.tsx'
import classes from './reviews.module.css'
import { type NextCase, useNextCase } from './use-next-case.ts'

/** The next case can be taken also before the review of this one is read, and where there is none. */
export function DecisionBar({ opened }: CasePartProps) {
  const { t } = useTranslation('reviews')
  const state = useDesk()
  const desk = state.kind === 'open' ? state.desk : undefined
  const taken = useNextCase({ environment: opened.environment, leaving: opened.review?.id })
  const sending = useSending()
  const next: NextCase = {
    ...taken,
    take() {
      if (sending.isNow()) return
      if (desk) desk.leave(taken.take)
      else taken.take()
    },
  }
  useShortcut('n', t('takeNext'), next.take)
  return desk ? <Bar desk={desk} next={next} /> : null
}

interface BarProps {
  readonly desk: Desk
  readonly next: NextCase
}

function Bar({ desk, next }: BarProps) {
  const { t } = useTranslation('reviews')
  useDecisionKeys(desk)
  useBackKey(desk)
  return (
    <section className={classes.bar} aria-label={t('bar.label')}>
      <BarText desk={desk} next={next} />
      <BarActions desk={desk} next={next} />
    </section>
  )
}

/** None of them sends anything: the last step is the button's, which has the focus then. */
function useDecisionKeys(desk: Desk): void {
  const { t } = useTranslation('reviews')
  const isAnswer = desk.standing.kind === 'to_answer'
  useShortcut('y', t('keys.yes'), () => desk.choose(isAnswer ? 'approve' : 'confirm'))
  useShortcut('x', t('keys.no'), () => desk.choose(isAnswer ? 'reject' : 'dispute'))
  useShortcut('w', t('panel.noteKey'), () => desk.want('note'))
  useShortcut('Ctrl+Enter', t('keys.check'), desk.lookOver)
}

/** One step back: out of the look over the decision, else to the list. While anything is being sent there is none. */
function useBackKey(desk: Desk): void {
  const { t } = useTranslation('reviews')
  const back = useWayBack()
  const sending = useSending()
  useShortcut('Escape', t('keys.back'), () => {
    if (sending.isNow()) return
    if (desk.isLookedOver) desk.goBack()
    else back.go()
  })
}
