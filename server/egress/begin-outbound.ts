// Records a call in the outbound log before it is made, in the caller's transaction, so that the log has it even if
// the process crashes during the call.

import type { Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import type { BeginningCall, BegunCall } from './outbound.ts'
import { writeOutbound } from './outbound-store.ts'

/** Pass the result to the call, so that its end completes this entry. */
export async function beginOutbound(
  trx: Trx,
  call: BeginningCall,
  at: { readonly nodeId: string; readonly nowMs: number },
): Promise<BegunCall> {
  const begun = newCall(at.nowMs)
  const unknown = { status: undefined, bodySha256: undefined, durationMs: undefined }
  await writeOutbound(trx, [{ ...begun, ...call, ...unknown, outcome: 'begun' }], at.nodeId)
  return begun
}

export function newCall(nowMs: number): BegunCall {
  return { id: newId('out', nowMs), startedAt: nowMs }
}
