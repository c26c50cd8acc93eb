// What the user decided and proposed, with what became of it, and the proposals that they answered.

import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OwnDecisionJson } from '../../../server/reviews/own-work-json.ts'
import { useList } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { type Column, ListTable } from '../../frame/lists/list-table.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useShow } from '../../words/show.ts'
import classes from './queue.module.css'
import { VerificationName } from './verification-name.tsx'

export function MyDecisionsPage() {
  const { t } = useTranslation('reviews')
  const { environment } = useEnvironment()
  const list = useList<OwnDecisionJson>('/reviews/decisions', { environment })
  const columns = useColumns()
  return (
    <>
      <PagePlace
        title={t('history.title')}
        name={t('history.title')}
        above={[{ title: t('title'), to: '/reviews' }]}
      />
      <PageHeader title={t('history.title')} text={t('history.text')} />
      <ListTable
        list={list}
        columns={columns}
        label={t('history.title')}
        linkOf={(item) => `/verifications/${item.verification_id}?tab=review`}
        empty={
          <EmptyState text={t('history.empty')}>
            <Button component={Link} to="/reviews" variant="default">
              {t('history.toQueue')}
            </Button>
          </EmptyState>
        }
      />
    </>
  )
}

function useColumns(): readonly Column<OwnDecisionJson>[] {
  const { t } = useTranslation('reviews')
  return [
    {
      id: 'case',
      title: t('columns.case'),
      show: (item) => <VerificationName {...item} />,
    },
    { id: 'outcome', title: t('history.columns.outcome'), show: (item) => <Outcome item={item} /> },
    {
      id: 'at',
      title: t('history.columns.at'),
      show: (item) => <Instant at={actedAtOf(item)} />,
      fromWidth: 600,
    },
    {
      id: 'result',
      title: t('history.columns.result'),
      show: (item) => <Result item={item} />,
      fromWidth: 900,
    },
    {
      id: 'worked',
      title: t('history.columns.worked'),
      show: (item) => <Worked item={item} />,
      align: 'end',
      fromWidth: 900,
    },
  ]
}

interface CellProps {
  readonly item: OwnDecisionJson
}

/** In narrow windows it also holds the values of hidden columns. */
function Outcome({ item }: CellProps) {
  const { t: tLabels } = useTranslation('labels')
  return (
    <>
      {tLabels(`reviewOutcome.${item.outcome}`)}
      <span className={classes.under}>
        <Text component="span" inherit display="block">
          <Result item={item} />
        </Text>
        <Instant at={actedAtOf(item)} />
      </span>
    </>
  )
}

/** When the user themself decided, proposed or answered. */
function actedAtOf({ at, proposer, answered_at: answeredAt }: OwnDecisionJson): string {
  return proposer === null ? at : (answeredAt ?? at)
}

/** With the time of what the other user did. */
function Result({ item }: CellProps) {
  const { t } = useTranslation('reviews')
  const { result, proposer, second, at, answered_at: answeredAt } = item
  const isAnswer = proposer !== null && (result === 'approved' || result === 'rejected')
  return (
    <span className="svc-typed">
      {isAnswer
        ? t(`history.answered.${result}`, { name: proposer.name })
        : t(`history.result.${result}`, { name: second?.name ?? '' })}
      {answeredAt !== null && (
        <Text component="span" size="xs" c="dimmed" display="block">
          {isAnswer && `${t('history.proposed')} `}
          <Instant at={isAnswer ? at : answeredAt} />
        </Text>
      )}
    </span>
  )
}

function Worked({ item: { worked_seconds: seconds, proposer } }: CellProps) {
  const { t } = useTranslation('reviews')
  const show = useShow()
  if (proposer !== null) return '–'
  if (seconds === 0) return t('history.underSecond')
  return seconds === null ? t('history.unknownTime') : show.duration(seconds * 1000)
}
