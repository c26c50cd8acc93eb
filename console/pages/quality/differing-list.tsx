// Decisions that a second reviewer did not share, both side by side.

import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DifferingCheckJson } from '../../../server/console-api/quality/quality-json.ts'
import { useList } from '../../api/use-api.ts'
import { type Column, ListTable } from '../../frame/lists/list-table.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import classes from './quality.module.css'

export function DifferingList({ environment }: { readonly environment: string }) {
  const { t } = useTranslation('quality')
  const list = useList<DifferingCheckJson>('/quality/differing', { environment })
  const columns: readonly Column<DifferingCheckJson>[] = [
    {
      id: 'verification',
      title: t('differing.verification'),
      width: 128,
      show: (one) => (
        <span className={`svc-mono ${classes.id}`}>{shortId(one.verification_id)}</span>
      ),
    },
    {
      id: 'kind',
      title: t('differing.kind'),
      width: 120,
      fromWidth: 700,
      show: (one) => t(one.is_other_outcome ? 'differing.outcome' : 'differing.reasons'),
    },
    {
      id: 'decisions',
      title: t('differing.decisions'),
      show: ({ first, second }) => (
        <div className={classes.sides}>
          <Decision name={t('differing.first')} decision={first} />
          <Decision name={t('differing.second')} decision={second} />
        </div>
      ),
    },
  ]
  return (
    <div>
      <Title order={2}>{t('differing.title')}</Title>
      <Text c="dimmed" size="sm" mb="xs">
        {t('differing.text')}
      </Text>
      <ListTable
        list={list}
        columns={columns}
        label={t('differing.title')}
        linkOf={(one) => `/verifications/${one.verification_id}?tab=review`}
        empty={<EmptyState text={t('differing.empty')} />}
      />
    </div>
  )
}

interface DecisionProps {
  readonly name: string
  readonly decision: DifferingCheckJson['first']
}

function Decision({ name, decision: { outcome, reasons, by, at } }: DecisionProps) {
  const { t: tLabels } = useTranslation('labels')
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      {outcome !== null && <Text size="sm">{tLabels(`reviewOutcome.${outcome}`)}</Text>}
      <Text size="xs">
        {reasons.map((reason) => tLabels(`reviewReason.${reason}`)).join(' · ')}
      </Text>
      <Text size="xs" c="dimmed" className="svc-typed">
        {by.name} · <Instant at={at} />
      </Text>
    </div>
  )
}
