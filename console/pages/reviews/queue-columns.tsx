// What the queue says of each case: what it is, why it is here, since when, and who has to do with it.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QueuedReviewJson } from '../../../server/reviews/review-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useShow } from '../../words/show.ts'
import classes from './queue.module.css'
import type { QueueView } from './queue-filter.tsx'
import { useWhoText } from './who-text.ts'

export function useQueueColumns(view: QueueView): readonly Column<QueuedReviewJson>[] {
  const { t } = useTranslation('reviews')
  const { t: tCases } = useTranslation('cases')
  const isClosed = view === 'closed'
  return [
    { id: 'case', title: t('columns.case'), show: (item) => <Name item={item} /> },
    {
      id: 'status',
      title: t('columns.status'),
      show: (item) => (
        <>
          <StatusBadge
            tone={item.verification.status}
            label={tCases(`detail.status.${item.verification.status}`)}
          />
          <span className={classes.under}>
            <Since item={item} />
          </span>
        </>
      ),
      width: 170,
    },
    {
      id: 'causes',
      title: t('columns.causes'),
      show: (item) => <Causes item={item} />,
      fromWidth: 600,
    },
    {
      id: 'since',
      title: t(isClosed ? 'columns.closed' : 'columns.since'),
      show: (item) => <Since item={item} />,
      width: 130,
      fromWidth: 600,
    },
    ...(view === 'open'
      ? []
      : [
          {
            id: 'outcome',
            title: t('columns.outcome'),
            show: (item: QueuedReviewJson) => <OutcomeText item={item} />,
            width: 170,
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

function Since({ item: { decision, created_at: since } }: CellProps) {
  return <Instant at={decision?.at ?? since} isRelative />
}

function Name({ item }: CellProps) {
  const { t, i18n } = useTranslation('reviews')
  const { external_ref: reference, country, id_type: type } = item.verification
  const id = item.verification_id
  const countryName = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(country)
  return (
    <span className={classes.name}>
      {reference ?? <span className="svc-mono">{`${id.slice(0, 8)}…${id.slice(-4)}`}</span>}
      <Text component="span" size="xs" c="dimmed" fw={400} display="block">
        {[t(`document.${type}`), countryName ?? country].join(' · ')}
      </Text>
    </span>
  )
}

function Causes({ item }: CellProps) {
  const { t } = useTranslation('reviews')
  return (
    <span className={classes.causes}>
      {item.causes.map((cause) => (
        <span key={cause} className={classes.cause}>
          {t(`cause.${cause}`)}
        </span>
      ))}
    </span>
  )
}

function OutcomeText({ item: { proposal, decision } }: CellProps) {
  const { t } = useTranslation('reviews')
  const outcome = (decision ?? proposal)?.outcome
  return outcome === undefined ? '' : t(`outcome.${outcome}`)
}

function Who({ item }: CellProps) {
  const { t } = useTranslation('reviews')
  const show = useShow()
  const lines = useWhoText(show)(item)
  if (lines.length === 0) {
    return (
      <Text c="dimmed" fz={13}>
        {t('who.nobody')}
      </Text>
    )
  }
  return lines.map((line) => (
    <Text key={line} component="span" fz={13} display="block">
      {line}
    </Text>
  ))
}
