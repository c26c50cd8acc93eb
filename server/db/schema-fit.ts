// Decides whether a release can work on a schema that is older or newer than its own, so that nodes of two releases can
// work on one database while an upgrade is rolled through. Pure.

import type { Migration } from './migrations/index.ts'

type Step = Pick<Migration, 'version' | 'kind'>

/**
 * A release overlooks what newer ones have added, and works before the last contracting migrations of its own.
 * @param applied migrations of the database, also those that this release does not know
 */
export function fitsSchema(applied: readonly Step[], known: readonly Step[]): boolean {
  const isAfter = (steps: readonly Step[]) => {
    const last = Math.max(0, ...steps.map(({ version }) => version))
    return ({ version }: Step) => version > last
  }
  return (
    applied.filter(isAfter(known)).every(({ kind }) => kind === 'additive') &&
    known.filter(isAfter(applied)).every(({ kind }) => kind === 'contracting')
  )
}

/** Returns the pending migrations that this release can do without until no older release works any more. */
export function canWait(pending: readonly Migration[]): readonly Migration[] {
  const needed = pending.findLastIndex(({ kind }) => kind !== 'contracting')
  return pending.slice(needed + 1)
}
