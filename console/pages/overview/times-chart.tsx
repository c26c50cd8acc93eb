// Line chart of the median and 95th percentile of the time to result, on a logarithmic scale from
// seconds to hours.

import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'
import { chartHeight, chartPlace, partOnRungs, rungsAround } from './chart-place.ts'
import classes from './charts.module.css'
import { EndLabels } from './end-labels.tsx'

const lines = [
  { name: 'p95', field: 'p95_ms', color: 'var(--svc-neutral)', isDashed: true },
  { name: 'median', field: 'median_ms', color: 'var(--mantine-color-anchor)', isDashed: false },
] as const

type Times = OverviewJson['time_to_result']

export function TimesChart({ overview: { days, time_to_result: times } }: TimesChartProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const rows = times.by_day.map(({ median_ms, p95_ms }, index) => ({
    day: show.day(days[index] ?? ''),
    median: median_ms,
    p95: p95_ms,
  }))
  const ladder = rungsAround(valuesOf(times))
  return (
    <div className={classes.plot} role="img" aria-label={t('times.label')}>
      <LineChart
        className={classes.chart ?? ''}
        h={chartHeight}
        data={rows}
        dataKey="day"
        series={lines.map(({ name, color, isDashed }) => ({
          name,
          color,
          label: t(`times.${name}`),
          ...(isDashed ? { strokeDasharray: '5 4' } : {}),
        }))}
        accessibilityLayer={false}
        curveType="linear"
        connectNulls={false}
        tickLine="none"
        strokeDasharray="0"
        gridColor="var(--svc-line)"
        dotProps={{ r: 3, strokeWidth: 0 }}
        valueFormatter={(value) => show.duration(value)}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ margin: chartPlace.margin }}
        xAxisProps={{
          height: chartPlace.axis,
          interval: 'equidistantPreserveStart',
          padding: { left: 16, right: 10 },
        }}
        yAxisProps={{
          width: 54,
          scale: 'log',
          domain: [ladder[0] ?? 1, ladder.at(-1) ?? 1],
          ticks: [...ladder],
          interval: 0,
        }}
      />
      <EndLabels labels={useLabels(times, ladder)} />
    </div>
  )
}

interface TimesChartProps {
  readonly overview: OverviewJson
}

function useLabels(times: Times, ladder: readonly number[]) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return lines.flatMap(({ name, field, color, isDashed }) => {
    const value = times.by_day.findLast((day) => day[field] !== null)?.[field] ?? null
    if (value === null) return []
    const part = partOnRungs(value, ladder)
    return [
      { name: t(`times.${name}`), value: show.duration(value), part, colour: color, isDashed },
    ]
  })
}

function valuesOf({ by_day: byDay }: Times): readonly number[] {
  return byDay
    .flatMap(({ median_ms, p95_ms }) => [median_ms, p95_ms])
    .filter((value) => value !== null)
}
