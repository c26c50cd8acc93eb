import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { findApiKey } from '../../../server/keys/find-api-key.ts'
import { environmentOfKeyText, generateKeyText } from '../../../server/keys/key.ts'
import { findKey, listKeys } from '../../../server/keys/key-view.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { apiKey, newKey } from '../../support/api-key.ts'
import { captureLog } from '../../support/captured-log.ts'
import {
  bytesOnDisk,
  openAgain,
  openTestDatabase,
  type TestDatabase,
} from '../../support/database.ts'
import { readNotes, writeNote } from '../../support/notes.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { turns } from '../../support/turns.ts'

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

async function openKeyStore(t: Parameters<typeof openTestDatabase>[0], expiresAt?: number) {
  const database = await openTestDatabase(t)
  const { log, of } = captureLog(database.clock)
  const needs = { ...database, log, keyring: testKeyring() }
  const { key, text } = await createKey(needs, fromCommandLine, newKey({ expiresAt }))
  const find = () => findApiKey(needs, text)
  const lastUsedAt = async () => (await findKey(database.db.reader, key.id))?.lastUsedAt
  /** Notes are written in the background; some turns of the loop bring them to disk. */
  const settled = () => turns(10)
  return { ...needs, database, key, text, find, lastUsedAt, settled, of }
}

describe('an API key of a request', () => {
  test('is the key whose text it brings', async (t) => {
    const { find, key } = await openKeyStore(t)
    assert.deepEqual(await find(), key)
  })

  test('with a revoked key is nobody, at once, also when another process revoked it', async (t) => {
    const { file, key, find, clock, keyring } = await openKeyStore(t)
    assert.ok(await find())
    await revokeKey({ db: openAgain(t, file), clock, keyring }, fromCommandLine, key.id)
    assert.equal(await find(), undefined)
  })

  test('with a key that another process made is known at once', async (t) => {
    const apiKey = await openKeyStore(t)
    const elsewhere = { ...apiKey, db: openAgain(t, apiKey.file) }
    const { key, text } = await createKey(elsewhere, fromCommandLine, newKey())
    assert.deepEqual(await findApiKey(apiKey, text), key)
  })

  test('with an expired key is nobody from that millisecond on', async (t) => {
    const expiresAt = Date.UTC(2026, 10, 22)
    const { clock, find } = await openKeyStore(t, expiresAt)
    clock.advance(expiresAt - clock.now() - 1)
    assert.ok(await find())
    clock.advance(1)
    assert.equal(await find(), undefined)
  })

  test('with a well-formed key that was never given out is nobody', async (t) => {
    const apiKey = await openKeyStore(t)
    assert.equal(await findApiKey(apiKey, generateKeyText('live')), undefined)
  })

  test('with a key from under another pepper is nobody', async (t) => {
    const apiKey = await openKeyStore(t)
    assert.equal(await findApiKey({ ...apiKey, keyring: testKeyring(8) }, apiKey.text), undefined)
  })

  test('with junk is nobody, and the database is not asked', async (t) => {
    const apiKey = await openKeyStore(t)
    const reader = new Proxy(apiKey.db.reader, { get: () => assert.fail('asked') })
    for (const junk of ['', 'x', apiKey.text.slice(0, -1), `${apiKey.text.slice(0, -1)}!`]) {
      assert.equal(await findApiKey({ ...apiKey, db: { ...apiKey.db, reader } }, junk), undefined)
    }
  })
})

describe('the last use of a key', () => {
  test('is noted at the first and then at most once a minute', async (t) => {
    const { clock, find, lastUsedAt, settled } = await openKeyStore(t)
    assert.equal(await lastUsedAt(), undefined)
    const first = clock.now()
    await find()
    await settled()
    assert.equal(await lastUsedAt(), first)
    clock.advance(59_999)
    await find()
    await settled()
    assert.equal(await lastUsedAt(), first)
    clock.advance(1)
    await find()
    await settled()
    assert.equal(await lastUsedAt(), first + 60_000)
  })

  test(
    'is written once where fifty requests come at once, and then not asked for',
    onSqlite,
    async (t) => {
      const apiKey = await openKeyStore(t)
      const { database, settled } = apiKey
      database.db.raw.exec(
        `create trigger noted after update on api_keys begin insert into data_keys values (hex(randomblob(8)), '', x'00', 0); end`,
      )
      let transactions = 0
      const write: typeof database.db.write = (work) => {
        transactions += 1
        return database.db.write(work)
      }
      const needs = { ...apiKey, db: { ...database.db, write } }
      const findFifty = () =>
        Promise.all(Array.from({ length: 50 }, () => findApiKey(needs, apiKey.text)))
      await findFifty()
      await settled()
      assert.equal(readNotes(database.db).length, 1)
      transactions = 0
      await findFifty()
      assert.equal(transactions, 0)
    },
  )

  test('that cannot be noted turns nobody away, and is said in the log', onSqlite, async (t) => {
    const { database, find, key, of, settled } = await openKeyStore(t)
    database.db.raw.exec(
      `create trigger full before update on api_keys begin select raise(fail, 'full'); end`,
    )
    assert.deepEqual(await find(), key)
    await settled()
    assert.deepEqual(
      of('key_use_not_noted').map(({ api_key_id }) => api_key_id),
      [key.id],
    )
  })
})
