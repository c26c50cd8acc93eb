// Labels beside a chart at the height where each series ends, instead of a legend; below it on phones. The caption says
// what their numbers are.

import { spreadApart, yAt } from './chart-place.ts'
import classes from './charts.module.css'

interface EndLabel {
  readonly name: string
  readonly value: string
  /** Share of the chart's height, 0 at the bottom. */
  readonly part: number
  readonly colour: string
  readonly isDashed?: boolean
}

/** Height of two lines of text, in pixels. */
const gap = 38

interface EndLabelsProps {
  readonly caption: string
  readonly labels: readonly EndLabel[]
}

export function EndLabels({ caption, labels }: EndLabelsProps) {
  const places = spreadApart(
    labels.map(({ part }) => yAt(part)),
    gap,
  )
  return (
    <div className={classes.labels} aria-hidden="true">
      <div className={classes.caption}>{caption}</div>
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
