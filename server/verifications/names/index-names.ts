// Keeps the index of names as the setting SVC_SEARCH_NAMES says. A submission indexes its own name; the scheduled task
// here indexes the older verifications after the setting was turned on, and deletes the index after it was turned off.

import type { Appliance } from '../../appliance.ts'
import { tryDecrypt } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { firstIdAt, instantOfId } from '../../kernel/ids.ts'
import { createTurns } from '../../kernel/turns.ts'
import { decryptClaims } from '../erasure/encrypted-columns.ts'
import type { Claims, Verification } from '../verification.ts'
import { indexName, type NameIndexProgress, searchPurpose } from './name-index.ts'
import {
  deleteSomeNames,
  insertName,
  isAnyNameIndexed,
  readIndexedTo,
  setIndexedTo,
} from './name-store.ts'
import type { VerificationNameTable } from './name-table.ts'
import { isAnyUnnamed, listKept, listToIndex } from './name-view.ts'

export interface NameIndexNeeds {
  readonly keyring: Pick<Keyring, 'mac'>
  readonly config: { readonly search: { readonly names: boolean } }
}

type IndexingNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

const rowsAtOnce = 200

/**
 * Verifications of the last minutes are left for later: nodes that still run with the older setting may commit them
 * without their names, and ids are made a moment before they are committed.
 */
const settledAfterMs = 10 * 60_000

/** Indexes the name of a new verification, in the transaction that submits it. */
export async function indexSubmittedName(
  needs: NameIndexNeeds,
  trx: Trx,
  { id, environment }: Pick<Verification, 'id' | 'environment'>,
  claims: Claims,
): Promise<void> {
  if (!needs.config.search.names) return
  const digest = indexName(needs.keyring, { environment, purpose: searchPurpose }, claims)
  if (digest !== undefined) await insertName(trx, { environment, digest, verification_id: id })
}

/**
 * Goes on from where the last run stopped, and stops when told to. Returns the number of names that were indexed or
 * deleted.
 */
export async function keepNameIndex(needs: IndexingNeeds, stopping: AbortSignal): Promise<number> {
  return needs.config.search.names ? indexOlder(needs, stopping) : deleteIndex(needs, stopping)
}

export async function readNameIndexProgress({
  db: { reader },
  clock,
  config,
}: Pick<IndexingNeeds, 'db' | 'clock' | 'config'>): Promise<NameIndexProgress> {
  if (!config.search.names) {
    return { state: (await isAnyNameIndexed(reader)) ? 'deleting' : 'off' }
  }
  const after = await readIndexedTo(reader)
  const before = firstIdAt('ver', clock.now() - settledAfterMs)
  const isBehind = await isAnyUnnamed(reader, { after, before, limit: rowsAtOnce })
  if (!isBehind) return { state: 'complete' }
  return { state: 'indexing', indexedTo: after === '' ? undefined : instantOfId(after) }
}

async function indexOlder(needs: IndexingNeeds, stopping: AbortSignal): Promise<number> {
  const { db, clock } = needs
  const before = firstIdAt('ver', clock.now() - settledAfterMs)
  let after = await readIndexedTo(db.reader)
  let count = 0
  while (!stopping.aborted) {
    const rows = await listToIndex(db.longReader, { after, before, limit: rowsAtOnce })
    const last = rows.at(-1)
    if (last === undefined) break
    const names = await digestNames(needs, rows)
    await inTransaction(db, async (trx) => {
      // An erasure may have come in between.
      const kept = await listKept(
        trx,
        names.map((name) => name.verification_id),
      )
      for (const name of names) if (kept.has(name.verification_id)) await insertName(trx, name)
      await setIndexedTo(trx, last.id)
    })
    after = last.id
    count += names.length
  }
  return count
}

async function digestNames(
  { keyring }: IndexingNeeds,
  rows: Awaited<ReturnType<typeof listToIndex>>,
): Promise<readonly VerificationNameTable[]> {
  const giveTurn = createTurns()
  const names: VerificationNameTable[] = []
  for (const { id, environment, claims, wrapped, isIndexed } of rows) {
    if (isIndexed || wrapped === undefined) continue
    await giveTurn()
    const claimed = openClaims(keyring, { id, claims, wrapped })
    const scope = { environment, purpose: searchPurpose }
    const digest = claimed && indexName(keyring, scope, claimed)
    if (digest !== undefined) names.push({ environment, digest, verification_id: id })
  }
  return names
}

/** Returns undefined for claims that do not decrypt: `svc crypto verify` reports those. */
function openClaims(
  keyring: Keyring,
  { id, claims, wrapped }: { readonly id: string; readonly claims: Buffer; wrapped: Buffer },
): Claims | undefined {
  return tryDecrypt(() => decryptClaims(keyring.openDataKey(id, wrapped), id, claims))
}

async function deleteIndex({ db }: IndexingNeeds, stopping: AbortSignal): Promise<number> {
  let count = 0
  while (!stopping.aborted && (await isAnyNameIndexed(db.reader))) {
    count += await inTransaction(db, (trx) => deleteSomeNames(trx, rowsAtOnce))
  }
  return count
}
