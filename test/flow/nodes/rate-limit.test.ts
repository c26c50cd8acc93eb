// Slow: asks three servers hundreds of times.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { type Installation, openInstallation, passTime } from '../../support/nodes.ts'

const limits = {
  SVC_RATE_LIMIT_PER_MINUTE: '60',
  SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '40',
}

describe('the rate limit of three nodes', () => {
  let scene: Installation
  let key: string
  before(async () => {
    scene = await openInstallation(3, limits)
    key = await scene.key('sandbox')
  })
  after(() => scene.close())

  const ask = (number: number, withKey: string | undefined) => {
    const node = scene.nodes[number % scene.nodes.length]
    return call(`${node?.url}/usage`, withKey === undefined ? {} : { key: withKey })
  }
  const countOf = async (requests: number, withKey: string | undefined) => {
    const replies = await Promise.all(
      Array.from({ length: requests }, (_, number) => ask(number, withKey)),
    )
    return replies.filter(({ status }) => status !== 429).length
  }

  test('holds for an API key over all of them, within 5 %', async () => {
    const atOnce = await countOf(100, key)
    // Each node may count one more by itself before it reports.
    const allowed = atOnce + (await countOf(scene.nodes.length, key))
    assert.ok(atOnce >= 60 && allowed <= 63, `${atOnce} and ${allowed} requests`)
    const [one, two] = await Promise.all([ask(0, key), ask(1, key)])
    assert.deepEqual([one.error.code, two.error.code], ['rate_limited', 'rate_limited'])
    assert.equal(one.headers.get('x-ratelimit-remaining'), '0')
  })

  test('holds for a network without a key, too, and none of it is readable in the database', async () => {
    const allowed = await countOf(90, undefined)
    assert.ok(allowed >= 40 && allowed <= 42, `${allowed} requests`)
    const { db } = scene.nodes[0]?.appliance ?? {}
    const rows = await db?.reader.selectFrom('rate_windows').select('subject').execute()
    assert.equal(rows?.length, 2)
    assert.ok(rows?.every(({ subject }) => /^[0-9a-f]{64}$/.test(subject)))
  })

  test('begins anew after a minute', async () => {
    await scene.advance(60_000)
    assert.equal((await ask(2, key)).status, 200)
  })

  test('holds in each of three minutes (long)', async () => {
    const allowed: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      await scene.advance(60_000)
      allowed.push(await countOf(100, key))
    }
    assert.ok(
      allowed.every((count) => count >= 60 && count <= 63),
      allowed.join(),
    )
  })

  test('holds while two of three nodes are drained, and still answer (long)', async () => {
    const [first, ...others] = scene.nodes
    assert.ok(first)
    const drain = (since: number | null) =>
      first.appliance.db.write((trx) =>
        trx
          .updateTable('nodes')
          .set({ draining_since: since })
          .where(
            'id',
            'in',
            others.map(({ appliance }) => appliance.node.id),
          )
          .execute(),
      )
    await drain(1)
    await scene.advance(60_000)
    assert.deepEqual(first.appliance.node.workingNodes(), [first.appliance.node.id])
    const allowed = await countOf(100, key)
    await drain(null)
    assert.ok(allowed >= 60 && allowed <= 63, `${allowed} requests`)
  })

  test('holds while two of three nodes give no sign of life, and still answer', async () => {
    const [first, ...others] = scene.nodes
    assert.ok(first)
    await scene.advance(60_000)
    for (const { clock } of others) clock.stop()
    await passTime(scene.clock, 3_000)
    assert.deepEqual(first.appliance.node.workingNodes(), [first.appliance.node.id])
    const allowed = await countOf(100, key)
    for (const { clock } of others) clock.goOn()
    assert.ok(allowed >= 60 && allowed <= 63, `${allowed} requests`)
  })

  test('writes nothing for the only live node', async () => {
    for (const { server } of scene.nodes.slice(1)) await server.stop()
    await scene.advance(120_000)
    const { db } = scene.nodes[0]?.appliance ?? {}
    const endsAt = async () =>
      (await db?.reader.selectFrom('rate_windows').select('ends_at').execute())?.map(Object.values)
    const earlier = await endsAt()
    for (let count = 0; count < 60; count += 1) await ask(0, key)
    assert.equal((await ask(0, key)).status, 429)
    assert.deepEqual(await endsAt(), earlier)
  })
})
