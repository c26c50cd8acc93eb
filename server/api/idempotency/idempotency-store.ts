// The queries of `idempotency`: store the first answer under its Idempotency-Key, find it, delete expired ones.

import { prepare } from '../../db/prepared.ts'
import { prepareInsert } from '../../db/prepared-insert.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { IdempotencyTable } from './idempotency-table.ts'

/** Identifies a stored answer. */
export interface IdempotencyName {
  /** Of the line of the API key that sent it (keys/first-of-line). */
  readonly firstKeyId: string
  /** Keyed digest of the Idempotency-Key, hex. */
  readonly keyDigest: string
}

interface KeptAnswer {
  readonly fingerprint: string
  readonly status: number
  /** Headers and body, encrypted. */
  readonly encrypted: Buffer
}

export async function findKeptAnswer(
  db: Reader,
  name: IdempotencyName,
  nowMs: number,
): Promise<KeptAnswer | undefined> {
  const row = await findOne.first(db, { ...name, nowMs })
  return row && { fingerprint: row.fingerprint, status: row.status, encrypted: row.body }
}

const findOne = prepare(
  (db, { firstKeyId, keyDigest, nowMs }: IdempotencyName & { readonly nowMs: number }) =>
    db
      .selectFrom('idempotency')
      .select(['fingerprint', 'status', 'body'])
      .where('api_key_id', '=', firstKeyId)
      .where('idempotency_key', '=', keyDigest)
      .where('expires_at', '>', nowMs),
)

/** An answer to be stored. */
export interface NewAnswer extends KeptAnswer {
  readonly name: IdempotencyName
  readonly createdAt: number
  readonly expiresAt: number
  /** Answers that have expired by then are replaced. */
  readonly nowMs: number
}

/**
 * Replaces an answer that has expired by `nowMs`; another one is left as it is. Returns whether this answer is now the
 * stored one. Of several transactions with one name only one gets true, on whichever node they run: the others wait for
 * its end at this statement.
 */
export async function keepAnswer(trx: Trx, answer: NewAnswer): Promise<boolean> {
  return (await insertOrReplace.run(trx, { ...toRow(answer), nowMs: answer.nowMs })) === 1
}

/**
 * Stores answers where there are none, in the same order in every transaction, so that two of them never wait for each
 * other in a circle. Returns false if some were there, expired ones included.
 */
export async function keepNewAnswers(trx: Trx, answers: readonly NewAnswer[]): Promise<boolean> {
  const rows = answers.map(toRow).toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return (await insertUnlessThere.writeAll(trx, rows)) === rows.length
}

function orderOf({ api_key_id, idempotency_key }: IdempotencyTable): string {
  return `${api_key_id} ${idempotency_key}`
}

function toRow({ name, ...answer }: NewAnswer): IdempotencyTable {
  return {
    api_key_id: name.firstKeyId,
    idempotency_key: name.keyDigest,
    fingerprint: answer.fingerprint,
    status: answer.status,
    body: answer.encrypted,
    created_at: answer.createdAt,
    expires_at: answer.expiresAt,
  }
}

const insertUnlessThere = prepareInsert('idempotency', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

const insertOrReplace = prepare(
  (db, { nowMs, ...row }: IdempotencyTable & { readonly nowMs: number }) =>
    db
      .insertInto('idempotency')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['api_key_id', 'idempotency_key'])
          .doUpdateSet((update) => ({
            fingerprint: update.ref('excluded.fingerprint'),
            status: update.ref('excluded.status'),
            body: update.ref('excluded.body'),
            created_at: update.ref('excluded.created_at'),
            expires_at: update.ref('excluded.expires_at'),
          }))
          .where('idempotency.expires_at', '<=', nowMs),
      ),
)

/** Deletes at most `rowsMax` expired answers, the oldest first; returns how many. */
export async function deleteExpiredAnswers(
  trx: Trx,
  nowMs: number,
  rowsMax: number,
): Promise<number> {
  const expired = await trx
    .selectFrom('idempotency')
    .select(['api_key_id', 'idempotency_key'])
    .where('expires_at', '<=', nowMs)
    .orderBy('expires_at')
    .limit(rowsMax)
    .execute()
  for (const row of expired) {
    await trx
      .deleteFrom('idempotency')
      .where('api_key_id', '=', row.api_key_id)
      .where('idempotency_key', '=', row.idempotency_key)
      // A request may have replaced the answer meanwhile.
      .where('expires_at', '<=', nowMs)
      .execute()
  }
  return expired.length
}

export interface KeptRow {
  readonly name: IdempotencyName
  readonly status: number
  readonly encrypted: Buffer
}

/** Returns up to `limit` stored answers after this one, in the order of their names; to read all of them. */
export async function listAnswersAfter(
  db: Reader,
  after: Pick<KeptRow, 'name'> | undefined,
  limit: number,
): Promise<readonly KeptRow[]> {
  const { firstKeyId = '', keyDigest = '' } = after?.name ?? {}
  const rows = await db
    .selectFrom('idempotency')
    .select(['api_key_id', 'idempotency_key', 'status', 'body'])
    .where(({ or, and, eb }) =>
      or([
        eb('api_key_id', '>', firstKeyId),
        and([eb('api_key_id', '=', firstKeyId), eb('idempotency_key', '>', keyDigest)]),
      ]),
    )
    .orderBy('api_key_id')
    .orderBy('idempotency_key')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    name: { firstKeyId: row.api_key_id, keyDigest: row.idempotency_key },
    status: row.status,
    encrypted: row.body,
  }))
}

export async function deleteAnswers(
  trx: Trx,
  rows: readonly Pick<KeptRow, 'name'>[],
): Promise<void> {
  for (const { name } of rows) {
    await trx
      .deleteFrom('idempotency')
      .where('api_key_id', '=', name.firstKeyId)
      .where('idempotency_key', '=', name.keyDigest)
      .execute()
  }
}

/** Associated data of the encryption: an answer can be decrypted only in its own row. */
export function responseBinding(name: IdempotencyName, status: number): string {
  return `${name.firstKeyId}:${name.keyDigest}:${status}`
}
