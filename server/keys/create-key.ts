// Creates an API key. Its text is shown only once, in the result.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import { assertRoomForKey } from './bound-keys-by-keys.ts'
import { type HeldKey, type HoldKey, holdNoKey, type KeyHold } from './hold-key.ts'
import { type ApiKey, type CreatedKey, generateKeyText, hintOfKeyText, type NewKey } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import { insertKey } from './key-store.ts'

export type KeyNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring'>

export interface CreateKeyOptions {
  /** Writes that must commit with the new key, such as the response to an idempotent request. */
  readonly inSameTransaction?: (trx: Trx, created: CreatedKey) => Promise<void>
  /** Decides whether the key waits for approval. Default: it does not. */
  readonly hold?: HoldKey
  /** Whether the key may create keys with scopes that it lacks; only for operators on the host. */
  readonly isUnrestricted?: boolean
}

/** @throws AppError `conflict` over REST when keys have made as many as they may; what the options throw */
export function createKey(
  needs: KeyNeeds,
  by: AuditOrigin,
  asked: NewKey,
  { inSameTransaction, hold = holdNoKey, isUnrestricted = false }: CreateKeyOptions = {},
): Promise<CreatedKey> {
  return inTransaction(needs.db, async (trx) => {
    await assertRoomForKey(trx, by, asked, needs.clock.now())
    const wanted = { ...asked, rotatedFrom: undefined, isUnrestricted }
    const { held, ...created } = await insertNewKey(needs, trx, { by, wanted, hold })
    await recordAudit(needs, trx, {
      by,
      action: 'key.created',
      subject: { kind: 'key', id: created.key.id },
      details: { ...keyInAudit(created.key), ...keyHoldInAudit(held) },
    })
    await inSameTransaction?.(trx, created)
    return created
  })
}

export function keyHoldInAudit(held: KeyHold) {
  return held === undefined ? {} : { approval: held }
}

interface InsertedKey {
  readonly by: AuditOrigin
  readonly wanted: NewKey & Pick<ApiKey, 'rotatedFrom' | 'isUnrestricted'>
  readonly hold: HoldKey
  readonly rotation?: HeldKey['rotation']
}

/** Also used by rotation, which creates the successor in the transaction that retires the old key. */
export async function insertNewKey(
  needs: Pick<KeyNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  { by: { actor }, wanted, hold, rotation }: InsertedKey,
): Promise<CreatedKey & { readonly held: KeyHold }> {
  const nowMs = needs.clock.now()
  const text = generateKeyText(wanted.environment)
  const key: ApiKey = {
    id: newId('key', nowMs),
    name: wanted.name,
    environment: wanted.environment,
    scopes: wanted.scopes,
    allowedCidrs: wanted.allowedCidrs,
    hint: hintOfKeyText(text),
    createdAt: nowMs,
    expiresAt: wanted.expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
    rotatedFrom: wanted.rotatedFrom,
    waitingSince: undefined,
    createdByUser: actor.kind === 'user' ? actor.id : undefined,
    createdByKey: actor.kind === 'api_key' ? actor.id : undefined,
    isUnrestricted: wanted.isUnrestricted,
  }
  const held = await hold(trx, { key, ...(rotation === undefined ? {} : { rotation }) })
  const inserted = held === 'waits' ? { ...key, waitingSince: nowMs } : key
  await insertKey(trx, inserted, {
    digest: needs.keyring.mac('api-key', text),
    pepperId: needs.keyring.keyId('mac_api_key'),
  })
  return { key: inserted, text, held }
}
