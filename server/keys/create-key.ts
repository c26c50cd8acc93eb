// Makes an API key and shows its text for the only time.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type ApiKey, generateKeyText, hintOfKeyText } from './key.ts'
import type { NewKey } from './key-input.ts'
import { insertKey } from './key-store.ts'

export interface KeyNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

/** A key together with its text, which exists nowhere else and cannot be had again. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly text: string
}

/** Writes that must commit with the new key, such as the answer to an idempotent request. */
export type Alongside = (trx: Trx, created: CreatedKey) => Promise<void>

export function createKey(
  needs: KeyNeeds,
  by: AuditOrigin,
  asked: NewKey,
  alongside: Alongside = async () => {},
): Promise<CreatedKey> {
  return inTransaction(needs.db, async (trx) => {
    const created = await insertNewKey(needs, trx, { ...asked, rotatedFrom: undefined })
    await recordAudit(needs, trx, {
      by,
      action: 'key.created',
      subject: { kind: 'key', id: created.key.id },
      details: { environment: created.key.environment },
    })
    await alongside(trx, created)
    return created
  })
}

/** Shared with rotation, which makes the successor in the transaction that retires the old key. */
export async function insertNewKey(
  needs: Pick<KeyNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  asked: NewKey & { readonly rotatedFrom: string | undefined },
): Promise<CreatedKey> {
  const nowMs = needs.clock.now()
  const text = generateKeyText(asked.environment)
  const key: ApiKey = {
    id: newId('key', nowMs),
    name: asked.name,
    environment: asked.environment,
    scopes: asked.scopes,
    allowedCidrs: asked.allowedCidrs,
    hint: hintOfKeyText(text),
    createdAt: nowMs,
    expiresAt: asked.expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
    rotatedFrom: asked.rotatedFrom,
  }
  await insertKey(trx, key, {
    digest: needs.keyring.mac('api-key', text),
    pepperId: needs.keyring.masterKeyId,
  })
  return { key, text }
}
