import assert from 'node:assert/strict'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { DecryptError, decrypt, encrypt } from '../../../server/crypto/encrypt.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { readOfferedKeys } from '../../../server/crypto/master-key-source.ts'
import { createPurposeKeys } from '../../../server/data-keys/create-purpose-keys.ts'
import { openKeyHolder } from '../../../server/data-keys/key-holder.ts'
import { openDataKey } from '../../../server/data-keys/open-data-key.ts'
import {
  insertMasterKey,
  listMasterKeys,
  retireMasterKey,
} from '../../../server/data-keys/purpose-key-store.ts'
import { rewrapPurposeKeys } from '../../../server/data-keys/rewrap-purpose-keys.ts'
import { storeDataKey } from '../../../server/data-keys/store-data-key.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { readDataKeyUse } from '../../../server/doctor/data-key-use-view.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const keyring = testKeyring()

/** Makes and keeps a subject's key; gives back something encrypted under it. */
async function keepKeyOf({ db, clock }: TestDatabase, subjectId: string): Promise<Buffer> {
  const key = keyring.createDataKey()
  await inTransaction(db, (trx) => storeDataKey({ clock, keyring }, trx, subjectId, key))
  return encrypt(key, Buffer.from('kept'), 'here')
}

describe('a data key', () => {
  test('decrypts what was encrypted under it, from the database alone', async (t) => {
    const database = await openTestDatabase(t)
    const encrypted = await keepKeyOf(database, 'ver_1')
    const key = await openDataKey({ keyring: testKeyring() }, database.db.reader, 'ver_1')
    assert.ok(key)
    assert.equal(decrypt(key, encrypted, 'here').toString(), 'kept')
  })

  test('is written down with the purpose key that wraps it', async (t) => {
    const database = await openTestDatabase(t)
    await keepKeyOf(database, 'ver_1')
    const row = database.db.raw.prepare('select wrapping_key_id, created_at from data_keys').get()
    assert.deepEqual(row, {
      wrapping_key_id: keyring.keyId('wrapping'),
      created_at: database.clock.now(),
    })
  })

  test('of one subject cannot stand in for the key of another, whoever swaps the rows', async (t) => {
    const database = await openTestDatabase(t)
    await keepKeyOf(database, 'ver_1')
    await keepKeyOf(database, 'ver_2')
    database.db.raw.exec(
      `update data_keys set wrapped = (select wrapped from data_keys where subject_id = 'ver_2')`,
    )
    const opening = openDataKey({ keyring }, database.db.reader, 'ver_1')
    await assert.rejects(opening, DecryptError)
  })

  test('does not open under another master key', async (t) => {
    const database = await openTestDatabase(t)
    await keepKeyOf(database, 'ver_1')
    const opening = openDataKey({ keyring: testKeyring(8) }, database.db.reader, 'ver_1')
    await assert.rejects(opening, DecryptError)
  })

  test('that was destroyed is absent, which is not an error', async (t) => {
    const database = await openTestDatabase(t)
    await keepKeyOf(database, 'ver_1')
    database.db.raw.exec(`delete from data_keys where subject_id = 'ver_1'`)
    assert.equal(await openDataKey({ keyring }, database.db.reader, 'ver_1'), undefined)
  })

  test('is never replaced', async (t) => {
    const database = await openTestDatabase(t)
    await keepKeyOf(database, 'ver_1')
    await assert.rejects(keepKeyOf(database, 'ver_1'), isUniqueViolation)
  })
})

test('data keys without a verification, and verifications without a key, are counted, the first ten named', async (t) => {
  const database = await openTestDatabase(t)
  const { db } = database
  for (const id of ['ver_1', 'ver_2']) await keepKeyOf(database, id)
  const keep = db.raw.prepare(
    "insert into verifications (id, environment, api_key_id, country, id_type, status, claims, reasons, checks, findings, created_at) values (?, 'live', 'key_1', 'SN', 'PASSPORT', 'approved', ?, '[]', '{}', '[]', 0)",
  )
  const lost = Array.from({ length: 12 }, (_, index) => `ver_lost_${10 + index}`)
  for (const id of ['ver_2', ...lost]) keep.run(id, Buffer.from('encrypted'))
  // Erased.
  keep.run('ver_4', Buffer.alloc(0))
  assert.deepEqual(await readDataKeyUse(db.reader), {
    unused: { count: 1, ids: ['ver_1'] },
    missing: { count: 12, ids: lost.slice(0, 10) },
  })
})

test('a master key that comes back is in use from then on, and listed first', async (t) => {
  const { db } = await openTestDatabase(t)
  await inTransaction(db, async (trx) => {
    await insertMasterKey(trx, 'one', 1)
    await retireMasterKey(trx, 'one', 2)
    await insertMasterKey(trx, 'other', 2)
    await retireMasterKey(trx, 'other', 3)
    await insertMasterKey(trx, 'one', 3)
  })
  const listed = await listMasterKeys(db.reader)
  assert.deepEqual(
    listed.map(({ fingerprint, usedSince, replacedAt }) => [fingerprint, usedSince, replacedAt]),
    [
      ['one', 3, undefined],
      ['other', 2, 3],
    ],
  )
})

test('a process that does not get the new master key goes on, and asks its source once a minute', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { log, of } = captureLog(clock)
  const folder = tempFolder(t)
  const settings = { masterKeyFile: join(folder, 'master.key') }
  const [from, to] = [createMasterKey(settings.masterKeyFile), createMasterKey(join(folder, 'to'))]
  await inTransaction(db, (trx) => createPurposeKeys(trx, from, clock.now()))
  const offered = await readOfferedKeys(settings)
  const holder = await openKeyHolder({ db, clock, log, settings }, offered)
  const kept = holder.keyring.encryptSmall('event', Buffer.from('kept'), 'here')
  await inTransaction(db, (trx) => rewrapPurposeKeys(trx, { from, to }, clock.now()))
  await holder.refresh()
  renameSync(join(folder, 'to'), settings.masterKeyFile)
  clock.advance(59_999)
  await holder.refresh()
  assert.equal(holder.heldMasterKeyId(), from.fingerprint)
  assert.equal(holder.keyring.decryptSmall('event', kept, 'here').toString(), 'kept')
  clock.advance(1)
  await holder.refresh()
  assert.equal(holder.heldMasterKeyId(), to.fingerprint)
  assert.equal(of('master_key_not_available').length, 1)
})

test('callers that refresh the keys at the same time run the command that is the source once', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const { log } = captureLog()
  const folder = tempFolder(t)
  const masterKeyFile = join(folder, 'master.key')
  const [from, to] = [createMasterKey(masterKeyFile), createMasterKey(join(folder, 'to'))]
  await inTransaction(db, (trx) => createPurposeKeys(trx, from, clock.now()))
  const offered = await readOfferedKeys({ masterKeyFile })
  const runs = join(folder, 'runs')
  const masterKeyCommand = ['/bin/sh', '-c', `echo run >>'${runs}'; cat '${join(folder, 'to')}'`]
  const settings = { masterKeyFile, masterKeyCommand }
  const holder = await openKeyHolder({ db, clock, log, settings }, offered)
  await inTransaction(db, (trx) => rewrapPurposeKeys(trx, { from, to }, clock.now()))
  await Promise.all([holder.refresh(), holder.refresh(), holder.refresh()])
  assert.equal(holder.heldMasterKeyId(), to.fingerprint)
  assert.equal(readFileSync(runs, 'utf8'), 'run\n')
})
