// A transaction that stays open until a test lets it end.

import type { Trx, Work } from '../../../server/db/transaction.ts'

/**
 * Begins a transaction and stays in it.
 * @param begin such as `(work) => inTransaction(db, work)`
 * @param write what it writes first
 * @returns a function that lets it commit, and resolves when it has
 */
export async function holdTransaction(
  begin: (work: Work<void>) => Promise<void>,
  write: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<() => Promise<void>> {
  const isInside = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const held = begin(async (trx) => {
    await write(trx)
    isInside.resolve()
    await goOn.promise
  })
  await Promise.race([isInside.promise, held])
  return () => {
    goOn.resolve()
    return held
  }
}
