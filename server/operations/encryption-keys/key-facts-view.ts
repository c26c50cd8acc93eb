// Reads numbers and ages of the keys and secrets of every feature from the database, without decrypting any.

import type { KeyPurpose } from '../../crypto/purpose-key.ts'
import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'

/** Number of keys, and creation times of the oldest and newest; undefined if there are none. */
export interface KeyCount {
  readonly count: number
  readonly oldestAt: number | undefined
  readonly newestAt: number | undefined
}

interface WebhookKeys {
  readonly id: string
  readonly environment: Environment
  /** Creation time of its newest secret, which may not sign yet. */
  readonly secretMadeAt: number
  /** PEM. */
  readonly clientCertificate: string | undefined
}

export interface StoredPurposeKey {
  readonly id: string
  readonly purpose: KeyPurpose
  readonly createdAt: number
  /** It encrypts now; the others of its purpose only decrypt. */
  readonly isCurrent: boolean
}

export interface StoredKeys {
  /** Since when this installation uses its present master key. */
  readonly masterKeyUsedSince: number | undefined
  /** Those that were not destroyed. */
  readonly purposeKeys: readonly StoredPurposeKey[]
  /** By id of the purpose key that wraps them. */
  readonly dataKeys: ReadonlyMap<string, KeyCount>
  /** Keys that are neither revoked nor expired, by id of their pepper. */
  readonly apiKeys: ReadonlyMap<string, KeyCount>
  readonly webhooks: readonly WebhookKeys[]
  /** Users with a secret for an authenticator app. */
  readonly authenticatorSecrets: number
  /** Pairs that sign certificates of erasure. */
  readonly certificateKeys: readonly { readonly id: string; readonly createdAt: number }[]
}

export async function readStoredKeys(db: Reader, nowMs: number): Promise<StoredKeys> {
  const master = await db
    .selectFrom('master_keys')
    .select('used_since')
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return {
    masterKeyUsedSince: master?.used_since,
    purposeKeys: await listKeys(db, nowMs),
    dataKeys: await countDataKeys(db),
    apiKeys: await countApiKeys(db, nowMs),
    webhooks: await listWebhookKeys(db),
    authenticatorSecrets: await countRows(db.selectFrom('users').where('totp', 'is not', null)),
    certificateKeys: await listCertificateKeys(db),
  }
}

async function listKeys(db: Reader, nowMs: number): Promise<readonly StoredPurposeKey[]> {
  const rows = await db
    .selectFrom('purpose_keys')
    .select(['id', 'purpose', 'created_at', 'used_from'])
    .where('destroyed_at', 'is', null)
    .orderBy('purpose')
    .orderBy('used_from', 'desc')
    .execute()
  const current = new Map<KeyPurpose, string>()
  for (const { id, purpose, used_from: from } of rows) {
    if (from <= nowMs && !current.has(purpose)) current.set(purpose, id)
  }
  return rows.map(({ id, purpose, created_at: createdAt }) => ({
    id,
    purpose,
    createdAt,
    isCurrent: current.get(purpose) === id,
  }))
}

async function listCertificateKeys(db: Reader): Promise<StoredKeys['certificateKeys']> {
  return db
    .selectFrom('certificate_keys')
    .select(['id', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

async function countDataKeys(db: Reader): Promise<StoredKeys['dataKeys']> {
  const rows = await db
    .selectFrom('data_keys')
    .select(({ fn }) => [
      'wrapping_key_id as under',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.max('created_at').as('newest'),
    ])
    .groupBy('wrapping_key_id')
    .orderBy('wrapping_key_id')
    .execute()
  return byKey(rows)
}

async function countApiKeys(db: Reader, nowMs: number): Promise<StoredKeys['apiKeys']> {
  const rows = await db
    .selectFrom('api_keys')
    .select(({ fn }) => [
      'pepper_id as under',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.max('created_at').as('newest'),
    ])
    .where((is) => is.or([is('revoked_at', 'is', null), is('revoked_at', '>', nowMs)]))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', nowMs)]))
    .groupBy('pepper_id')
    .orderBy('pepper_id')
    .execute()
  return byKey(rows)
}

async function listWebhookKeys(db: Reader): Promise<readonly WebhookKeys[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'environment', 'client_certificate', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const rotations = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => ['subject_id', fn.max('at').as('at')])
    .where('action', '=', 'webhook.secret_rotated')
    .where('outcome', '=', 'done')
    .groupBy('subject_id')
    .execute()
  const rotatedAt = new Map(rotations.map(({ subject_id, at }) => [subject_id, at]))
  return rows.map((row) => ({
    id: row.id,
    environment: row.environment,
    secretMadeAt: rotatedAt.get(row.id) ?? row.created_at,
    clientCertificate: row.client_certificate ?? undefined,
  }))
}

interface CountRow {
  readonly under: string
  readonly count: number
  readonly oldest: number
  readonly newest: number
}

function byKey(rows: readonly CountRow[]): ReadonlyMap<string, KeyCount> {
  return new Map(
    rows.map(({ under, count, oldest, newest }) => [
      under,
      { count: Number(count), oldestAt: oldest, newestAt: newest },
    ]),
  )
}
