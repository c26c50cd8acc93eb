// Bar chart by day, stacked by series. The bar of a day that is not over is hatched.

import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { ChartDays } from './chart-days.ts'
import { roundTop, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayPlot, type DayScale } from './day-plot.tsx'
import { EndLabels } from './end-labels.tsx'
import { segmentsOf } from './segments.ts'
import { axisWidthOf, ticksTo } from './ticks.ts'

/** From the bottom of the bars. */
export interface Series {
  readonly name: string
  readonly colour: string
  /** One number for each day. */
  readonly byDay: readonly number[]
}

interface StackedChartProps extends ChartDays {
  readonly label: string
  readonly series: readonly Series[]
  /** Whether names and totals stand at the end of the bars; else they need a legend. Default: true. */
  readonly hasLabels?: boolean
}

/** Of a bar, in pixels. */
const widthMax = 28

export function StackedChart({ label, series, hasLabels = true, ...shown }: StackedChartProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const pattern = useId()
  const top = roundTop(Math.max(...shown.days.map((_, day) => heightOf(series, day))))
  const last = shown.days.length - 1
  const labels = useLabels(series, top)
  const ticks = ticksTo(top, show)
  return (
    <div className={classes.plot} data-bare={!hasLabels || undefined}>
      <DayPlot
        {...shown}
        label={label}
        ticks={ticks}
        axisWidth={axisWidthOf(ticks)}
        valuesOf={(day) =>
          series.toReversed().map(({ name, colour, byDay }) => ({
            name,
            value: show.number(byDay[day] ?? 0),
            colour,
          }))
        }
      >
        {(scale) => (
          <>
            <Hatch id={pattern} />
            {shown.days.map((day, index) => (
              <Bar key={day} series={series} day={index} top={top} scale={scale} />
            ))}
            {shown.isUnfinished && (
              <HatchedBar id={pattern} part={heightOf(series, last) / top} {...{ scale, last }} />
            )}
          </>
        )}
      </DayPlot>
      {hasLabels && (
        <EndLabels caption={t('chart.total', { count: shown.days.length })} labels={labels} />
      )}
    </div>
  )
}

interface BarProps {
  readonly series: readonly Series[]
  readonly day: number
  readonly top: number
  readonly scale: DayScale
}

function Bar({ series, day, top, scale }: BarProps) {
  const width = barWidth(scale)
  const counts = series.map(({ byDay }) => byDay[day] ?? 0)
  return segmentsOf(counts, top).map(({ index, y, height }) => (
    <rect
      key={series[index]?.name}
      x={scale.xAt(day) - width / 2}
      y={y}
      width={width}
      height={height}
      fill={series[index]?.colour}
    />
  ))
}

function Hatch({ id }: { readonly id: string }) {
  return (
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width={3} height={6} className={classes.hatch} />
    </pattern>
  )
}

interface HatchedBarProps {
  readonly id: string
  readonly last: number
  readonly part: number
  readonly scale: DayScale
}

function HatchedBar({ id, last, part, scale }: HatchedBarProps) {
  const width = barWidth(scale)
  return (
    <rect
      data-unfinished
      x={scale.xAt(last) - width / 2}
      y={yAt(part)}
      width={width}
      height={yAt(0) - yAt(part)}
      fill={`url(#${id})`}
    />
  )
}

function barWidth({ dayWidth }: DayScale): number {
  return Math.max(Math.min(dayWidth * 0.8, widthMax), 1)
}

/** Labels at the height of each part of the last bar. */
function useLabels(series: readonly Series[], top: number) {
  const show = useShow()
  let foot = 0
  return series.map(({ name, colour, byDay }) => {
    const height = byDay.at(-1) ?? 0
    const part = (foot + height / 2) / top
    foot += height
    const sum = byDay.reduce((total, count) => total + count, 0)
    return { name, value: show.number(sum), part, colour }
  })
}

function heightOf(series: readonly Series[], day: number): number {
  return series.reduce((sum, { byDay }) => sum + (byDay[day] ?? 0), 0)
}
