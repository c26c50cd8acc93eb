import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { keyPurposes, rotatablePurposes } from '../../../server/crypto/purpose-key.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { encryptedTables } from '../../../server/operations/encryption-keys/encrypted-columns-view.ts'
import { readEncryptionState } from '../../../server/operations/encryption-keys/read-encryption-state.ts'
import { readStalled } from '../../../server/operations/encryption-keys/read-key-progress.ts'
import { rotateKeys } from '../../../server/operations/encryption-keys/rotate-keys.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { turns } from '../../support/turns.ts'

describe('new data keys', () => {
  let app: RunningAppliance
  before(async () => {
    app = await startAppliance({ settings: { SVC_SEARCH_NAMES: 'yes' } })
  })
  after(() => app.close())

  /** Lets the background work go on; every step reads and writes the real database. */
  async function pass(steps: number, ms = 2_000): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      app.clock.advance(ms)
      await app.appliance.keyHolder.refresh()
      await app.server.keyRotator.idle()
    }
  }
  const states = async () => (await readEncryptionState(app.appliance)).rotations
  const checked = () => verifyEncryption(app.appliance, { sample: undefined })

  test('are used at once, reach every row, and the old ones are destroyed a day later', async () => {
    await verifyInSandbox(app)
    const url = 'https://hooks.bank.example/svc'
    const json = { url, events: ['verification.completed'], active: false }
    const headers = { 'Idempotency-Key': 'once' }
    const webhook = await call(`${app.url}/webhooks`, { key: app.sandboxKey, json, headers })
    assert.equal(webhook.status, 201)
    const wasId = app.appliance.keyring.keyId('wrapping')
    const start = await rotateKeys(app.appliance, fromCommandLine, rotatablePurposes)
    assert.equal(start.kind, 'started')
    const again = await rotateKeys(app.appliance, fromCommandLine, ['wrapping'])
    assert.match(again.kind === 'refused' ? again.why : '', /wrapping is under way/)
    assert.equal(app.appliance.keyring.keyId('wrapping'), wasId)
    await pass(3)
    assert.notEqual(app.appliance.keyring.keyId('wrapping'), wasId)
    await verifyInSandbox(app)
    await pass(80)
    const unsettled = (await states()).filter(({ reencryptedAt }) => reencryptedAt === undefined)
    assert.deepEqual(
      unsettled.map(({ purpose }) => purpose),
      ['mac_api_key'],
    )
    const before = await checked()
    assert.deepEqual(before.faults, [])
    assert.deepEqual([before.checked.webhooks, before.checked.idempotency], [1, 1])
    await pass(1, 25 * 60 * 60 * 1000)
    await pass(40)
    const finished = (await states()).filter(({ finishedAt }) => finishedAt !== undefined)
    assert.equal(finished.length, rotatablePurposes.length - 1)
    const verdict = await checked()
    assert.deepEqual(verdict.faults, [])
    assert.deepEqual([verdict.checked.id_number_index, verdict.checked.name_index], [2, 2])
    // One for each purpose, and the pepper that the test's API keys were made under.
    assert.equal(verdict.purposeKeys, keyPurposes.length + 1)
    const listed = await call(`${app.url}/kyc/verifications`, { key: app.sandboxKey })
    assert.equal(listed.status, 200)
  })

  test('whose rotation stops half way are named within minutes', async () => {
    await rotateKeys(app.appliance, fromCommandLine, ['wrapping'])
    const running = async () =>
      (await states()).find(
        ({ purpose, finishedAt }) => purpose === 'wrapping' && finishedAt === undefined,
      )
    const { movedAt = 0 } = (await running()) ?? {}
    for (let moved = movedAt; moved === movedAt; moved = (await running())?.movedAt ?? 0) {
      await pass(1)
    }
    assert.equal((await running())?.reencryptedAt, undefined)
    assert.equal(await readStalled(app.appliance), undefined)
    await app.server.keyRotator.stop()
    app.clock.advance(11 * 60_000)
    let stalled = await readStalled(app.appliance)
    // Once the server's next sign of life is stored.
    while (stalled === undefined) {
      app.clock.advance(1_000)
      await turns(10)
      stalled = await readStalled(app.appliance)
    }
    assert.deepEqual(stalled.purposes, ['wrapping'])
    assert.ok(stalled.movedAt > stalled.since)
  })

  test('of one purpose whose rows cannot be written hold up no other', onSqlite, async (t) => {
    const own = await startAppliance()
    t.after(() => own.close())
    await verifyInSandbox(own)
    const connection = openConnection(databaseFile(own.appliance.config))
    t.after(() => connection.close())
    connection.exec(
      "create trigger refuse before update of wrapped on data_keys begin select raise(abort, 'no'); end",
    )
    // A server works on the oldest first.
    await rotateKeys(own.appliance, fromCommandLine, ['wrapping'])
    own.clock.advance(1_000)
    await rotateKeys(own.appliance, fromCommandLine, ['mac_blind_index'])
    for (let step = 0; step < 60; step += 1) {
      own.clock.advance(2_000)
      await own.appliance.keyHolder.refresh()
      await own.server.keyRotator.idle()
    }
    const { rotations } = await readEncryptionState(own.appliance)
    const done = rotations.filter(({ reencryptedAt }) => reencryptedAt !== undefined)
    assert.deepEqual(
      done.map(({ purpose }) => purpose),
      ['mac_blind_index'],
    )
    connection.exec('drop trigger refuse')
    await own.server.keyRotator.stop()
  })

  test('that do not decrypt are named by column and id', async () => {
    const { data } = await verifyInSandbox(app)
    const id = String(data.id)
    await app.appliance.db.write((trx) =>
      trx
        .updateTable('verifications')
        .set({ claims: Buffer.alloc(80, 1) })
        .where('id', '=', id)
        .execute(),
    )
    const { faults } = await checked()
    assert.deepEqual(faults, [{ kind: 'unreadable', column: 'verifications.claims', id }])
  })
})

test('every column of bytes is encrypted and walked over, or is known to be something else', () => {
  const schema = readFileSync(new URL('../../../server/db/schema.sql', import.meta.url), 'utf8')
  const found = schema.split('CREATE TABLE ').flatMap((part) => {
    const table = /^"(\w+)"/.exec(part)?.[1]
    return [...part.matchAll(/"(\w+)" blob/g)].map(([, column]) => `${table}.${column}`)
  })
  const known = [
    ...encryptedTables.map(({ name }) => name),
    // Digests, public keys, and keys that are wrapped.
    ...['api_keys', 'data_keys', 'purpose_keys', 'passkeys', 'recovery_codes', 'user_links'],
    ...['directory_visits', 'verification_names'],
  ]
  assert.deepEqual(
    found.filter((column) => !known.includes(column.split('.')[0] ?? '')),
    [],
  )
})
