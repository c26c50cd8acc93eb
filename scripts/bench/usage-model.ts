// Sends thousands of mixed operations to a server that is killed at random moments, with a scoring engine that fails
// at times, then checks the bill: every verification must have been metered exactly as its outcome requires, and
// all counters, summaries and `svc usage` must agree with the events.
//
//   node scripts/bench/usage-model.ts [operations, default 10000] [kills, default 40] [seed]

import { setTimeout as pause } from 'node:timers/promises'
import type { DemoEngine } from '../../server/demo/scoring-engine/engine.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { insideAppliance, twoDaysLater } from './inside-appliance.ts'
import { randomNumbers } from './random-numbers.ts'
import { findDisagreements, readEvents } from './usage-bill.ts'
import { expectLive, findUnscored, type LiveOutcome, type LiveTotals } from './usage-live.ts'
import {
  chooseOperation,
  type Metered,
  type Outcomes,
  pick,
  retrieval,
} from './usage-operations.ts'
import { killAndStart, openScene, read, type Scene, work } from './usage-scene.ts'

interface UsageModelReport {
  readonly operations: number
  readonly kills: number
  readonly answers: Readonly<Record<string, number>>
  readonly live: LiveTotals
  readonly verifications: number
  readonly eventsExpected: number
  readonly events: number
  readonly billable: number
  /** Verifications whose events do not match their outcomes; must be none. */
  readonly wrong: readonly string[]
  /** Counters, totals, summaries and `svc usage` that differ from the events; must be none. */
  readonly disagreements: readonly string[]
  /** Differences found by the recount; must be 0. */
  readonly differences: number
}

const workersCount = 8
const killAfterMsMax = 20
const settleMsMax = 180_000

interface Input {
  readonly operations: number
  /** Kills while operations are sent; one more follows once all are answered. */
  readonly kills: number
  readonly seed: number
  /** Maximum number of parallel copies of an operation. */
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

/** Sends the operations while the server is killed and restarted; each ends with an answer. */
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
    // Spreads the kills randomly over all operations.
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

/** Rarely changes the failure mode, so that an open breaker has time to close again. */
function steer(engine: DemoEngine, random: () => number): void {
  if (random() > 0.005) return
  engine.setMode(pick(random, ['ok', 'ok', 'ok', 'down', 'slow', 'lying'] as const) ?? 'ok')
}

const retrievedAtEnd = 5

/**
 * Kills the server once more while live verifications are pending, lets them complete, and retrieves scores that
 * must be computed, first from an engine that is down.
 */
async function finish(scene: Scene): Promise<void> {
  const { engine, outcomes } = scene
  engine.setMode('ok')
  await killAndStart(scene)
  await untilNothingPends(scene)
  const unscored = await findUnscored(outcomes, readOutcome(scene), retrievedAtEnd)
  const retrieve = (verificationId: string) => {
    const idempotencyKey = `last-${verificationId}`
    return work(scene, retrieval({ apiKey: 'live', idempotencyKey, copies: 1, verificationId }))
  }
  engine.setMode('down')
  // One failure is not enough to open the breaker.
  for (const id of unscored.slice(0, 1)) await retrieve(id)
  engine.setMode('ok')
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
  throw new Error('live verifications did not complete')
}

async function settleUp(scene: Scene) {
  const { env, outcomes } = scene
  const live = await expectLive(outcomes, readOutcome(scene))
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
    differences: await insideAppliance(
      env,
      (appliance) => recountUsage(appliance, { from: 0 }),
      twoDaysLater,
    ),
  }
}

function readOutcome(scene: Scene) {
  return async (id: string) =>
    (await read(scene, 'live', `/kyc/verifications/${id}`)) as LiveOutcome
}

function compare(expected: Outcomes['metered'], found: ReadonlyMap<string, Metered>) {
  const text = (counts: Metered = {}) => JSON.stringify(Object.entries(counts).toSorted())
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((id) => text(expected.get(id)) !== text(found.get(id)))
    .map((id) => `${id}: ${text(found.get(id))}, not ${text(expected.get(id))}`)
}

if (import.meta.main) {
  const [operations = 10_000, kills = 40, seed = 1] = process.argv.slice(2).map(Number)
  const say = (line: string) => console.error(line)
  const report = await runUsageModel({ operations, kills, seed, copiesMax: 50, say })
  console.log(JSON.stringify(report, undefined, 2))
}
