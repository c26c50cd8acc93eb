// Bar chart of verifications per day, stacked by status.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { roundTop, yAt } from './chart-place.ts'
import classes from './charts.module.css'
import { DayPlot, type DayScale } from './day-plot.tsx'
import { EndLabels } from './end-labels.tsx'
import { stackedStatuses } from './stacked-statuses.ts'

/** Of a bar, in pixels. */
const widthMax = 28

export function VolumeChart({ overview: { days, figures } }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const top = roundTop(Math.max(...days.map((_, index) => heightOf(figures, index))))
  return (
    <div className={classes.plot} role="img" aria-label={t('volume.label')}>
      <DayPlot
        days={days.map((day) => show.day(day))}
        ticks={ticksTo(top).map((tick) => ({ part: tick / top, label: show.number(tick) }))}
        axisWidth={34}
        valuesOf={(day) =>
          stackedStatuses.map((status) => ({
            name: t(`figures.${status}`),
            value: show.number(figures[status].by_day[day] ?? 0),
            colour: toneFill(status),
          }))
        }
      >
        {(scale) =>
          days.map((day, index) => (
            <Bar key={day} figures={figures} day={index} top={top} scale={scale} />
          ))
        }
      </DayPlot>
      <EndLabels labels={useLabels(figures, top)} />
    </div>
  )
}

interface BarProps {
  readonly figures: OverviewJson['figures']
  readonly day: number
  readonly top: number
  readonly scale: DayScale
}

function Bar({ figures, day, top, scale }: BarProps) {
  const width = Math.min(scale.dayWidth * 0.8, widthMax)
  let foot = 0
  return stackedStatuses.map((status) => {
    const from = foot
    foot += figures[status].by_day[day] ?? 0
    return (
      <rect
        key={status}
        x={scale.xAt(day) - width / 2}
        y={yAt(foot / top)}
        width={width}
        height={yAt(from / top) - yAt(foot / top)}
        fill={toneFill(status)}
      />
    )
  })
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
