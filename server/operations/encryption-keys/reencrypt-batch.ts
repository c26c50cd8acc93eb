// Prepares one batch of a key rotation: reads the next rows, and encrypts anew those that an older key has encrypted.

import type { Appliance } from '../../appliance.ts'
import { keyIdOf, tryDecrypt } from '../../crypto/encrypt.ts'
import {
  type EncryptionPurpose,
  encryptionPurpose,
  type RotatablePurpose,
} from '../../crypto/purpose-key.ts'
import type { Trx } from '../../db/transaction.ts'
import { createTurns } from '../../kernel/turns.ts'
import { decryptClaims, indexIdNumber } from '../../verifications/erasure/encrypted-columns.ts'
import { indexName, searchPurpose } from '../../verifications/names/name-index.ts'
import { indexNumberUse, type NumberUse } from '../../verifications/number-use.ts'
import { replaceCell } from './encrypted-columns-store.ts'
import { type EncryptedCell, encryptedTables } from './encrypted-columns-view.ts'
import { replaceIndex, replaceNameIndex, rewrapDataKey } from './rotation-rows-store.ts'
import {
  countKeysUnderOther,
  type IndexedRow,
  listIndexed,
  listWrapped,
  type WrappedRow,
} from './rotation-rows-view.ts'

type ReencryptNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring'>

export interface Batch {
  readonly rowsRead: number
  /** Each writes one row; run all in one transaction. */
  readonly writes: readonly ((trx: Trx) => Promise<void>)[]
  readonly rowsFailed: number
  /** Rows that nothing can change and that still need the old key. */
  readonly rowsHeld: number
  /** Where the next batch starts; undefined at the end of the pass. */
  readonly next: string | undefined
}

/** What becomes of one row. `failed`: it does not decrypt, so it is left as it is. */
type RowChange = ((trx: Trx) => Promise<void>) | 'unchanged' | 'failed'

/** @param position A table's number and a row's id, as `next` gives it; empty for the start. */
export async function prepareBatch(
  needs: ReencryptNeeds,
  purpose: RotatablePurpose,
  position: string,
  limit: number,
): Promise<Batch> {
  const { db, clock, keyring } = needs
  switch (purpose) {
    case 'mac_api_key': {
      const held = await countKeysUnderOther(db.reader, keyring.keyId(purpose), clock.now())
      return { rowsRead: 0, writes: [], rowsFailed: 0, rowsHeld: held, next: undefined }
    }
    case 'wrapping': {
      const rows = await listWrapped(db.longReader, position, limit)
      const change = (row: WrappedRow) => rewrapped(needs, row)
      return batchOf(rows, change, rows.at(-1)?.subjectId)
    }
    case 'mac_blind_index': {
      const rows = await listIndexed(db.longReader, position, limit)
      return batchOf(rows, (row) => reindexed(needs, row), rows.at(-1)?.id)
    }
    default:
      return prepareCells(needs, purpose, position, limit)
  }
}

async function prepareCells(
  needs: ReencryptNeeds,
  purpose: RotatablePurpose,
  position: string,
  limit: number,
): Promise<Batch> {
  const tables = encryptedTables.filter(
    (table) => table.purpose !== undefined && encryptionPurpose[table.purpose] === purpose,
  )
  const [number = '0', after = ''] = position.split(/:(.*)/s)
  const table = tables[Number(number)]
  if (table === undefined) return batchOf([], () => 'unchanged', undefined)
  const { cells, last } = await table.read(needs.db.longReader, after, limit)
  const next = last === undefined ? `${Number(number) + 1}:` : `${Number(number)}:${last}`
  const isLast = last === undefined && Number(number) + 1 >= tables.length
  return batchOf(cells, (cell) => reencrypted(needs, cell), isLast ? undefined : next)
}

async function batchOf<Row>(
  rows: readonly Row[],
  change: (row: Row) => RowChange,
  next: string | undefined,
): Promise<Batch> {
  const giveTurn = createTurns()
  const writes: ((trx: Trx) => Promise<void>)[] = []
  let rowsFailed = 0
  for (const row of rows) {
    const changed = change(row)
    if (changed === 'failed') rowsFailed += 1
    else if (changed !== 'unchanged') writes.push(changed)
    await giveTurn()
  }
  return { rowsRead: rows.length, writes, rowsFailed, rowsHeld: 0, next }
}

function rewrapped({ keyring }: ReencryptNeeds, row: WrappedRow): RowChange {
  const wrappingKeyId = keyring.keyId('wrapping')
  if (row.wrappingKeyId === wrappingKeyId) return 'unchanged'
  return unlessDamaged(() => {
    const wrapped = keyring.wrapDataKey(
      row.subjectId,
      keyring.openDataKey(row.subjectId, row.wrapped),
    )
    return (trx) => rewrapDataKey(trx, row, { wrappingKeyId, wrapped })
  })
}

function reindexed({ keyring }: ReencryptNeeds, row: IndexedRow): RowChange {
  const { id, environment, country, wrapped, index, nameIndex } = row
  if (wrapped === undefined || (index.length === 0 && nameIndex === undefined)) return 'unchanged'
  return unlessDamaged(() => {
    const claims = decryptClaims(keyring.openDataKey(id, wrapped), id, row.claims)
    const newer = changed(index, indexIdNumber(keyring, country, claims.idNumber))
    const scope = { environment, purpose: searchPurpose }
    const newerName = changed(nameIndex, indexName(keyring, scope, claims))
    if (newer === undefined && newerName === undefined) return 'unchanged'
    const use = onlyIndexed(row.use, indexNumberUse(keyring, row, claims))
    return async (trx) => {
      if (newer) await replaceIndex(trx, row, { index: newer, use })
      if (newerName) await replaceNameIndex(trx, row, newerName)
    }
  })
}

/** Returns the newer digest if there is an older one to replace. */
function changed(older: Buffer | undefined, newer: Buffer | undefined): Buffer | undefined {
  const isKept = older === undefined || older.length === 0 || newer?.equals(older)
  return isKept ? undefined : newer
}

/** What was not indexed at the submission stays so. */
function onlyIndexed(before: NumberUse, newer: NumberUse | undefined): NumberUse {
  return {
    birthDate: before.birthDate && newer?.birthDate,
    name: before.name && newer?.name,
  }
}

function reencrypted({ keyring }: ReencryptNeeds, cell: EncryptedCell): RowChange {
  const { under, encrypted, boundTo } = cell
  if (under.kind === 'subject') return 'unchanged'
  const purpose: EncryptionPurpose = under.purpose
  if (keyIdOf(encrypted) === keyring.keyId(encryptionPurpose[purpose])) return 'unchanged'
  return unlessDamaged(() => {
    const plaintext = keyring.decryptSmall(purpose, encrypted, boundTo)
    const newer = keyring.encryptSmall(purpose, plaintext, boundTo)
    return (trx) => replaceCell(trx, cell, newer)
  })
}

function unlessDamaged(change: () => RowChange): RowChange {
  return tryDecrypt(change) ?? 'failed'
}
