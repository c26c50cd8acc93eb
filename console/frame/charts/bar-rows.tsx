// Horizontal bars with name and number.

import classes from './bars.module.css'

interface BarRow {
  readonly id: string
  readonly name: string
  /** Muted text after the name. */
  readonly aside?: string
  readonly value: string
  /** 0 to 1. */
  readonly part: number
  /** Explanation of the number. */
  readonly note?: string
}

interface BarRowsProps {
  readonly rows: readonly BarRow[]
  readonly colour: string
}

export function BarRows({ rows, colour }: BarRowsProps) {
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, name, aside, value, part, note }) => (
        <li key={id}>
          <div className={classes.head}>
            <span className={classes.name}>
              {name} {aside !== undefined && <span className={classes.aside}>{aside}</span>}
            </span>
            <span className={classes.value}>{value}</span>
          </div>
          <div className={classes.track} aria-hidden="true">
            <div className={classes.bar} style={{ width: `${part * 100}%`, background: colour }} />
          </div>
          {note !== undefined && <div className={classes.note}>{note}</div>}
        </li>
      ))}
    </ul>
  )
}
