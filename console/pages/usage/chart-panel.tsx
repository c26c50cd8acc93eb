// Usage by day or month, stacked by type; the table below it has the same numbers.

import { useTranslation } from 'react-i18next'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { StackedChart } from '../../frame/charts/stacked-chart.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { isOngoing } from './period.ts'
import classes from './usage.module.css'
import { usageSeries } from './usage-types.ts'
import { useDayText } from './use-day-text.ts'

interface ChartPanelProps {
  readonly summary: UsageSummaryJson
}

export function UsageChartPanel({ summary }: ChartPanelProps) {
  const { t } = useTranslation('usage')
  const show = useShow()
  const dayText = useDayText()
  const { items } = summary
  // Custom days may lie in the future: nothing is drawn for them.
  const ongoing = items.findIndex(({ group }) => isOngoing(group, Date.now()))
  const drawn = ongoing === -1 ? items : items.slice(0, ongoing + 1)
  const unfinished = items[ongoing]
  const utc = t('utc')
  return (
    <Panel
      title={t(summary.group_by === 'month' ? 'chart.month' : 'chart.day')}
      text={
        unfinished === undefined
          ? utc
          : `${utc} ${t('unfinished', { day: dayText.long(unfinished.group) })}`
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
      <StackedChart
        label={t('chart.label')}
        days={drawn.map(({ group }) => group)}
        isUnfinished={unfinished !== undefined}
        hasLabels={false}
        series={usageSeries.map(({ type, colour }) => ({
          name: t(`type.${type}`),
          colour,
          byDay: drawn.map(({ by_type: byType }) => byType[type].quantity),
        }))}
      />
    </Panel>
  )
}
