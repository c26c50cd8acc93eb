// Kills the server with SIGKILL at random moments, many times, while it sends webhooks; the last time during an
// attempt, so that at least one is cut. Then compares its database with the ledger of the receiver: nothing is lost or
// invented, no attempt limit is exceeded, and only attempts in progress at a kill are sent twice. Linux only (/proc).
//
//   node scripts/bench/webhooks/kill-loop.ts [rounds, default 200] [seed]

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile } from '../../../server/appliance.ts'
import { loadConfig } from '../../../server/config.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import {
  type ChildServer,
  createKey,
  environmentOf,
  initAppliance,
  startServer,
} from '../child-server.ts'
import { freePort } from '../free-port.ts'
import { peakMb } from '../proc-figures.ts'
import { randomNumbers } from '../random-numbers.ts'
import { type DeliveryRecord, readDeliveryRecords } from './delivery-records.ts'
import { type FirstSends, measureFirstSends } from './first-sends.ts'
import { type KillLedger, openKillLedger } from './kill-ledger.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { judgeKills, type Life, type Subscription, type Verdict } from './kill-verdict.ts'
import { countPending, registerWebhooks, submit } from './load.ts'

interface WebhookKillReport extends Verdict {
  readonly rounds: number
  readonly seed: number
  readonly acknowledged: number
  readonly events: number
  readonly states: Readonly<Record<string, number>>
  readonly arrivals: number
  /** Counts by status; `none` if the receiver did not answer. */
  readonly answers: Readonly<Record<string, number>>
  readonly firstSends: FirstSends
  readonly secondsUnderFire: number
  readonly secondsToSettle: number
  /** Peak memory of any of the servers. */
  readonly serverMbMax: number
  /** Memory of this process at the end. */
  readonly loopMb: number
  readonly loadAverage: readonly number[]
}

const killAfterMsMin = 20
const killAfterMsMax = 2_000
const settleMsMax = 180_000
/** Limit for the time from the started line to the first due delivery (p99). */
const firstSendMsMax = 1_000
const timeoutMs = 1_000
const retryDelayMs = 1_000
const failedAttemptsMax = 5

interface Scene {
  readonly env: Readonly<Record<string, string>>
  readonly key: string
  readonly ledger: KillLedger
  readonly random: () => number
  readonly lives: Life[]
  readonly acknowledged: string[]
  subscriptions: readonly Subscription[]
  serverMbMax: number
}

/** The same seed gives the same kill times after each start and the same order of random answers. */
export async function runWebhookKillLoop(input: {
  readonly rounds: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<WebhookKillReport> {
  const { rounds, seed, say } = input
  const folder = mkdtempSync(join(tmpdir(), 'svc-webhook-kill-'))
  const ledger = await openKillLedger(randomNumbers(seed + 1))
  try {
    const scene = await setScene(folder, ledger, randomNumbers(seed))
    const startedAt = performance.now()
    for (let round = 1; round <= rounds; round += 1) {
      await killOnce(scene, round === rounds)
      const { acknowledged } = scene
      say?.(
        `round ${round}: ${acknowledged.length} acknowledged, ${ledger.arrivals.length} arrived`,
      )
    }
    const firedAt = performance.now()
    await settle(scene)
    const times = {
      secondsUnderFire: (firedAt - startedAt) / 1000,
      secondsToSettle: (performance.now() - firedAt) / 1000,
    }
    return { rounds, seed, ...times, ...report(scene) }
  } finally {
    await ledger.close()
    rmSync(folder, { recursive: true })
  }
}

async function setScene(folder: string, ledger: KillLedger, random: () => number): Promise<Scene> {
  const env = {
    ...environmentOf({ folder, port: await freePort() }),
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
    SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes',
    SVC_WEBHOOK_TIMEOUT: `${timeoutMs}ms`,
    SVC_WEBHOOK_RETRY_DELAYS: Array(failedAttemptsMax - 1)
      .fill(`${retryDelayMs}ms`)
      .join(),
    SVC_WEBHOOK_MAX_FAILED_ATTEMPTS: String(failedAttemptsMax),
  }
  await initAppliance(env)
  const key = await createKey(env, 'sandbox')
  const empty = { lives: [], acknowledged: [], subscriptions: [], serverMbMax: 0 }
  return { env, key, ledger, random, ...empty }
}

async function killOnce(scene: Scene, isDuringAttempt: boolean): Promise<void> {
  const { key, acknowledged, random, lives, ledger } = scene
  ledger.beginLife(lives.length)
  const { server, ...start } = await startTimed(scene)
  if (scene.subscriptions.length === 0) {
    scene.subscriptions = await registerWebhooks(server.url, key, ledger.url)
  }
  let killedAtMs = 0
  await killUnderLoad({
    submit: () => submit(server.url, key, acknowledged.length),
    acknowledged,
    afterMs: killAfterMsMin + random() * (killAfterMsMax - killAfterMsMin),
    ...(isDuringAttempt && { untilMoment: () => ledger.holdNext() }),
    kill() {
      noteMemory(scene, server)
      killedAtMs = systemClock.now()
      return server.kill('SIGKILL')
    },
  })
  await ledger.drained()
  lives.push({ ...start, killedAtMs })
}

/** Starts the server once more, waits until nothing is left to send and stops it with SIGTERM. */
async function settle(scene: Scene): Promise<void> {
  const { key, ledger, lives, subscriptions } = scene
  ledger.beginLife(lives.length)
  const { server, ...start } = await startTimed(scene)
  const until = performance.now() + settleMsMax
  while ((await countPending(server.url, key, subscriptions)) > 0 && performance.now() < until) {
    await pause(200)
  }
  noteMemory(scene, server)
  const code = await server.kill('SIGTERM')
  if (code !== 0) throw new Error(`the stop with SIGTERM ended with ${code}`)
  lives.push({ ...start, killedAtMs: undefined })
}

async function startTimed({ env }: Scene) {
  const spawnedAtMs = systemClock.now()
  const server = await startServer(env)
  return { server, spawnedAtMs, startedAtMs: systemClock.now() }
}

function report(
  scene: Scene,
): Omit<WebhookKillReport, 'rounds' | 'seed' | 'secondsUnderFire' | 'secondsToSettle'> {
  const { env, ledger, lives, acknowledged, subscriptions } = scene
  const { arrivals } = ledger
  const { config } = loadConfig({ profile: 'appliance', env })
  const records = readDeliveryRecords(databaseFile(config))
  const { deliveries } = records
  const observed = { lives, arrivals, records, subscriptions, acknowledged }
  return {
    ...judgeKills({ ...observed, failedAttemptsMax, timeoutMs }),
    acknowledged: acknowledged.length,
    events: records.events.length,
    states: counts(deliveries, ({ state }: DeliveryRecord) => state),
    arrivals: arrivals.length,
    answers: counts(arrivals, ({ answer }) => String(answer?.status ?? 'none')),
    firstSends: measureFirstSends({ lives, arrivals, deliveries, retryDelayMs }),
    serverMbMax: scene.serverMbMax,
    loopMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    loadAverage: loadavg(),
  }
}

function counts<One>(all: readonly One[], nameOf: (one: One) => string): Record<string, number> {
  const groups = Map.groupBy(all, nameOf)
  return Object.fromEntries([...groups].map(([name, some]) => [name, some.length]))
}

function noteMemory(scene: Scene, { pid }: ChildServer): void {
  scene.serverMbMax = Math.max(scene.serverMbMax, peakMb(pid))
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 200)
  const seed = Number(process.argv[3] ?? 1)
  const report = await runWebhookKillLoop({ rounds, seed, say: (line) => console.error(line) })
  console.log(JSON.stringify(report, undefined, 2))
  const isLate = (report.firstSends.fromStartedMs?.p99 ?? 0) >= firstSendMsMax
  if (isLate || report.violations.length > 0) process.exitCode = 1
}
