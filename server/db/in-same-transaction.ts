// Further writes that commit in the transaction of a use case, such as the stored answer of an idempotent request.

import type { Trx } from './transaction.ts'

export type InSameTransaction<Result> = (trx: Trx, result: Result) => Promise<void>

/** Called first in the transaction of a use case; refuses whoever lost the right to it since their request came in. */
export type Admit = (trx: Trx) => Promise<unknown>

/** For callers without further writes. */
export async function nothingMore(): Promise<void> {}
