import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { environmentOfKeyText } from '../../../server/keys/key.ts'
import { findKey, listKeys } from '../../../server/keys/key-view.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { apiKey, newKey } from '../../support/api-key.ts'
import { bytesOnDisk, openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const keyring = testKeyring()

function make(database: TestDatabase, more: Parameters<typeof newKey>[0] = {}) {
  return createKey({ ...database, keyring }, fromCommandLine, newKey(more))
}

describe('creating a key', () => {
  test('gives its text once and keeps everything else', async (t) => {
    const database = await openTestDatabase(t)
    const asked = newKey({
      environment: 'sandbox',
      scopes: ['kyc.read'],
      allowedCidrs: ['10.0.0.0/8'],
      expiresAt: database.clock.now() + 1000,
    })
    const { key, text } = await createKey({ ...database, keyring }, fromCommandLine, asked)
    assert.equal(environmentOfKeyText(text), 'sandbox')
    assert.deepEqual(key, {
      ...apiKey(asked),
      id: key.id,
      hint: { first4: text.slice(12, 16), last4: text.slice(-4) },
      createdAt: database.clock.now(),
    })
    assert.deepEqual(await findKey(database.db.reader, key.id), key)
  })

  test('keeps neither the text nor its secret part anywhere on disk', onSqlite, async (t) => {
    const database = await openTestDatabase(t)
    const made = await Promise.all(['a', 'b', 'c'].map((name) => make(database, { name })))
    const bytes = bytesOnDisk(database.file)
    for (const { key, text } of made) {
      assert.ok(bytes.includes(key.id), 'what is kept is found this way')
      assert.ok(bytes.includes(keyring.mac('api-key', text)), 'its keyed digest is kept')
      const secret = text.slice(text.lastIndexOf('_') + 1)
      for (const part of [text, secret, secret.slice(4, -4), secret.slice(0, 8)]) {
        assert.ok(!bytes.includes(part))
      }
    }
  })

  test('fails as a whole when what must be written with it fails', async (t) => {
    const database = await openTestDatabase(t)
    const creating = createKey({ ...database, keyring }, fromCommandLine, newKey(), {
      async inSameTransaction(trx, { key }) {
        await writeNote(trx, key.id)
        throw new Error('no space')
      },
    })
    await assert.rejects(creating, /no space/)
    assert.deepEqual(await listKeys(database.db.reader, {}, { limit: 10, after: undefined }), [])
    assert.deepEqual(readNotes(database.db), [])
  })
})

describe('listing keys', () => {
  async function pageOf(
    { db }: TestDatabase,
    limit: number,
    after?: string,
  ): Promise<readonly string[]> {
    const rows = await listKeys(db.reader, { environment: 'live' }, { limit, after })
    return rows.map(({ name }) => name)
  }

  async function makeInOrder(database: TestDatabase, names: readonly string[]) {
    const ids: string[] = []
    for (const name of names) {
      ids.push((await make(database, { name })).key.id)
      database.clock.advance(1)
    }
    return ids
  }

  test('shows the newest first, one more than asked for, of one environment', async (t) => {
    const database = await openTestDatabase(t)
    await makeInOrder(database, ['1', '2', '3', '4'])
    await make(database, { name: 'other', environment: 'sandbox' })
    assert.deepEqual(await pageOf(database, 2), ['4', '3', '2'])
    assert.deepEqual(await pageOf(database, 4), ['4', '3', '2', '1'])
  })

  test('goes on after the last one seen, whatever was made in between', async (t) => {
    const database = await openTestDatabase(t)
    const ids = await makeInOrder(database, ['1', '2', '3', '4', '5'])
    assert.deepEqual(await pageOf(database, 2), ['5', '4', '3'])
    await makeInOrder(database, ['6', '7'])
    assert.deepEqual(await pageOf(database, 2, ids[3]), ['3', '2', '1'])
    assert.deepEqual(await pageOf(database, 2, ids[0]), [])
  })
})

describe('revoking a key', () => {
  test('ends it now; doing it again changes nothing', async (t) => {
    const database = await openTestDatabase(t)
    const { key } = await make(database)
    database.clock.advance(5)
    const revoked = await revokeKey({ ...database, keyring }, fromCommandLine, key.id)
    const after = { ...key, revokedAt: database.clock.now() }
    assert.deepEqual(revoked, { key: after, children: [], left: [] })
    database.clock.advance(5)
    assert.deepEqual(await revokeKey({ ...database, keyring }, fromCommandLine, key.id), revoked)
    assert.deepEqual(await findKey(database.db.reader, key.id), after)
  })

  test('that does not exist is not found', async (t) => {
    const database = await openTestDatabase(t)
    await assert.rejects(
      revokeKey({ ...database, keyring }, fromCommandLine, 'key_none'),
      (error) => error instanceof AppError && error.code === 'not_found',
    )
  })

  test('leaves the others alone', async (t) => {
    const database = await openTestDatabase(t)
    const [one, two] = [await make(database), await make(database)]
    await revokeKey({ ...database, keyring }, fromCommandLine, one.key.id)
    assert.deepEqual(await findKey(database.db.reader, two.key.id), two.key)
  })
})

test('a damaged row is an error, never a key with other rights', async (t) => {
  const database = await openTestDatabase(t)
  const { key } = await make(database)
  for (const scopes of ['["root"]', '{}', 'kyc.read', '']) {
    await inTransaction(database.db, (trx) =>
      trx.updateTable('api_keys').set({ scopes }).where('id', '=', key.id).execute(),
    )
    await assert.rejects(findKey(database.db.reader, key.id), scopes)
  }
})
