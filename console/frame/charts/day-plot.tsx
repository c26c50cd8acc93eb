// Frame of a chart by day: grid, labels of both axes, and the values of the day under the pointer or chosen with the
// arrow keys. Drawn without a chart library: the overview is the first page after the sign-in.

import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import { type ChartDays, useDayName, useShortDay } from './chart-days.ts'
import { chartHeight, endMargin, letterWidth, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayValues, placeOfValues, type ValueRow } from './day-values.tsx'
import type { Tick } from './ticks.ts'

/** Positions in pixels. */
export interface DayScale {
  /** Middle of a day. */
  readonly xAt: (day: number) => number
  readonly dayWidth: number
}

interface DayPlotProps extends ChartDays {
  /** Says what the chart shows. */
  readonly label: string
  readonly ticks: readonly Tick[]
  /** Width of the labels of the vertical axis, in pixels. */
  readonly axisWidth: number
  /** Whether the first and last day stand near the edges, as in a line chart. */
  readonly isLine?: boolean
  readonly valuesOf: (day: number) => readonly ValueRow[]
  readonly children: (scale: DayScale) => ReactNode
}

/** Space beside the first and the last point of a line chart, in pixels. */
const linePadding = { left: 16, right: 10 } as const
const labelGap = 18
/** Of a day that is pointed at, in pixels: half of the widest bar. */
const halfMax = 14

export function DayPlot(props: DayPlotProps) {
  const { days, label, valuesOf } = props
  const { t, i18n } = useTranslation('overview')
  const { comma } = useShow()
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const nameOf = useDayName(props)
  const scale = scaleOf(props, width)
  const placed = placeOf(width, i18n.dir())
  const half = Math.min(scale.dayWidth / 2, halfMax)
  const last = days.length - 1
  const spoken = (day: number) =>
    [nameOf(day), ...valuesOf(day).map(({ name, value }) => `${name} ${value}`)].join(comma)
  return (
    <div ref={ref} className={classes.canvas} style={{ height: chartHeight }}>
      {width > 0 && <Drawing {...props} {...{ width, scale, placed, pointed, setPointed }} />}
      <input
        type="range"
        className="svc-unseen"
        aria-label={t('chart.values', { chart: label })}
        aria-valuetext={spoken(pointed ?? last)}
        min={0}
        max={last}
        value={pointed ?? last}
        onChange={(event) => setPointed(Number(event.currentTarget.value))}
        onFocus={() => setPointed(last)}
        onBlur={() => setPointed(undefined)}
        onKeyDown={(event) => event.key === 'Escape' && setPointed(undefined)}
      />
      {pointed !== undefined && (
        <DayValues
          day={nameOf(pointed)}
          rows={valuesOf(pointed)}
          place={placeOfValues(placed(scale.xAt(pointed)), half, width)}
        />
      )}
    </div>
  )
}

interface DrawingProps extends DayPlotProps {
  readonly width: number
  readonly scale: DayScale
  readonly placed: Place
  readonly pointed: number | undefined
  readonly setPointed: (day: number | undefined) => void
}

function Drawing(props: DrawingProps) {
  const { days, label, ticks, axisWidth, children, width, scale, placed } = props
  const { pointed, setPointed } = props
  const right = width - endMargin
  const point = (event: PointerEvent) =>
    setPointed(dayAt(placed(event.clientX - event.currentTarget.getBoundingClientRect().left)))
  /** The nearest day. */
  function dayAt(x: number): number {
    const near = days.map((_, day) => Math.abs(scale.xAt(day) - x))
    return near.indexOf(Math.min(...near))
  }
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={chartHeight}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <rect width={width} height={chartHeight} fill="transparent" />
      {ticks.map((tick) => (
        <g key={tick.label}>
          <path
            d={`M${placed(axisWidth)} ${yAt(tick.part)} H${placed(right)}`}
            className={classes.grid}
          />
          <text x={placed(axisWidth - labelGap)} y={yAt(tick.part)} dy="0.3em" textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      <DayLabels {...props} />
      {pointed !== undefined && (
        <path
          d={`M${placed(scale.xAt(pointed))} ${yAt(1)} V${yAt(0)}`}
          className={classes.pointed}
        />
      )}
      {children({ ...scale, xAt: (day) => placed(scale.xAt(day)) })}
    </svg>
  )
}

/** The names of the days that have room, and a word under the last one if it is not over. */
function DayLabels({ days, isUnfinished, scale, placed, width }: DrawingProps) {
  const { t } = useTranslation('overview')
  const nameOf = useShortDay(days)
  const names = days.map((_, index) => nameOf(index))
  const step = labelStep(names, scale.dayWidth)
  const last = days.length - 1
  const word = t('chart.soFar')
  const isOut = scale.xAt(last) + (word.length * letterWidth) / 2 > width
  // The last label then ends at the edge of the chart and reaches further to the left.
  const hasRoom = (index: number) =>
    width - scale.xAt(index) >= 1.5 * letterWidth * Math.max(...names.map(({ length }) => length))
  return (
    <>
      {names.map(
        (name, index) =>
          (last - index) % step === 0 &&
          (index === last || !isOut || hasRoom(index)) && (
            <text
              key={days[index]}
              x={placed(index === last && isOut ? width : scale.xAt(index))}
              y={chartHeight - 16}
              textAnchor={index === last && isOut ? 'end' : 'middle'}
            >
              {name}
            </text>
          ),
      )}
      {isUnfinished && (
        <text
          x={placed(isOut ? width : scale.xAt(last))}
          y={chartHeight - 2}
          textAnchor={isOut ? 'end' : 'middle'}
        >
          {word}
        </text>
      )}
    </>
  )
}

/** Mirrors a position where the page is read from right to left; twice gives the position again. */
type Place = (x: number) => number

function placeOf(width: number, direction: 'ltr' | 'rtl'): Place {
  return direction === 'rtl' ? (x) => width - x : (x) => x
}

function scaleOf({ days, axisWidth, isLine = false }: DayPlotProps, width: number): DayScale {
  const space = width - axisWidth - endMargin
  if (!isLine) {
    const dayWidth = space / days.length
    return { dayWidth, xAt: (day) => axisWidth + (day + 0.5) * dayWidth }
  }
  const { left, right } = linePadding
  const dayWidth = (space - left - right) / Math.max(days.length - 1, 1)
  return { dayWidth, xAt: (day) => axisWidth + left + day * dayWidth }
}

/** Returns the number of days from one label to the next, so that labels do not overlap. */
function labelStep(names: readonly string[], dayWidth: number): number {
  const longest = Math.max(...names.map((name) => name.length))
  return Math.max(Math.ceil((longest * letterWidth) / dayWidth), 1)
}
