// Authenticates a request: finds the active API key with this text.

import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { findKeyByText } from './find-key-by-text.ts'
import { type ApiKey, environmentOfKeyText, stateOf } from './key.ts'
import { setKeyUsed } from './key-store.ts'

/** `last_used_at` is written at most this often, so that a busy key does not write on every request. */
const usedWrittenEveryMs = 60_000

/** Returns undefined for malformed, unknown, revoked, expired and not yet approved keys. */
export async function findApiKey(
  needs: {
    readonly db: Db
    readonly clock: Clock
    readonly keyring: Keyring
    readonly log: Log
  },
  keyText: string,
): Promise<ApiKey | undefined> {
  if (environmentOfKeyText(keyText) === undefined) return undefined
  const key = await findKeyByText(needs, keyText)
  const nowMs = needs.clock.now()
  if (!key || stateOf(key, nowMs) !== 'active') return undefined
  const use = { at: nowMs, unlessSince: nowMs - usedWrittenEveryMs }
  if (key.lastUsedAt === undefined || key.lastUsedAt <= use.unlessSince) {
    // Not awaited: a full disk must not make a valid key fail.
    inSharedTransaction(needs.db, (trx) => setKeyUsed(trx, key.id, use)).catch((error: unknown) =>
      needs.log.error('key_use_not_noted', { api_key_id: key.id }, error),
    )
  }
  return key
}
