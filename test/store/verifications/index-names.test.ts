import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { insertDataKey } from '../../../server/data-keys/data-key-store.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { eraseColumnsOf } from '../../../server/verifications/erasure/erase-columns.ts'
import {
  indexSubmittedName,
  keepNameIndex,
} from '../../../server/verifications/names/index-names.ts'
import { searchNameIndexes, searchPurpose } from '../../../server/verifications/names/name-index.ts'
import { listIdsByName, listToIndex } from '../../../server/verifications/names/name-view.ts'
import type { Claims, Verification } from '../../../server/verifications/verification.ts'
import { keepCompleted, indexKeyring as keyring } from '../../support/console-verifications.ts'
import { openTestDatabase, plansOf, type TestDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testDataKey } from '../../support/verification.ts'

const running = new AbortController().signal
const awa = { firstName: 'Awa', lastName: 'N’Diaye' }

function needsOf({ db, clock }: TestDatabase, names: boolean) {
  const config = { search: { names } } as Parameters<typeof keepNameIndex>[0]['config']
  return { db, clock, keyring, config }
}

/** Writes a verification with its data key, as a submission does. */
async function keep(database: TestDatabase, names: Claims): Promise<Verification> {
  const verification = await keepCompleted(database, { names })
  const { id: subjectId } = verification
  const wrapped = keyring.wrapDataKey(subjectId, testDataKey)
  const key = { subjectId, wrapped, wrappingKeyId: keyring.keyId('wrapping') }
  await inTransaction(database.db, (trx) => insertDataKey(trx, key, database.clock.now()))
  return verification
}

async function found({ db }: TestDatabase, text: string): Promise<readonly string[]> {
  const scope = { environment: 'live', purpose: searchPurpose } as const
  const digests = searchNameIndexes(keyring, scope, [text])
  return listIdsByName(db.reader, { environment: 'live', digests }, 20)
}

describe('the index of names', () => {
  test('takes in older verifications once it is on, and goes on where it stopped', async (t) => {
    const database = await openTestDatabase(t)
    const first = await keep(database, awa)
    const unnamed = await keep(database, {})
    const needs = needsOf(database, true)
    assert.equal(await keepNameIndex(needs, running), 0, 'the last minutes are left for later')
    database.clock.advance(11 * 60_000)
    assert.equal(await keepNameIndex(needs, AbortSignal.abort()), 0)
    assert.equal(await keepNameIndex(needs, running), 1)
    assert.deepEqual(await found(database, 'NDIAYE awa'), [first.id])
    const second = await keep(database, awa)
    database.clock.advance(11 * 60_000)
    assert.equal(await keepNameIndex(needs, running), 1, 'what was indexed is not read again')
    assert.deepEqual(await found(database, 'awa ndiaye'), [second.id, first.id])
    assert.equal((await found(database, 'awa')).length, 0)
    assert.notEqual(unnamed.id, first.id)
  })

  test('has a submission in its own transaction if it is on, and nothing if it is off', async (t) => {
    const database = await openTestDatabase(t)
    const verification = await keep(database, awa)
    const submit = (names: boolean) =>
      inTransaction(database.db, (trx) =>
        indexSubmittedName(needsOf(database, names), trx, verification, awa),
      )
    await submit(false)
    assert.deepEqual(await found(database, 'awa ndiaye'), [])
    await submit(true)
    assert.deepEqual(await found(database, 'awa ndiaye'), [verification.id])
    database.clock.advance(11 * 60_000)
    assert.equal(await keepNameIndex(needsOf(database, true), running), 0)
  })

  test('is deleted once it is off, and made anew once it is on again', async (t) => {
    const database = await openTestDatabase(t)
    const { id } = await keep(database, awa)
    database.clock.advance(11 * 60_000)
    await keepNameIndex(needsOf(database, true), running)
    assert.equal(await keepNameIndex(needsOf(database, false), running), 1)
    assert.deepEqual(await found(database, 'awa ndiaye'), [])
    assert.equal(await keepNameIndex(needsOf(database, false), running), 0)
    await keepNameIndex(needsOf(database, true), running)
    assert.deepEqual(await found(database, 'awa ndiaye'), [id])
  })

  test('loses the entry of an erased person, and never gets it back', async (t) => {
    const database = await openTestDatabase(t)
    const verification = await keep(database, awa)
    const needs = needsOf(database, true)
    database.clock.advance(11 * 60_000)
    await keepNameIndex(needs, running)
    const erased = await inTransaction(database.db, async (trx) => {
      await trx.deleteFrom('data_keys').where('subject_id', '=', verification.id).execute()
      return eraseColumnsOf(trx, verification)
    })
    assert.equal(erased?.indexEntries, 1)
    assert.deepEqual(await found(database, 'awa ndiaye'), [])
    await keepNameIndex(needsOf(database, false), running)
    assert.equal(await keepNameIndex(needs, running), 0)
  })

  test('leaves out claims that do not decrypt', async (t) => {
    const database = await openTestDatabase(t)
    const { id } = await keep(database, awa)
    await inTransaction(database.db, (trx) =>
      trx
        .updateTable('verifications')
        .set({ claims: Buffer.from('damaged') })
        .where('id', '=', id)
        .execute(),
    )
    const other = await keep(database, awa)
    database.clock.advance(11 * 60_000)
    assert.equal(await keepNameIndex(needsOf(database, true), running), 1)
    assert.deepEqual(await found(database, 'awa ndiaye'), [other.id])
  })

  test('is read and made from indexes alone', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const digests = [Buffer.alloc(32), Buffer.alloc(32, 1)]
    const plan = await plansOf(t, file, async (trx) => {
      await listIdsByName(trx, { environment: 'live', digests }, 20)
      await listToIndex(trx, { after: 'ver_0', before: 'ver_1', limit: 200 })
    })
    assert.doesNotMatch(plan.join('\n'), /SCAN/)
    const [byName] = plan
    assert.match(byName ?? '', /PRIMARY KEY \(environment=\? AND digest=\?\)/, plan.join('\n'))
  })
})
