// Kills the server with SIGKILL at random moments under load, many times, and lets it end what it has begun. Nothing
// that it acknowledged may be lost, everything must agree, and each live verification must have been paid once.
//
//   node scripts/disasters/kill-loop.ts [rounds, default 50] [seed]

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProviderJob } from '../../server/verifications/provider-job/provider-job-store.ts'
import { startServer } from '../bench/child-server.ts'
import { insideAppliance } from '../bench/inside-appliance.ts'
import { randomNumbers } from '../bench/random-numbers.ts'
import { registerHealthy } from '../bench/webhooks/load.ts'
import { type Acknowledged, type BusyClients, startClients } from './busy-clients.ts'
import { type BusyScene, openBusyScene } from './busy-scene.ts'
import { judgeCopy } from './judge-copy.ts'
import { untilSettled } from './until-settled.ts'

interface KillLoopReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly secondsToSettle: number
  /** One line for each thing that is wrong. */
  readonly wrong: readonly string[]
}

const killAfterMsMin = 150
const killAfterMsMax = 1_500
/** An upload that a kill cut off is asked for within a minute. */
const settleMsMax = 180_000

export async function runKillLoop(input: {
  readonly rounds: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<KillLoopReport> {
  const scene = await openBusyScene({ resultDelayMs: 400 })
  const random = randomNumbers(input.seed)
  const acknowledged: Acknowledged[] = []
  try {
    for (let round = 1; round <= input.rounds; round += 1) {
      const afterMs = killAfterMsMin + random() * (killAfterMsMax - killAfterMsMin)
      acknowledged.push(...(await killOnce(scene, round, afterMs)))
      input.say?.(`round ${round}: ${acknowledged.length} acknowledged`)
    }
    const startedAt = performance.now()
    const stopped = await settle(scene)
    const secondsToSettle = (performance.now() - startedAt) / 1000
    const eventIds = scene.ledger.arrivals.map(({ eventId }) => eventId)
    const wrong = [
      ...stopped,
      ...(await judgeCopy(scene.env, { acknowledged, eventIds })),
      ...(await judgePayments(scene, acknowledged)),
    ]
    return { rounds: input.rounds, acknowledged: acknowledged.length, secondsToSettle, wrong }
  } finally {
    await scene.close()
  }
}

/** Returns what the server acknowledged before it was killed; in the first round, something at least. */
async function killOnce(
  { env, keys, ledger }: BusyScene,
  round: number,
  afterMs: number,
): Promise<readonly Acknowledged[]> {
  const server = await startServer(env)
  let clients: BusyClients | undefined
  try {
    if (round === 1) await registerHealthy(server.url, keys, ledger)
    clients = startClients(server.url, keys, `round-${round}`)
    if (round === 1) await clients.begun
    await pause(afterMs)
  } finally {
    await server.kill('SIGKILL')
    await clients?.stop()
  }
  return clients.acknowledged
}

/** Starts the server once more, until it has nothing to do; a stop must succeed. */
async function settle({ env, dataDir }: BusyScene): Promise<readonly string[]> {
  const server = await startServer(env)
  await untilSettled(join(dataDir, 'svc.db'), { msMax: settleMsMax, waitsForUploads: true })
  const code = await server.kill('SIGTERM')
  return code === 0 ? [] : [`the stop with SIGTERM ended with ${code}`]
}

async function judgePayments(
  { env, simulator }: BusyScene,
  acknowledged: readonly Acknowledged[],
): Promise<readonly string[]> {
  const paid = new Map(simulator.ledger().map((entry) => [entry.jobId, entry.paid]))
  // Also of a submission whose acknowledgement was lost.
  const wrong = [...paid]
    .filter(([, times]) => times > 1)
    .map(([jobId, times]) => `job ${jobId} was paid ${times} times`)
  const live = acknowledged.filter(({ environment }) => environment === 'live')
  await insideAppliance(env, async ({ db }) => {
    for (const { id } of live) {
      const job = await findProviderJob(db.reader, id)
      const times = paid.get(job?.jobId ?? '') ?? 0
      if (times !== 1) wrong.push(`${id} was paid ${times} times`)
    }
  })
  return wrong
}

if (import.meta.main) {
  const [rounds = 50, seed = 1] = process.argv.slice(2).map(Number)
  const report = await runKillLoop({ rounds, seed, say: (line) => console.error(line) })
  console.log(JSON.stringify(report, undefined, 2))
  process.exitCode = report.wrong.length > 0 ? 1 : 0
}
