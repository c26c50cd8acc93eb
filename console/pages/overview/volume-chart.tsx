// Bar chart of verifications per day, stacked by status.

import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { chartHeight, chartPlace, roundTop } from './chart-place.ts'
import classes from './charts.module.css'
import { EndLabels } from './end-labels.tsx'
import { stackedStatuses } from './stacked-statuses.ts'

export function VolumeChart({ overview: { days, figures } }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const rows = days.map((day, index) => ({
    day: show.day(day),
    ...Object.fromEntries(
      stackedStatuses.map((status) => [status, figures[status].by_day[index] ?? 0]),
    ),
  }))
  const top = roundTop(Math.max(...days.map((_, index) => heightOf(figures, index))))
  return (
    <div className={classes.plot} role="img" aria-label={t('volume.label')}>
      <BarChart
        className={classes.chart ?? ''}
        h={chartHeight}
        type="stacked"
        data={rows}
        dataKey="day"
        series={stackedStatuses.map((name) => ({
          name,
          label: t(`figures.${name}`),
          color: toneFill(name),
        }))}
        accessibilityLayer={false}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        gridColor="var(--svc-line)"
        maxBarWidth={28}
        valueFormatter={(value) => show.number(value)}
        barProps={{ isAnimationActive: false, stroke: 'var(--svc-surface)', strokeWidth: 1 }}
        barChartProps={{ margin: chartPlace.margin }}
        xAxisProps={{ height: chartPlace.axis, interval: 'equidistantPreserveStart' }}
        yAxisProps={{ width: 34, domain: [0, top], ticks: ticksTo(top) }}
      />
      <EndLabels labels={useLabels(figures, top)} />
    </div>
  )
}

/** Labels at the height of each part of the last bar. */
function useLabels(figures: OverviewJson['figures'], top: number) {
  const { t } = useTranslation('overview')
  const show = useShow()
  let foot = 0
  return stackedStatuses.map((status) => {
    const { by_day: byDay } = figures[status]
    const height = byDay.at(-1) ?? 0
    const part = (foot + height / 2) / top
    foot += height
    const sum = byDay.reduce((total, count) => total + count, 0)
    const value = show.number(sum)
    return { name: t(`figures.${status}`), value, part, colour: toneFill(status) }
  })
}

function heightOf(figures: OverviewJson['figures'], day: number): number {
  return stackedStatuses.reduce((sum, status) => sum + (figures[status].by_day[day] ?? 0), 0)
}

function ticksTo(top: number): number[] {
  return [0, 1, 2, 3, 4].map((step) => (step * top) / 4)
}
