import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Appliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { rotateKey } from '../../../server/keys/rotate-key.ts'
import { call } from '../../support/api-client.ts'
import { type Installation, openInstallation } from '../../support/nodes.ts'
import { awaTeranga } from '../../support/person.ts'
import { isPostgresLane } from '../../support/postgres.ts'

describe('equal requests under one Idempotency-Key to three nodes', () => {
  let scene: Installation
  let key: string
  before(async () => {
    scene = await openInstallation(3, { SVC_RATE_LIMIT_PER_MINUTE: '100000' })
    key = await scene.key('sandbox')
  })
  after(() => scene.close())

  const submit = (number: number, idempotencyKey: string, change = {}, as = key) => {
    const node = scene.nodes[number % scene.nodes.length]
    assert.ok(node)
    const headers = { 'idempotency-key': idempotencyKey }
    return call(`${node.url}/kyc/sandbox/verify`, {
      key: as,
      json: { ...awaTeranga, ...change },
      headers,
    })
  }
  const count = async (table: 'verifications' | 'usage_events') => {
    const { db } = scene.nodes[0]?.appliance ?? {}
    const rows = await db?.reader.selectFrom(table).select('id').execute()
    return rows?.length
  }

  test('make one verification, which every answer names', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => submit(n, 'one')))
    const answered = replies.filter(({ status }) => status === 200)
    const waiting = replies.filter(({ status }) => status === 409)
    // On PostgreSQL a request that gets no connection in time is refused, and may be sent again.
    const refused = replies.filter(({ status }) => isPostgresLane && status === 503)
    assert.equal(answered.length + waiting.length + refused.length, 50)
    assert.ok(answered.length > 0)
    assert.ok(waiting.every(({ error }) => error.code === 'idempotency_in_progress'))
    assert.equal(new Set(answered.map(({ data }) => data.id)).size, 1)
    assert.equal(await count('verifications'), 1)
    assert.equal(await count('usage_events'), 1)
    const later = await Promise.all([0, 1, 2].map((n) => submit(n, 'one')))
    for (const reply of later) {
      assert.deepEqual(reply.data, answered[0]?.data)
      assert.equal(reply.headers.get('idempotent-replayed'), 'true')
    }
  })

  test('make one with an API key and its successor', async () => {
    const [node] = scene.nodes
    assert.ok(node)
    const { text: successor } = await rotateOldest(node.appliance)
    const before = Number(await count('verifications'))
    const keys = [key, successor]
    const asked = Array.from({ length: 12 }, (_, n) => submit(n, 'rotated', {}, keys[n % 2]))
    const answered = (await Promise.all(asked)).filter(({ status }) => status === 200)
    assert.equal(new Set(answered.map(({ data }) => data.id)).size, 1)
    for (const as of keys) {
      const again = await submit(2, 'rotated', {}, as)
      assert.deepEqual(again.data, answered[0]?.data)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    assert.equal(await count('verifications'), before + 1)
  })

  test('are a conflict for another body, whichever node has had the first', async () => {
    const replies = await Promise.all([
      submit(0, 'two'),
      submit(1, 'two', { first_name: 'Fatou' }),
      submit(2, 'two', { first_name: 'Mame' }),
    ])
    const codes = replies.map(({ status, error }) => error.code || status).toSorted()
    assert.deepEqual(codes, [200, 'idempotency_conflict', 'idempotency_conflict'])
  })

  test('get the first refusal', async () => {
    const replies = await Promise.all([0, 1, 2].map((n) => submit(n, 'three', { country: 'XX' })))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([400]))
    assert.equal(new Set(replies.map(({ error }) => error.request_id)).size, 1)
  })
})

async function rotateOldest(appliance: Appliance) {
  const { id } = await appliance.db.reader
    .selectFrom('api_keys')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return rotateKey(appliance, fromCommandLine, { id, graceMs: 60_000 })
}
