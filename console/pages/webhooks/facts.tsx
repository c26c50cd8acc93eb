// Names and what belongs to each, as a list of two columns; one below the other where it is narrow.

import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode] | undefined)[]
}

/** What is undefined is left out. */
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
