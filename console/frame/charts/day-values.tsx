// Values of one day of a chart: beside the day, or below the chart where there is no room, never over the day itself.

import classes from './charts.module.css'

export interface ValueRow {
  readonly name: string
  readonly value: string
  readonly colour: string
}

interface DayValuesProps {
  readonly day: string
  readonly rows: readonly ValueRow[]
  readonly place: ValuesPlace
}

interface ValuesPlace {
  readonly side: 'left' | 'right' | 'below'
  /** Edge of the values that is next to the day, in pixels; 0 below the chart. */
  readonly x: number
}

/** At most so wide, in pixels. */
const widthMax = 236
const distance = 8

/** @param half of the day's width */
export function placeOfValues(middle: number, half: number, width: number): ValuesPlace {
  const right = middle + half + distance
  if (right + widthMax <= width) return { side: 'right', x: right }
  const left = middle - half - distance
  if (left - widthMax >= 0) return { side: 'left', x: left }
  return { side: 'below', x: 0 }
}

export function DayValues({ day, rows, place: { side, x } }: DayValuesProps) {
  return (
    <div className={classes.values} style={{ left: x }} data-side={side} data-day-values>
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
