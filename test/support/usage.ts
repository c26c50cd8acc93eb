// Builds usage events for tests and records them.

import { type Db, inTransaction } from '../../server/db/transaction.ts'
import { newId } from '../../server/kernel/ids.ts'
import { recordUsage } from '../../server/usage/record-usage.ts'
import type { MeteredThing } from '../../server/usage/usage.ts'

export const keyOf = (letter: string) => `key_${letter.repeat(26)}`
export const at = (text: string) => Date.parse(text)

/** A live verification that the provider answered. */
export function aVerify(more: Partial<Omit<MeteredThing, 'type' | 'source'>> = {}): MeteredThing {
  const nowMs = more.nowMs ?? at('2026-11-21T09:00:00Z')
  return {
    environment: 'live',
    apiKeyId: keyOf('a'),
    verificationId: newId('ver', nowMs),
    nowMs,
    ...more,
    type: 'kyc.verify',
    source: 'verification',
  }
}

/** A score retrieved with its own request. */
export function aRetrieval(
  more: Partial<Omit<MeteredThing, 'type' | 'source'>> & { readonly requestId?: string } = {},
): MeteredThing {
  const { type: _type, source: _source, ...rest } = aVerify(more)
  const requestId = more.requestId ?? newId('req', rest.nowMs)
  return { ...rest, type: 'score.get', source: 'score_retrieval', requestId }
}

/** Records each in its own transaction; returns which were recorded. */
export async function record(db: Db, things: readonly MeteredThing[]): Promise<readonly boolean[]> {
  const recorded: boolean[] = []
  for (const thing of things) {
    recorded.push(await inTransaction(db, (trx) => recordUsage(trx, thing)))
  }
  return recorded
}
