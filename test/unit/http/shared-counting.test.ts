import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRateLimiter } from '../../../server/http/limits/rate-limiter.ts'
import {
  createSharedCounting,
  type SharedCounts,
} from '../../../server/http/limits/shared-counting.ts'
import { createUploadMeter } from '../../../server/http/uploads/upload-meter.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const windowMs = 60_000

/** Counts of all nodes in memory, which take a turn to answer. */
function openCounts(clock: ManualClock, nodes: number) {
  const windows = new Map<string, { endsAt: number; taken: number }>()
  const scene = { nodes, additions: 0, isDown: false, answersAfter: Promise.resolve() }
  const counts: SharedCounts = {
    nodeCount: () => scene.nodes,
    async add({ client, amount }) {
      scene.additions += 1
      await scene.answersAfter
      if (scene.isDown) throw new Error('no database')
      const open = windows.get(client)
      const nowMs = clock.now()
      const window = open && open.endsAt > nowMs ? open : { endsAt: nowMs + windowMs, taken: 0 }
      window.taken += amount
      windows.set(client, window)
      return { ...window }
    },
  }
  return { scene, counts }
}

function open(limit: number, nodes: number, reportsPerSecondMax = Number.POSITIVE_INFINITY) {
  const clock = new ManualClock()
  const { scene, counts } = openCounts(clock, nodes)
  const counting = () =>
    createSharedCounting(counts, clock, { name: 'test', windowMs, reportsPerSecondMax })
  const limiters = Array.from({ length: nodes }, () =>
    createRateLimiter(clock, { limit, windowMs, clientsMax: 100 }, counting()),
  )
  const take = async (node: number, client = 'a') => limiters[node]?.takeShared(client)
  return { clock, scene, counts, counting, take }
}

async function allowedOf(requests: readonly ReturnType<ReturnType<typeof open>['take']>[]) {
  return (await Promise.all(requests)).filter((allowance) => allowance?.isRefused === false).length
}

describe('a rate limit that several nodes share', () => {
  for (const [limit, nodes] of [
    [600, 3],
    [600, 4],
    [60, 3],
    [60, 7],
    [7, 2],
  ] as const) {
    test(`of ${limit} is exceeded by 5 % at most over ${nodes} nodes, and never cut short`, async () => {
      const { take } = open(limit, nodes)
      const requests = Array.from({ length: limit * 2 }, (_, n) => take(n % nodes))
      const allowed = await allowedOf(requests)
      assert.ok(allowed >= limit, `${allowed} of ${limit}`)
      assert.ok(allowed <= limit * 1.05, `${allowed} of ${limit}`)
    })
  }

  test('holds while the counts of the others are on their way, and many requests come meanwhile', async () => {
    const { take, scene } = open(120, 3)
    const requests: ReturnType<typeof take>[] = []
    for (let round = 0; round < 4; round += 1) {
      const held = Promise.withResolvers<void>()
      scene.answersAfter = held.promise
      for (let n = 0; n < 120; n += 1) requests.push(take(n % 3))
      // The reports are under way by now, and the next requests come before they are answered.
      for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
      for (let n = 0; n < 30; n += 1) requests.push(take(n % 3))
      held.resolve()
    }
    const allowed = await allowedOf(requests)
    assert.ok(allowed >= 120 && allowed <= 126, `${allowed} of 120`)
  })

  test('is exact for a client that stays with one node', async () => {
    const { take } = open(600, 3)
    let allowed = 0
    for (let count = 0; count < 700; count += 1) {
      if ((await take(1))?.isRefused === false) allowed += 1
    }
    assert.equal(allowed, 600)
  })

  test('is reported in blocks of 5 % of the limit, divided by the nodes', async () => {
    const { take, scene } = open(600, 3)
    for (let count = 0; count < 600; count += 1) await take(0)
    assert.ok(scene.additions <= 600 / 10, `${scene.additions} reports`)
  })

  test('ends at the same time on every node, and begins anew then', async () => {
    const { take, clock } = open(60, 2)
    await allowedOf(Array.from({ length: 60 }, () => take(0)))
    clock.advance(30_000)
    await allowedOf([take(1), take(1)])
    const refused = await take(1)
    assert.deepEqual([refused?.isRefused, refused?.resetAt], [true, clock.now() + 30_000])
    clock.advance(30_000)
    assert.equal((await take(1))?.isRefused, false)
  })

  test('is not reported at all by the only node, and all at once when another joins', async () => {
    const { take, scene } = open(60, 2)
    scene.nodes = 1
    assert.equal(await allowedOf(Array.from({ length: 40 }, () => take(0))), 40)
    assert.equal(scene.additions, 0)
    scene.nodes = 2
    await take(0)
    assert.equal(scene.additions, 1)
    assert.ok((await allowedOf(Array.from({ length: 60 }, () => take(1)))) <= 60 * 1.05 - 41)
  })

  test('is divided by the nodes while the database does not answer', async () => {
    const { take, scene } = open(60, 3)
    scene.isDown = true
    const allowed = await allowedOf(Array.from({ length: 180 }, (_, n) => take(n % 3)))
    assert.equal(allowed, 60)
    scene.isDown = false
  })

  test('is divided by the nodes while there would be too many reports', async () => {
    const { take } = open(60, 3, 2)
    let allowed = 0
    for (let count = 0; count < 60; count += 1) {
      if ((await take(0))?.isRefused === false) allowed += 1
    }
    assert.ok(allowed >= 20 && allowed <= 22, String(allowed))
  })

  test('does not wait for ever for the database', async () => {
    const clock = new ManualClock()
    const counts: SharedCounts = { nodeCount: () => 2, add: () => new Promise(() => {}) }
    const rule = { name: 'test', windowMs, reportsPerSecondMax: 100 }
    const counting = createSharedCounting(counts, clock, rule)
    const limiter = createRateLimiter(clock, { limit: 10, windowMs, clientsMax: 9 }, counting)
    const waiting = limiter.takeShared('a')
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1_000)
    assert.equal((await waiting).isRefused, false)
  })
})

test('uploaded bytes are added up over the nodes, and those that never came are given back', async () => {
  const { clock, counting } = open(1, 2)
  const [one, other] = [1, 2].map(() => createUploadMeter(clock, 1000, counting()))
  assert.ok(one && other)
  const declares = (declaredBytes: number) => ({ declaredBytes, isExempt: false })
  const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'rate_limited'
  const cut = await one.beginShared('a', declares(600))
  await assert.rejects(other.beginShared('a', declares(500)), isRefusal)
  await other.beginShared('a', declares(400))
  cut.take(100)
  cut.end()
  await one.beginShared('a', declares(400))
  await assert.rejects(other.beginShared('a', declares(200)), isRefusal)
})
