// Line chart of the median and 95th percentile of the time to result, on a logarithmic scale from
// seconds to hours.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import { type ChartDays, useShortDay } from './chart-days.ts'
import { partOnRungs, rungsAround, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayPlot } from './day-plot.tsx'
import { EndLabels } from './end-labels.tsx'

const lines = [
  { name: 'p95', field: 'p95_ms', color: 'var(--svc-neutral)', isDashed: true },
  { name: 'median', field: 'median_ms', color: 'var(--mantine-color-anchor)', isDashed: false },
] as const

interface DayTimes {
  readonly median_ms: number | null
  readonly p95_ms: number | null
}

interface TimesChartProps extends ChartDays {
  readonly label: string
  /** One for each day. */
  readonly times: readonly DayTimes[]
}

export function TimesChart({ label, times, ...shown }: TimesChartProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const ladder = rungsAround(valuesOf(times))
  return (
    <div className={classes.plot}>
      <DayPlot
        {...shown}
        label={label}
        ticks={ladder.map((rung) => ({
          part: partOnRungs(rung, ladder),
          label: show.duration(rung),
        }))}
        axisWidth={54}
        isLine
        valuesOf={(day) =>
          lines.flatMap(({ name, field, color }) => {
            const value = times[day]?.[field] ?? null
            if (value === null) return []
            return [{ name: t(`times.${name}`), value: show.duration(value), colour: color }]
          })
        }
      >
        {({ xAt }) =>
          lines.map((line) => (
            <Line
              key={line.name}
              line={line}
              points={pointsOf(times, line.field, ladder, xAt)}
              openX={shown.isUnfinished ? xAt(shown.days.length - 1) : undefined}
            />
          ))
        }
      </DayPlot>
      <EndLabels caption={useCaption(shown, times)} labels={useLabels(times, ladder)} />
    </div>
  )
}

/** Names the day of the last values. */
function useCaption({ days, isUnfinished }: ChartDays, times: readonly DayTimes[]): string {
  const { t } = useTranslation('overview')
  const nameOf = useShortDay(days)
  const last = times.findLastIndex(({ median_ms: median }) => median !== null)
  const isOpen = isUnfinished && last === days.length - 1
  return isOpen ? t('chart.today') : t('chart.last', { day: nameOf(last) })
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
  /** Of a day that is not over: its segment is dotted and its point hollow. */
  readonly openX: number | undefined
}

function Line({ line: { color, isDashed }, points, openX }: LineProps) {
  const closed = points.filter(({ x }) => x !== openX)
  const open = points.filter(({ x }) => x === openX)
  const before = closed.at(-1)
  return (
    <>
      <path
        d={pathOf(closed)}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={isDashed ? '5 4' : undefined}
      />
      {open.map(({ x, y, isFirst }) => (
        <path
          key={x}
          data-unfinished
          d={before === undefined || isFirst ? '' : `M${before.x} ${before.y} L${x} ${y}`}
          fill="none"
          stroke={color}
          strokeWidth={2}
          strokeDasharray="1.5 4"
        />
      ))}
      {points.map(({ x, y }) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={points.length > pointsMax ? 1.5 : 3}
          fill={x === openX ? 'var(--svc-surface)' : color}
          stroke={color}
        />
      ))}
    </>
  )
}

/** More are drawn small, so that they do not touch. */
const pointsMax = 31

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y, isFirst }) => `${isFirst ? 'M' : 'L'}${x} ${y}`).join(' ')
}

function pointsOf(
  byDay: readonly DayTimes[],
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

function useLabels(times: readonly DayTimes[], ladder: readonly number[]) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return lines.flatMap(({ name, field, color, isDashed }) => {
    const value = times.findLast((day) => day[field] !== null)?.[field] ?? null
    if (value === null) return []
    const part = partOnRungs(value, ladder)
    return [
      { name: t(`times.${name}`), value: show.duration(value), part, colour: color, isDashed },
    ]
  })
}

function valuesOf(byDay: readonly DayTimes[]): readonly number[] {
  return byDay
    .flatMap(({ median_ms, p95_ms }) => [median_ms, p95_ms])
    .filter((value) => value !== null)
}
