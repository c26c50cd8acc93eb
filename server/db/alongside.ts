// More to write in the transaction of a use case, together with what it did or not at all: the kept answer
// to an idempotent request, for one.

import type { Trx } from './transaction.ts'

export type Alongside<Result> = (trx: Trx, result: Result) => Promise<void>

/** Where there is nothing more to write. */
export async function nothingAlongside(): Promise<void> {}
