// Line chart of the median and 95th percentile of the time to result, on a logarithmic scale from
// seconds to hours.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'
import { partOnRungs, rungsAround, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayPlot } from './day-plot.tsx'
import { EndLabels } from './end-labels.tsx'

const lines = [
  { name: 'p95', field: 'p95_ms', color: 'var(--svc-neutral)', isDashed: true },
  { name: 'median', field: 'median_ms', color: 'var(--mantine-color-anchor)', isDashed: false },
] as const

type Times = OverviewJson['time_to_result']

export function TimesChart({ overview: { days, time_to_result: times } }: TimesChartProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const ladder = rungsAround(valuesOf(times))
  return (
    <div className={classes.plot} role="img" aria-label={t('times.label')}>
      <DayPlot
        days={days.map((day) => show.day(day))}
        ticks={ladder.map((rung) => ({
          part: partOnRungs(rung, ladder),
          label: show.duration(rung),
        }))}
        axisWidth={54}
        isLine
        valuesOf={(day) =>
          lines.flatMap(({ name, field, color }) => {
            const value = times.by_day[day]?.[field] ?? null
            if (value === null) return []
            return [{ name: t(`times.${name}`), value: show.duration(value), colour: color }]
          })
        }
      >
        {({ xAt }) =>
          lines.map((line) => (
            <Line key={line.name} line={line} points={pointsOf(times, line.field, ladder, xAt)} />
          ))
        }
      </DayPlot>
      <EndLabels labels={useLabels(times, ladder)} />
    </div>
  )
}

interface Point {
  readonly x: number
  readonly y: number
  /** The day before has no value. */
  readonly isFirst: boolean
}

interface LineProps {
  readonly line: (typeof lines)[number]
  readonly points: readonly Point[]
}

function Line({ line: { color, isDashed }, points }: LineProps) {
  return (
    <>
      <path
        d={points.map(({ x, y, isFirst }) => `${isFirst ? 'M' : 'L'}${x} ${y}`).join(' ')}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={isDashed ? '5 4' : undefined}
      />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={3} fill={color} />
      ))}
    </>
  )
}

function pointsOf(
  { by_day: byDay }: Times,
  field: (typeof lines)[number]['field'],
  ladder: readonly number[],
  xAt: (day: number) => number,
): readonly Point[] {
  return byDay.flatMap((times, day) => {
    const value = times[field]
    if (value === null) return []
    const isFirst = (byDay[day - 1]?.[field] ?? null) === null
    return [{ x: xAt(day), y: yAt(partOnRungs(value, ladder)), isFirst }]
  })
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
