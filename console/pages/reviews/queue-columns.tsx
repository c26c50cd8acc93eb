// Columns of the review queue.

import { Text } from '@mantine/core'
import { IconHourglass, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QueueView } from '../../../server/reviews/review.ts'
import type { QueuedReviewJson } from '../../../server/reviews/review-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useConcernText } from './concern-text.ts'
import { concernsOf } from './concerns.ts'
import { DueText } from './due-text.tsx'
import classes from './queue.module.css'
import { useReviewerText } from './reviewer-text.ts'
import { VerificationName } from './verification-name.tsx'

export function useQueueColumns(view: QueueView): readonly Column<QueuedReviewJson>[] {
  const { t } = useTranslation('reviews')
  const isClosed = view === 'closed'
  return [
    { id: 'case', title: t('columns.case'), show: (item) => <VerificationName {...item} /> },
    {
      id: 'status',
      title: t('columns.status'),
      show: (item) => <Status item={item} />,
      width: 150,
    },
    {
      id: 'points',
      title: t('columns.points'),
      show: (item) => <Concerns item={item} />,
      width: 214,
      fromWidth: 600,
    },
    {
      id: 'since',
      title: t(isClosed ? 'columns.closed' : 'columns.since'),
      show: (item) => <Since item={item} />,
      width: isClosed ? 120 : 230,
      fromWidth: 600,
    },
    ...(view === 'open'
      ? []
      : [
          {
            id: 'outcome',
            title: t(isClosed ? 'columns.outcome' : 'columns.proposed'),
            show: (item: QueuedReviewJson) => <OutcomeText item={item} />,
            width: 160,
            fromWidth: 900,
          },
        ]),
    {
      id: 'who',
      title: t('columns.who'),
      show: (item) => <Who item={item} />,
      fromWidth: 1100,
    },
  ]
}

interface CellProps {
  readonly item: QueuedReviewJson
}

function Since({ item }: CellProps) {
  return (
    <>
      <Instant at={item.decision?.at ?? item.created_at} isRelative />
      <DueText review={item} />
    </>
  )
}

/** In narrow windows it also holds the values of hidden columns. */
function Status({ item }: CellProps) {
  const { t: tLabels } = useTranslation('labels')
  const { status } = item.verification
  return (
    <>
      <StatusBadge tone={status} label={tLabels(`status.${status}`)} />
      <span className={classes.outcome}>
        <OutcomeText item={item} />
      </span>
      <span className={classes.under}>
        <Concerns item={item} />
        <Since item={item} />
      </span>
    </>
  )
}

/** The most important concern stands out; the reviewer follows where that column is hidden. */
function Concerns({ item }: CellProps) {
  const textOf = useConcernText()
  const [first, ...others] = concernsOf(item).map((concern) => textOf(concern))
  return (
    <>
      {first && (
        <Text component="span" fz={13} fw={500} display="block">
          {first}
        </Text>
      )}
      {others.length > 0 && (
        <Text component="span" size="xs" c="dimmed" display="block">
          {others.join(' · ')}
        </Text>
      )}
      <span className={classes.beside}>
        <Who item={item} />
      </span>
    </>
  )
}

function OutcomeText({ item: { proposal, decision, is_decision_hidden: isHidden } }: CellProps) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const outcome = (decision ?? proposal)?.outcome
  if (isHidden) return t('quality.hidden')
  if (outcome === undefined) return ''
  return decision === null ? t(`proposes.${outcome}`) : tLabels(`reviewOutcome.${outcome}`)
}

const icons = { waits: IconHourglass, kept: IconHourglass, holds: IconUser } as const

function Who({ item }: CellProps) {
  const lines = useReviewerText()(item)
  return lines.map(({ kind, text, isTurn }) => {
    const Icon =
      kind === 'answers' || kind === 'decided' || kind === 'assigned' ? undefined : icons[kind]
    return (
      <span key={text} className={classes.who} data-turn={isTurn || undefined}>
        {Icon && <Icon size={14} aria-hidden />}
        {text}
      </span>
    )
  })
}
