// Writes a call down before it is made, in the transaction of what its caller remembers of it, so that
// the ledger names it also where the process dies before the call has ended.

import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { BeginningCall, BegunCall } from './outbound.ts'
import { writeOutbound } from './outbound-store.ts'

/** What it gives back goes with the call, so that its end completes this entry. */
export async function beginOutbound(
  trx: Trx,
  call: BeginningCall,
  nowMs: number,
): Promise<BegunCall> {
  const begun = newCall(nowMs)
  const unknown = { status: undefined, bodySha256: undefined, durationMs: undefined }
  await writeOutbound(trx, [{ ...begun, ...call, ...unknown, outcome: 'begun' }])
  return begun
}

export function newCall(nowMs: number): BegunCall {
  return { id: newId('out', nowMs), startedAt: nowMs }
}
