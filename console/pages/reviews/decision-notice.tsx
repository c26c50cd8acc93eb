// The decision of a closed review: who, why, and what it does and does not change.

import { Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'

interface DecisionNoticeProps extends Pick<Editor, 'review' | 'opened'> {
  /** The user decided it on this page. */
  readonly isDecided?: boolean
}

export function DecisionNotice({ review, opened, isDecided = false }: DecisionNoticeProps) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const place = useRef<HTMLElement>(null)
  const { decision, entries } = review
  const isNew = isDecided && decision !== null
  useEffect(() => {
    // What was just decided may stand where the form was scrolled away.
    if (isNew) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  if (decision === null) return null
  const { outcome, decided_by: by, approved_by: second, reasons } = decision
  const note = entries.findLast(({ kind }) => kind === 'decided' || kind === 'proposed')?.note
  const at = show.instant(decision.at)
  const who = { name: by.name, second: second?.name, at }
  const status = tLabels(`status.${opened.status}`)
  return (
    <section ref={place} className={classes.notice} data-outcome={outcome} data-in-sight>
      <Title order={2}>{tLabels(`reviewOutcome.${outcome}`)}</Title>
      <Text size="sm">{t(second === null ? 'panel.decidedBy' : 'panel.decidedByTwo', who)}</Text>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{tLabels(`reviewReason.${reason}`)}</li>
        ))}
      </ul>
      {note && (
        <blockquote dir="auto" className={classes.quote}>
          {note}
        </blockquote>
      )}
      <Text size="sm">{t(`panel.follows.${outcome}`, { status })}</Text>
    </section>
  )
}
