import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { databaseFile } from '../../server/appliance.ts'
import { storedResponseForReplay } from '../../server/http/stored-response.ts'
import { scopes } from '../../server/keys/key.ts'
import { call } from '../support/api-client.ts'
import { bytesOnDisk } from '../support/database.ts'
import { openedBefore } from '../support/opened-before.ts'
import { onSqlite } from '../support/postgres.ts'
import { startAppliance } from '../support/running-appliance.ts'

describe('what is shown once', () => {
  const app = openedBefore(startAppliance)
  let manager: string
  before(async () => {
    manager = await app.key('sandbox', scopes)
  })

  let next = 0
  async function twice(path: string, json: unknown) {
    next += 1
    const headers = { 'Idempotency-Key': `secret-${next}` }
    const ask = () => call(`${app.url}${path}`, { key: manager, json, headers })
    return { first: await ask(), again: await ask() }
  }

  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  const made = async (path: string, json: unknown) =>
    (await call(`${app.url}${path}`, { key: manager, json })).data.id

  const cases: Readonly<
    Record<string, readonly ['key' | 'secret', () => Promise<[string, unknown]>]>
  > = {
    'a new key': ['key', async () => ['/keys', { name: 'Branch' }]],
    'the successor of a key': [
      'key',
      async () => [`/keys/${await made('/keys', { name: 'Old' })}/rotate`, {}],
    ],
    'the secret of a webhook': ['secret', async () => ['/webhooks', webhook]],
    'the next secret of a webhook': [
      'secret',
      async () => [`/webhooks/${await made('/webhooks', webhook)}/rotate-secret`, {}],
    ],
  }
  for (const [what, [field, asked]] of Object.entries(cases)) {
    test(`${what} is not shown again by a repetition, which is the same otherwise`, async () => {
      const { first, again } = await twice(...(await asked()))
      assert.ok(first.status === 201 || first.status === 200, first.text)
      assert.equal(typeof first.data[field], 'string')
      assert.equal(again.status, first.status)
      assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
      assert.deepEqual(again.data, { ...first.data, [field]: null })
    })
  }

  test(
    'is in nothing that is kept for repetitions, opened with every key there is',
    onSqlite,
    async () => {
      const { first } = await twice('/keys', { name: 'Kept' })
      const secret = String(first.data.key)
      const { reader } = app.appliance.db
      const rows = await reader.selectFrom('idempotency').selectAll().execute()
      assert.ok(rows.length > 0)
      for (const row of rows) {
        const boundTo = `${row.api_key_id}:${row.idempotency_key}:${row.status}`
        const opened = app.appliance.keyring
          .decryptSmall('idempotency', row.body, boundTo)
          .toString()
        assert.doesNotMatch(opened, /svc_sandbox_\w{20}|whsec_/)
        assert.ok(!opened.includes(secret))
      }
      assert.ok(!bytesOnDisk(databaseFile(app.appliance.config)).includes(secret))
    },
  )
})

test('an answer without a secret is kept as it is', () => {
  assert.equal(storedResponseForReplay({ status: 200, data: { a: 1 } }).body, '{"data":{"a":1}}')
})
