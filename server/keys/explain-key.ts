// Explains why an API key was refused, for the audit log only. Clients never learn the reason.

import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { findKeyByText } from './find-key-by-text.ts'
import { environmentOfKeyText, type KeyState, stateOf } from './key.ts'

export type KeyExplanation =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly id: string; readonly state: KeyState }

export async function explainKey(
  needs: {
    readonly db: Pick<Db, 'reader'>
    readonly clock: Clock
    readonly keyring: Pick<Keyring, 'macs'>
  },
  keyText: string,
): Promise<KeyExplanation> {
  if (environmentOfKeyText(keyText) === undefined) return { kind: 'malformed' }
  const key = await findKeyByText(needs, keyText)
  if (key === undefined) return { kind: 'unknown' }
  return { kind: 'known', id: key.id, state: stateOf(key, needs.clock.now()) }
}
