// The queries of shared rate limits. The addition is one statement that adds whatever other nodes add at the same time.

import { changedRows } from '../../db/changed-rows.ts'
import { prepare } from '../../db/prepared.ts'
import type { Trx } from '../../db/transaction.ts'

interface WindowAddition {
  /** Keyed digest of limit and client. */
  readonly subject: string
  readonly amount: number
  readonly nowMs: number
  /** When the window ends if it begins now. */
  readonly endsAt: number
  /** A window that ends after this was begun by a clock that went wrong, and counts as ended. */
  readonly endsAtMax: number
}

export interface RateWindow {
  readonly endsAt: number
  readonly taken: number
}

/** Returns the window after the addition: the open one, or one that begins now. */
export async function addToWindow(trx: Trx, addition: WindowAddition): Promise<RateWindow> {
  const row = await addOne.first(trx, addition)
  if (row === undefined) throw new Error('an addition to a rate window returned no row')
  return { endsAt: row.ends_at, taken: row.taken }
}

const addOne = prepare((db, { subject, amount, nowMs, endsAt, endsAtMax }: WindowAddition) =>
  db
    .insertInto('rate_windows')
    .values({ subject, taken: amount, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.columns(['subject']).doUpdateSet((update) => {
        const isOpen = update.and([
          update('rate_windows.ends_at', '>', nowMs),
          update('rate_windows.ends_at', '<=', endsAtMax),
        ])
        return {
          taken: update
            .case()
            .when(isOpen)
            .then(update('rate_windows.taken', '+', update.ref('excluded.taken')))
            .else(update.ref('excluded.taken'))
            .end(),
          ends_at: update
            .case()
            .when(isOpen)
            .then(update.ref('rate_windows.ends_at'))
            .else(update.ref('excluded.ends_at'))
            .end(),
        }
      }),
    )
    .returning(['ends_at', 'taken']),
)

/** Deletes windows that have ended; returns how many. */
export function deleteEndedWindows(trx: Trx, nowMs: number): Promise<number> {
  return changedRows(trx.deleteFrom('rate_windows').where('ends_at', '<=', nowMs))
}
