// Proves that the stored data can be decrypted: every purpose key, and all or a sample of the values of every encrypted
// column, of the data keys, of the document-number index and of the images.

import { randomInt } from 'node:crypto'
import type { Appliance } from '../../appliance.ts'
import { DecryptError, decrypt, type EncryptionKey, tryDecrypt } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { openEachDataKey } from '../../data-keys/open-data-key.ts'
import { findInstance } from '../../db/instance.ts'
import { imageBinding } from '../../images/storage/image-binding.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { firstIdAt, type IdPrefix } from '../../kernel/ids.ts'
import { createTurns } from '../../kernel/turns.ts'
import { decryptClaims, searchIndexes } from '../../verifications/erasure/encrypted-columns.ts'
import { searchNameIndexes, searchPurpose } from '../../verifications/names/name-index.ts'
import { indexNumberUse } from '../../verifications/number-use.ts'
import type { Claims } from '../../verifications/verification.ts'
import { columnName, type EncryptedCell, encryptedTables } from './encrypted-columns-view.ts'
import { listImageFiles } from './encrypted-images-view.ts'
import { type IndexedRow, listIndexed, listWrapped } from './rotation-rows-view.ts'

type VerifyEncryptionNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'files'>

/**
 * `unreadable`: it does not decrypt: altered, moved, or under a key that is gone. `missing_file`: the image's file is
 * gone. `wrong_index`: a search by document number, or by name, does not find the verification.
 */
export type EncryptionFaultKind = 'unreadable' | 'missing_file' | 'wrong_index'

interface EncryptionFault {
  readonly kind: EncryptionFaultKind
  /** Such as `verifications.claims`; `images` for the files. */
  readonly column: string
  readonly id: string
}

export interface EncryptionVerdict {
  readonly purposeKeys: number
  /** Values that were decrypted, by table. */
  readonly checked: Readonly<Record<string, number>>
  /** Values of erased verifications, which nothing can decrypt. */
  readonly erased: number
  readonly faults: readonly EncryptionFault[]
  /** Faults beyond those that are listed. */
  readonly moreFaults: number
}

/** Rows per table of `svc crypto verify` without options. */
export const sampleDefault = 1_000
const rowsAtOnce = 100
/** A sample is drawn from so many places between the first start and now. */
const samplePlaces = 10
const faultsListedMax = 1_000

interface VerifyInput {
  /** Rows of each table; undefined for all. */
  readonly sample: number | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: (checked: number) => void
}

/** Reads rows after an id; returns the last id. */
type Step = (after: string, limit: number) => Promise<{ rows: number; last: string | undefined }>

/** @throws the reason of `signal` once that aborts */
export async function verifyEncryption(
  needs: VerifyEncryptionNeeds,
  input: VerifyInput,
): Promise<EncryptionVerdict> {
  const walk = createWalk(needs, input)
  const { longReader: db } = needs.db
  for (const { name, idPrefix, read } of encryptedTables) {
    await walk.over(name, idPrefix, async (after, limit) => {
      const { cells, last } = await read(db, after, limit)
      const keys = await openEachDataKey(needs, db, subjectsOf(cells))
      for (const cell of cells) {
        const about = { column: columnName(cell), id: cell.id }
        await walk.check(name, about, () => decryptCell(needs, cell, keys))
      }
      return { rows: cells.length, last }
    })
  }
  await walk.over('data_keys', 'ver', async (after, limit) => {
    const rows = await listWrapped(db, after, limit)
    for (const { subjectId: id, wrapped } of rows) {
      const open = () => needs.keyring.openDataKey(id, wrapped)
      await walk.check('data_keys', { column: 'data_keys.wrapped', id }, open)
    }
    return { rows: rows.length, last: rows.at(-1)?.subjectId }
  })
  await walk.over('id_number_index', 'ver', async (after, limit) => {
    const rows = await listIndexed(db, after, limit)
    for (const row of rows) await walk.checkIndexes(row)
    return { rows: rows.length, last: rows.at(-1)?.id }
  })
  await walk.over('images', 'img', async (after, limit) => {
    const rows = await listImageFiles(db, after, limit)
    const keys = await openEachDataKey(
      needs,
      db,
      rows.map(({ verificationId }) => verificationId),
    )
    for (const { id, verificationId, role, file } of rows) {
      await walk.check('images', { column: 'images', id }, async () => {
        const key = keyOf(keys, verificationId)
        return key && (await needs.files.read(file, key, imageBinding(role)))
      })
    }
    return { rows: rows.length, last: rows.at(-1)?.id }
  })
  return walk.end()
}

function createWalk(needs: VerifyEncryptionNeeds, { sample, signal, onProgress }: VerifyInput) {
  const checked: Record<string, number> = {}
  const faults: EncryptionFault[] = []
  const giveTurn = createTurns()
  let count = 0
  let erased = 0
  let moreFaults = 0
  const report = (
    kind: EncryptionFaultKind,
    { column, id }: Pick<EncryptionFault, 'column' | 'id'>,
  ) => {
    if (faults.length < faultsListedMax) faults.push({ kind, column, id })
    else moreFaults += 1
  }
  async function pages(step: Step, start: string, limit: number): Promise<void> {
    let after = start
    for (let read = 0; read < limit; ) {
      signal?.throwIfAborted()
      const { rows, last } = await step(after, Math.min(rowsAtOnce, limit - read))
      onProgress?.(count)
      if (last === undefined) return
      read += Math.max(rows, 1)
      after = last
    }
  }
  return {
    async over(name: string, prefix: IdPrefix | undefined, step: Step): Promise<void> {
      checked[name] = 0
      if (sample === undefined || prefix === undefined) {
        return pages(step, '', sample ?? Number.POSITIVE_INFINITY)
      }
      for (const start of await samplePoints(needs, prefix)) {
        await pages(step, start, Math.ceil(sample / samplePlaces))
      }
    },
    /** `read` returns undefined for a value whose verification was erased. */
    async check(
      table: string,
      about: Pick<EncryptionFault, 'column' | 'id'>,
      read: () => unknown,
    ): Promise<void> {
      await giveTurn()
      try {
        const value = await read()
        if (value === undefined) erased += 1
        else checked[table] = (checked[table] ?? 0) + 1
        count += 1
      } catch (error) {
        if (error instanceof DecryptError) report('unreadable', about)
        else if (hasCode(error, 'ENOENT')) report('missing_file', about)
        else throw error
      }
    },
    async checkIndexes(row: IndexedRow): Promise<void> {
      await giveTurn()
      for (const { table, column, isRight } of judgeIndexes(needs, row)) {
        if (isRight) checked[table] = (checked[table] ?? 0) + 1
        else report('wrong_index', { column, id: row.id })
      }
    },
    end: (): EncryptionVerdict => ({
      purposeKeys: needs.keyring.keyCount(),
      checked,
      erased,
      faults,
      moreFaults,
    }),
  }
}

interface JudgedIndex {
  readonly table: string
  readonly column: string
  readonly isRight: boolean
}

/** Leaves out an index that is not there, and both if the claims do not decrypt, which is a fault of its own. */
function judgeIndexes({ keyring }: VerifyEncryptionNeeds, row: IndexedRow): readonly JudgedIndex[] {
  const { id, environment, wrapped, index, nameIndex } = row
  if (wrapped === undefined || (index.length === 0 && nameIndex === undefined)) return []
  const claims = tryDecrypt(() => decryptClaims(keyring.openDataKey(id, wrapped), id, row.claims))
  if (claims === undefined) return []
  const scope = { environment, purpose: searchPurpose }
  const ofName = searchNameIndexes(keyring, scope, [claims.firstName, claims.lastName])
  const number = {
    table: 'id_number_index',
    column: 'verifications.id_number_index',
    isRight: isNumberRight(keyring, row, claims),
  }
  const name = {
    table: 'name_index',
    column: 'verification_names.digest',
    isRight: ofName.some((one) => nameIndex?.equals(one)),
  }
  return [...(index.length > 0 ? [number] : []), ...(nameIndex === undefined ? [] : [name])]
}

/** Judges the digest of the number, and those of the birth date and the name that are bound to it. */
function isNumberRight(keyring: Keyring, row: IndexedRow, claims: Claims): boolean {
  const found = searchIndexes(keyring, row.country, claims.idNumber ?? '')
  if (!found.some((one) => one.equals(row.index))) return false
  // While the key is replaced, a row may still be indexed with the older one.
  if (!found[0]?.equals(row.index)) return true
  const { birthDate, name } = indexNumberUse(keyring, row, claims) ?? {}
  return isSame(row.use.birthDate, birthDate) && isSame(row.use.name, name)
}

/** What is not indexed is not wrong. */
function isSame(indexed: Buffer | undefined, made: Buffer | undefined): boolean {
  return indexed === undefined || (made !== undefined && indexed.equals(made))
}

/** The start, so that small tables are read whole, and places by time. */
async function samplePoints(
  { db, clock }: VerifyEncryptionNeeds,
  prefix: IdPrefix,
): Promise<readonly string[]> {
  const nowMs = clock.now()
  const { createdAt = nowMs } = (await findInstance(db.reader)) ?? {}
  const times = Array.from(
    { length: samplePlaces - 1 },
    () => createdAt + randomInt(Math.max(1, Math.min(nowMs - createdAt, 2 ** 47))),
  )
  return ['', ...times.map((at) => firstIdAt(prefix, at))]
}

function subjectsOf(cells: readonly EncryptedCell[]): readonly string[] {
  const ids = cells.flatMap(({ under }) => (under.kind === 'subject' ? [under.subjectId] : []))
  return [...new Set(ids)]
}

/** By verification. An erased one has no key; the values of a damaged key are unreadable. */
type OpenedKeys = Awaited<ReturnType<typeof openEachDataKey>>

function keyOf(keys: OpenedKeys, subjectId: string): EncryptionKey | undefined {
  const key = keys.get(subjectId)
  if (key === 'damaged') throw new DecryptError()
  return key
}

function decryptCell(
  { keyring }: VerifyEncryptionNeeds,
  { under, encrypted, boundTo }: EncryptedCell,
  keys: OpenedKeys,
): Buffer | undefined {
  if (under.kind === 'purpose') return keyring.decryptSmall(under.purpose, encrypted, boundTo)
  const key = keyOf(keys, under.subjectId)
  return key && decrypt(key, encrypted, boundTo)
}
