// Thousands of mixed operations against a server that is killed at random moments, with a scoring engine
// that comes and goes, and then the bill: every verification must have been metered exactly as often as
// its outcome says, and every sum, the summary and `svc usage` must agree with the events.
//
//   node scripts/bench/usage-model.ts [operations, default 10000] [kills, default 40] [seed]

import type { DemoEngine } from '../../server/demo/scoring-engine/engine.ts'
import { type Clock, systemClock } from '../../server/kernel/clock.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { findDisagreements, readEvents } from './usage-bill.ts'
import { expectLive, findUnscored, type LiveEnd, type LiveEndings } from './usage-live.ts'
import {
  chooseOperation,
  type Metered,
  type Outcomes,
  pick,
  retrieval,
} from './usage-operations.ts'
import { inside, killAndStart, openScene, pause, read, type Scene, work } from './usage-scene.ts'

export interface UsageModelReport {
  readonly operations: number
  readonly kills: number
  readonly answers: Readonly<Record<string, number>>
  readonly live: LiveEndings
  readonly verifications: number
  readonly eventsExpected: number
  readonly events: number
  readonly billable: number
  /** Verifications that were metered otherwise than their outcomes say; must be none. */
  readonly wrong: readonly string[]
  /** Sums, totals, summaries and `svc usage` that do not agree with the events; must be none. */
  readonly disagreements: readonly string[]
  /** What the recount found; must be 0. */
  readonly differences: number
}

const workersCount = 8
const killAfterMsMax = 20
const settleMsMax = 180_000
const dayMs = 24 * 60 * 60 * 1000

interface Input {
  readonly operations: number
  /** While operations are sent; there is one more once all of them are answered. */
  readonly kills: number
  readonly seed: number
  /** How many at the same time, where an operation is sent more than once at a time. */
  readonly copiesMax: number
  readonly say?: (line: string) => void
}

export async function runUsageModel(input: Input): Promise<UsageModelReport> {
  const scene = await openScene()
  try {
    const kills = await operate(scene, input)
    await finish(scene)
    return { operations: input.operations, kills: kills + 1, ...(await settleUp(scene)) }
  } finally {
    await scene.close()
  }
}

/** Works the operations off while the server dies and comes back; each ends with an answer. */
async function operate(scene: Scene, input: Input): Promise<number> {
  const random = randomNumbers(input.seed)
  const { copiesMax } = input
  let index = 0
  const worker = async () => {
    while (index < input.operations) {
      index += 1
      steer(scene.engine, random)
      const choosing = { random, known: scene.outcomes, copiesMax }
      await work(scene, chooseOperation(index, choosing))
    }
  }
  let isDone = false
  const workers = Promise.all(Array.from({ length: workersCount }, worker)).finally(() => {
    isDone = true
  })
  let kills = 0
  while (kills < input.kills && !isDone) {
    // Spread over all of the operations, each at a moment of its own.
    const killAt = (input.operations * (kills + 0.9 * random())) / input.kills
    while (index < killAt && !isDone) await pause(5)
    await pause(random() * killAfterMsMax)
    if (isDone) break
    await killAndStart(scene)
    kills += 1
    input.say?.(`kill ${kills}: ${index} operations`)
  }
  await workers
  return kills
}

/** Seldom, so that a breaker that it opens has time to close again. */
function steer(engine: DemoEngine, random: () => number): void {
  if (random() > 0.005) return
  engine.setManner(pick(random, ['ok', 'ok', 'ok', 'down', 'slow', 'lying'] as const) ?? 'ok')
}

const retrievedAtEnd = 5

/**
 * Dies once more, while live verifications are still pending; lets them end, and retrieves scores that
 * have to be computed, first from an engine that is down.
 */
async function finish(scene: Scene): Promise<void> {
  const { engine, outcomes } = scene
  engine.setManner('ok')
  await killAndStart(scene)
  await untilNothingPends(scene)
  const unscored = await findUnscored(outcomes, readEnd(scene), retrievedAtEnd)
  const retrieve = (verificationId: string) => {
    const idempotencyKey = `last-${verificationId}`
    return work(scene, retrieval({ caller: 'live', idempotencyKey, copies: 1, verificationId }))
  }
  engine.setManner('down')
  // One failure is not enough to open the breaker.
  for (const id of unscored.slice(0, 1)) await retrieve(id)
  engine.setManner('ok')
  for (const id of unscored) while ((await retrieve(id)).status === 503) await pause(250)
}

async function untilNothingPends(scene: Scene): Promise<void> {
  const until = performance.now() + settleMsMax
  while (performance.now() < until) {
    const path = '/kyc/verifications?status=pending&limit=1'
    const pending = (await read(scene, 'live', path)) as { items: readonly unknown[] }
    if (pending.items.length === 0) return
    await pause(200)
  }
  throw new Error('live verifications did not end')
}

async function settleUp(scene: Scene) {
  const { env, outcomes } = scene
  const live = await expectLive(outcomes, readEnd(scene))
  const found = new Map<string, Metered>()
  const nowMs = systemClock.now()
  const environments = (['sandbox', 'live'] as const).map(async (environment) => {
    const reading = (path: string) => read(scene, environment, path)
    const needs = { env, environment, read: reading, nowMs }
    const events = await readEvents(needs)
    for (const { verification_id, source } of events) {
      const counts = found.get(verification_id) ?? {}
      found.set(verification_id, counts)
      counts[source] = (counts[source] ?? 0) + 1
    }
    return { events, disagreements: await findDisagreements(needs, events) }
  })
  const bills = await Promise.all(environments)
  await scene.server.kill('SIGTERM')
  const later: Clock = { ...systemClock, now: () => systemClock.now() + 2 * dayMs }
  const expected = [...outcomes.metered.values()].flatMap((counts) => Object.values(counts))
  const events = bills.flatMap((bill) => bill.events)
  return {
    answers: outcomes.answers,
    live,
    verifications: outcomes.metered.size,
    eventsExpected: expected.reduce((sum, count) => sum + count, 0),
    events: events.length,
    billable: events.filter(({ billable }) => billable).length,
    wrong: compare(outcomes.metered, found),
    disagreements: bills.flatMap((bill) => bill.disagreements),
    differences: await inside(env, later, (appliance) => recountUsage(appliance, { from: 0 })),
  }
}

function readEnd(scene: Scene) {
  return async (id: string) => (await read(scene, 'live', `/kyc/verifications/${id}`)) as LiveEnd
}

function compare(expected: Outcomes['metered'], found: ReadonlyMap<string, Metered>) {
  const text = (counts: Metered = {}) => JSON.stringify(Object.entries(counts).toSorted())
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((id) => text(expected.get(id)) !== text(found.get(id)))
    .map((id) => `${id}: ${text(found.get(id))}, not ${text(expected.get(id))}`)
}

/** The same seed gives the same operations, though not the same moments. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

if (import.meta.main) {
  const [operations = 10_000, kills = 40, seed = 1] = process.argv.slice(2).map(Number)
  const say = (line: string) => console.error(line)
  const report = await runUsageModel({ operations, kills, seed, copiesMax: 50, say })
  console.log(JSON.stringify(report, undefined, 2))
}
