import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { findApiKey } from '../../../server/keys/find-api-key.ts'
import { generateKeyText } from '../../../server/keys/key.ts'
import { findKey } from '../../../server/keys/key-view.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { newKey } from '../../support/api-key.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openAgain, openTestDatabase } from '../../support/database.ts'
import { readNotes } from '../../support/notes.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { turns } from '../../support/turns.ts'

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
