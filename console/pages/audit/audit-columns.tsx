// Columns of the audit log; narrow windows show two.

import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { ActorName } from './actor-name.tsx'
import classes from './audit.module.css'
import { useActionWords } from './detail-words.ts'
import { AuditEntryDetails } from './entry-details.tsx'
import { SubjectName } from './subject-name.tsx'
import type { AuditFilterState } from './use-audit-filter.ts'

const tones = {
  failed: 'error',
  denied: 'declined',
} as const satisfies Record<Exclude<AuditEntryJson['outcome'], 'done'>, StatusTone>

const fromWidth = 1000

export function useAuditColumns(filter: AuditFilterState): readonly Column<AuditEntryJson>[] {
  const { t } = useTranslation('audit')
  return [
    {
      id: 'at',
      title: t('column.at'),
      show: (item) => (
        <span className={classes.time}>
          <Instant at={item.at} isExact />
        </span>
      ),
    },
    {
      id: 'actor',
      title: t('column.actor'),
      show: (item) => <ActorName actor={item.actor} />,
      width: 205,
      fromWidth,
    },
    {
      id: 'action',
      title: t('column.action'),
      show: (item) => <Action item={item} filter={filter} />,
    },
    {
      id: 'subject',
      title: t('column.subject'),
      show: ({ subject }) => subject && <SubjectName subject={subject} />,
      width: 190,
      fromWidth,
    },
    {
      id: 'outcome',
      title: t('column.outcome'),
      show: (item) => <Outcome item={item} />,
      width: 110,
      fromWidth,
    },
  ]
}

interface EntryProps {
  readonly item: AuditEntryJson
}

function Action({ item, filter }: EntryProps & { readonly filter: AuditFilterState }) {
  const actionOf = useActionWords()
  const { actor, subject, outcome } = item
  return (
    <div className={classes.entry}>
      <span className={classes.action}>{actionOf(item)}</span>
      <div className={classes.narrow}>
        <ActorName actor={actor} />
        {subject && <SubjectName subject={subject} />}
        {outcome !== 'done' && <Outcome item={item} />}
      </div>
      <AuditEntryDetails item={item} filter={filter} />
    </div>
  )
}

function Outcome({ item: { outcome } }: EntryProps) {
  const { t } = useTranslation('audit')
  if (outcome === 'done') return <span className={classes.done}>{t('outcome.done')}</span>
  return <StatusBadge tone={tones[outcome]} label={t(`outcome.${outcome}`)} />
}
