// Thousands of mixed operations against a server that is killed at random moments, and then the bill:
// every verification must have been metered exactly as often as its answers say, and every sum, the
// summary and `svc usage` must agree with the events.
//
//   node scripts/bench/usage-model.ts [operations, default 10000] [kills, default 40] [seed]

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { type Clock, systemClock } from '../../server/kernel/clock.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import type { UsageSummaryJson, UsageTotalsJson } from '../../server/usage/usage-json.ts'
import { environmentOf, freePort, initAppliance, launcher, startServer } from './child-server.ts'
import {
  chooseOperation,
  expectMetered,
  type Keys,
  type Metered,
  type Operation,
  type Outcomes,
  send,
} from './usage-operations.ts'

export interface UsageModelReport {
  readonly operations: number
  readonly kills: number
  readonly answers: Readonly<Record<string, number>>
  readonly verifications: number
  readonly eventsExpected: number
  readonly events: number
  /** Verifications that were metered otherwise than their answers say; must be none. */
  readonly wrong: readonly string[]
  /** Sums, totals, summaries and `svc usage` that do not agree with the events; must be none. */
  readonly disagreements: readonly string[]
  /** What the recount found; must be 0. */
  readonly differences: number
}

const workersCount = 8
const killAfterMsMax = 300
const settleMsMax = 180_000
const dayMs = 24 * 60 * 60 * 1000

interface Input {
  readonly operations: number
  readonly kills: number
  readonly seed: number
  readonly say?: (line: string) => void
}

type Environment = ReturnType<typeof environmentOf>

export async function runUsageModel(input: Input): Promise<UsageModelReport> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-usage-'))
  const credentials = { partnerId: '043', apiKey: 'usage-model-partner-key' }
  const clock = systemClock
  const simulator = await startSmileIdSimulator({ clock, credentials, resultDelayMs: 300 })
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const env = {
    ...environmentOf({ folder, port: await freePort(), smile }),
    SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
  }
  try {
    await initAppliance(env)
    const keys = await inside(env, systemClock, makeKeys)
    const { outcomes, kills } = await operate(env, keys, input)
    return { operations: input.operations, kills, ...(await settleUp(env, keys, outcomes)) }
  } finally {
    await simulator.close()
    rmSync(folder, { recursive: true })
  }
}

async function inside<Result>(
  env: Environment,
  clock: Clock,
  work: (appliance: Appliance) => Promise<Result>,
): Promise<Result> {
  const loaded = loadConfig({ profile: 'appliance', env })
  const appliance = await openAppliance(loaded, { log: silentLog, clock })
  try {
    return await work(appliance)
  } finally {
    await appliance.close()
  }
}

async function makeKeys(appliance: Appliance): Promise<Keys> {
  const make = (environment: 'sandbox' | 'live') =>
    createKey(appliance, fromCommandLine, {
      name: 'model',
      environment,
      scopes: ['kyc.verify', 'kyc.read', 'score.get', 'usage.read'],
      allowedCidrs: [],
      expiresAt: undefined,
    })
  const revoked = await make('sandbox')
  await revokeKey(appliance, fromCommandLine, revoked.key.id)
  return {
    sandbox: (await make('sandbox')).text,
    live: (await make('live')).text,
    revoked: revoked.text,
  }
}

/** Works the operations off while the server dies and comes back; each ends with an answer. */
async function operate(env: Environment, keys: Keys, input: Input) {
  const outcomes: Outcomes = { metered: new Map(), answers: {}, verificationIds: [], sent: [] }
  const random = randomNumbers(input.seed)
  let index = 0
  let server = await startServer(env)
  const worker = async () => {
    while (index < input.operations) {
      index += 1
      const operation = chooseOperation(index, { keys, random, known: outcomes })
      const isRepeated = outcomes.sent.some(
        (one) => one.idempotencyKey === operation.idempotencyKey,
      )
      const answers = await Promise.all(
        Array.from({ length: operation.copies }, () => settle(() => server.url, operation)),
      )
      const [answer] = answers
      if (!answer) continue
      const name = `${operation.path} ${answer.status} ${answer.code}`.trim()
      outcomes.answers[name] = (outcomes.answers[name] ?? 0) + 1
      if (isRepeated) continue
      outcomes.sent.push(operation)
      expectMetered(outcomes, operation, answer)
    }
  }
  let isDone = false
  const workers = Promise.all(Array.from({ length: workersCount }, worker)).finally(() => {
    isDone = true
  })
  let kills = 0
  while (kills < input.kills && !isDone) {
    // Spread over all of the operations, each at a moment of its own.
    const killAt = (input.operations * (kills + random())) / input.kills
    while (index < killAt && !isDone) await pause(5)
    await pause(random() * killAfterMsMax)
    if (isDone) break
    await server.kill('SIGKILL')
    kills += 1
    input.say?.(`kill ${kills}: ${index} operations`)
    server = await startServer(env)
  }
  await workers
  await untilNothingPends(server.url, keys.live)
  await server.kill('SIGTERM')
  return { outcomes, kills }
}

/** Again and again until there is an answer to keep: the server may be away, or still at the first one. */
async function settle(url: () => string, operation: Operation) {
  for (;;) {
    try {
      const answer = await send(url(), operation)
      if (answer.code !== 'idempotency_in_progress') return answer
    } catch (error) {
      // The connection was refused, or ended before the answer was whole.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    }
    await pause(20)
  }
}

async function untilNothingPends(url: string, key: string): Promise<void> {
  const until = performance.now() + settleMsMax
  while (performance.now() < until) {
    const pending = await read(url, key, '/kyc/verifications?status=pending&limit=1')
    if ((pending.items as unknown[]).length === 0) return
    await pause(200)
  }
  throw new Error('live verifications did not end')
}

async function settleUp(env: Environment, keys: Keys, outcomes: Outcomes) {
  const server = await startServer(env)
  const found = new Map<string, Metered>()
  const disagreements: string[] = []
  let events = 0
  for (const environment of ['sandbox', 'live'] as const) {
    const key = keys[environment]
    const items = await readEvents(server.url, key)
    events += items.length
    for (const { verification_id, source } of items) {
      const counts = found.get(verification_id) ?? {}
      found.set(verification_id, counts)
      counts[source] = (counts[source] ?? 0) + 1
    }
    const sums = await readSums(env, server.url, key, environment)
    for (const [name, quantity] of Object.entries(sums)) {
      if (quantity === items.length) continue
      disagreements.push(`${environment} ${name}: ${quantity}, not ${items.length}`)
    }
  }
  await server.kill('SIGTERM')
  const later: Clock = { ...systemClock, now: () => systemClock.now() + 2 * dayMs }
  const expected = [...outcomes.metered.values()].flatMap((counts) => Object.values(counts))
  return {
    answers: outcomes.answers,
    verifications: outcomes.metered.size,
    eventsExpected: expected.reduce((sum, count) => sum + count, 0),
    events,
    wrong: compare(outcomes.metered, found),
    disagreements,
    differences: await inside(env, later, (appliance) => recountUsage(appliance, { from: 0 })),
  }
}

interface Item {
  readonly verification_id: string
  readonly source: string
}

async function readEvents(url: string, key: string): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor = ''
  for (;;) {
    const page = await read(url, key, `/usage?limit=100${cursor}`)
    items.push(...(page.items as Item[]))
    if (page.next_cursor === null) return items
    cursor = `&cursor=${page.next_cursor}`
  }
}

/** The same number by every way there is to it. */
async function readSums(env: Environment, url: string, key: string, environment: string) {
  const from = new Date(systemClock.now() - 2 * dayMs).toISOString().slice(0, 10)
  const sums: Record<string, number> = {}
  const list = (await read(url, key, '/usage?limit=1')) as { totals: UsageTotalsJson }
  sums['totals of the list'] = list.totals.quantity
  for (const grouping of ['day', 'month', 'type', 'api_key']) {
    const path = `/usage/summary?group_by=${grouping}&from=${from}`
    const summary = (await read(url, key, path)) as unknown as UsageSummaryJson
    const groups = summary.items.reduce((sum, { quantity }) => sum + quantity, 0)
    sums[`totals by ${grouping}`] = summary.totals.quantity
    sums[`groups by ${grouping}`] = groups
  }
  const command = [launcher, 'usage', '--from', from, '--env', environment, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...env, PATH: process.env.PATH ?? '' },
  })
  sums['svc usage'] = (JSON.parse(stdout) as UsageSummaryJson).totals.quantity
  return sums
}

async function read(url: string, key: string, path: string): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1${path}`, { headers })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

function compare(expected: Outcomes['metered'], found: ReadonlyMap<string, Metered>) {
  const text = (counts: Metered = {}) => JSON.stringify(Object.entries(counts).toSorted())
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((id) => text(expected.get(id)) !== text(found.get(id)))
    .map((id) => `${id}: ${text(found.get(id))}, not ${text(expected.get(id))}`)
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
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
  const report = await runUsageModel({ operations, kills, seed, say })
  console.log(JSON.stringify(report, undefined, 2))
}
