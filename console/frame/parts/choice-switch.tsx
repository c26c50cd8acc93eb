// A few choices side by side, of which one holds. The library's own control measures the page to place its mark: a
// layout more at each load of a page.

import { type ReactNode, useId } from 'react'
import classes from './choice-switch.module.css'

interface ChoiceSwitchProps<Value extends string> {
  /** Accessible name; or the id of the element that shows it. */
  readonly name: { readonly label: string } | { readonly labelId: string }
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChoose: (value: Value) => void
  /** Takes all the width there is, and breaks lines where that does not suffice. */
  readonly isWide?: boolean
  /** Has a border, for places that have its colour themselves. */
  readonly isFramed?: boolean
}

export function ChoiceSwitch<Value extends string>(props: ChoiceSwitchProps<Value>) {
  const { name, value, choices, onChoose, isWide = false, isFramed = false } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelId })}
      className={classes.switch}
      data-wide={isWide || undefined}
      data-framed={isFramed || undefined}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            className={classes.radio}
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
