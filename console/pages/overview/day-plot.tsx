// Frame of a chart by day: grid, labels of both axes, and the values of the day under the pointer. Drawn without a
// chart library: the overview is the first page after the sign-in and has eight days.

import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { chartHeight, chartPlace, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayValues, type ValueRow } from './day-values.tsx'

interface Tick {
  /** Share of the scale's height, 0 at the bottom. */
  readonly part: number
  readonly label: string
}

/** Positions in pixels. */
export interface DayScale {
  /** Middle of a day. */
  readonly xAt: (day: number) => number
  readonly dayWidth: number
}

interface DayPlotProps {
  readonly days: readonly string[]
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
const letterWidth = 7
const labelGap = 18

export function DayPlot(props: DayPlotProps) {
  const { days, ticks, axisWidth, valuesOf, children } = props
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const scale = scaleOf(props, width)
  const right = width - chartPlace.margin.right
  const point = (event: PointerEvent) =>
    setPointed(dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  /** The nearest day. */
  function dayAt(x: number): number {
    const near = days.map((_, day) => Math.abs(scale.xAt(day) - x))
    return near.indexOf(Math.min(...near))
  }
  return (
    <div ref={ref} className={classes.canvas} style={{ height: chartHeight }}>
      {width > 0 && (
        <svg
          aria-hidden="true"
          width={width}
          height={chartHeight}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <rect width={width} height={chartHeight} fill="transparent" />
          {ticks.map(({ part, label }) => (
            <g key={label}>
              <path d={`M${axisWidth} ${yAt(part)} H${right}`} className={classes.grid} />
              <text x={axisWidth - labelGap} y={yAt(part)} dy="0.3em" textAnchor="end">
                {label}
              </text>
            </g>
          ))}
          {days.map(
            (day, index) =>
              index % labelStep(days, scale.dayWidth) === 0 && (
                <text key={day} x={scale.xAt(index)} y={chartHeight - 3} textAnchor="middle">
                  {day}
                </text>
              ),
          )}
          {pointed !== undefined && (
            <path d={`M${scale.xAt(pointed)} ${yAt(1)} V${yAt(0)}`} className={classes.pointed} />
          )}
          {children(scale)}
        </svg>
      )}
      {pointed !== undefined && (
        <DayValues
          day={days[pointed] ?? ''}
          rows={valuesOf(pointed)}
          x={scale.xAt(pointed)}
          isLeft={scale.xAt(pointed) > width / 2}
        />
      )}
    </div>
  )
}

function scaleOf({ days, axisWidth, isLine = false }: DayPlotProps, width: number): DayScale {
  const space = width - axisWidth - chartPlace.margin.right
  if (!isLine) {
    const dayWidth = space / days.length
    return { dayWidth, xAt: (day) => axisWidth + (day + 0.5) * dayWidth }
  }
  const { left, right } = linePadding
  const dayWidth = (space - left - right) / Math.max(days.length - 1, 1)
  return { dayWidth, xAt: (day) => axisWidth + left + day * dayWidth }
}

/** Returns the number of days from one label to the next, so that labels do not overlap. */
function labelStep(days: readonly string[], dayWidth: number): number {
  const longest = Math.max(...days.map((day) => day.length))
  return Math.max(Math.ceil((longest * letterWidth) / dayWidth), 1)
}
