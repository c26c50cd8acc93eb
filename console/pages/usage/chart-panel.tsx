// Usage chart; its code is loaded on demand.

import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { isOngoing } from './period.ts'
import classes from './usage.module.css'
import { usageSeries } from './usage-types.ts'
import { useDayText } from './use-day-text.ts'

const UsageChart = lazy(async () => ({
  default: (await import('./usage-chart.tsx')).UsageChart,
}))

interface ChartPanelProps {
  readonly summary: UsageSummaryJson
}

export function UsageChartPanel({ summary }: ChartPanelProps) {
  const { t } = useTranslation('usage')
  const show = useShow()
  const dayText = useDayText()
  // Not always the last: custom days may lie in the future.
  const ongoing = summary.items.find(({ group }) => isOngoing(group, Date.now()))
  const utc = t('utc')
  return (
    <Panel
      title={t(summary.group_by === 'month' ? 'chart.month' : 'chart.day')}
      text={
        ongoing === undefined
          ? utc
          : `${utc} ${t('unfinished', { day: dayText.long(ongoing.group) })}`
      }
    >
      <ul className={classes.key}>
        {usageSeries.map(({ type, colour }) => (
          <li key={type}>
            <span className={classes.mark} style={{ background: colour }} />
            {t(`type.${type}`)}{' '}
            <span className="svc-number">{show.number(summary.totals.by_type[type].quantity)}</span>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton h={220} />}>
        <UsageChart summary={summary} />
      </Suspense>
    </Panel>
  )
}
