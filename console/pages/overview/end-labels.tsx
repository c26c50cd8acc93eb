// The words beside a chart, each at the height where its series ends: read there, not in a legend.

import { chartHeight, spreadApart, yAt } from './chart-place.ts'
import classes from './charts.module.css'

export interface EndLabel {
  readonly name: string
  readonly value: string
  /** Of the chart's height, 0 at its foot. */
  readonly part: number
  readonly colour: string
  readonly isDashed?: boolean
}

/** Two lines of text. */
const gap = 38

export function EndLabels({ labels }: { readonly labels: readonly EndLabel[] }) {
  const places = spreadApart(
    labels.map(({ part }) => yAt(part)),
    gap,
  )
  return (
    <div className={classes.labels} style={{ height: chartHeight }} aria-hidden="true">
      {labels.map(({ name, value, colour, isDashed = false }, index) => (
        <div key={name} className={classes.label} style={{ top: places[index] }}>
          <span
            className={classes.mark}
            style={{ borderColor: colour }}
            data-dashed={isDashed || undefined}
          />
          <span>
            {name}
            <span className={classes.value}>{value}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
