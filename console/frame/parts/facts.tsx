// A list of names and values in two columns; stacked in narrow windows.

import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

type Fact = readonly [name: string, value: ReactNode]

interface FactsProps {
  readonly facts: readonly (Fact | false)[]
}

/** False entries are omitted. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
