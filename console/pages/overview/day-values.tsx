// Values of one day of a chart, beside the pointer.

import classes from './charts.module.css'

export interface ValueRow {
  readonly name: string
  readonly value: string
  readonly colour: string
}

interface DayValuesProps {
  readonly day: string
  readonly rows: readonly ValueRow[]
  /** Middle of the day, in pixels. */
  readonly x: number
  /** Whether the values stand on its left. */
  readonly isLeft: boolean
}

export function DayValues({ day, rows, x, isLeft }: DayValuesProps) {
  return (
    <div className={classes.values} style={{ left: x }} data-left={isLeft || undefined}>
      <div className={classes.valuesDay}>{day}</div>
      {rows.map(({ name, value, colour }) => (
        <div key={name} className={classes.valueRow}>
          <span className={classes.dot} style={{ background: colour }} />
          <span className={classes.valueName}>{name}</span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  )
}
