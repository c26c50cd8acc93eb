// Kills the server with SIGKILL at random moments under load, many times, then checks that every acknowledged
// submission has completed and was paid once, that its images are readable, and that no image file is left over.
//
//   node scripts/bench/kill-loop.ts [rounds, default 50] [seed]

import { setTimeout as pause } from 'node:timers/promises'
import type { Appliance } from '../../server/appliance.ts'
import { openDataKey } from '../../server/data-keys/open-data-key.ts'
import type { SmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { imageBinding } from '../../server/images/storage/image-binding.ts'
import { listImages } from '../../server/images/storage/image-store.ts'
import { findProviderJob } from '../../server/verifications/provider-job/provider-job-store.ts'
import { findVerification } from '../../server/verifications/verification-view.ts'
import { findLeftOverFiles } from '../disasters/left-over-files.ts'
import { randomNumbers } from '../disasters/random-numbers.ts'
import { startServer } from './child-server.ts'
import { insideAppliance } from './inside-appliance.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { openLiveFolder } from './open-live-folder.ts'
import { specimenForm } from './specimen-form.ts'

interface KillLoopReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly statuses: Readonly<Record<string, number>>
  /** Acknowledged submissions with exactly one paid job at the provider; must be all of them. */
  readonly paidOnce: number
  /** Jobs that were paid twice, also of submissions whose acknowledgement was lost; must be 0. */
  readonly paidTwice: number
  readonly imagesReadable: number
  readonly imagesLeftOver: number
  readonly secondsToSettle: number
}

const killAfterMsMin = 150
const killAfterMsMax = 1_500
const settleMsMax = 180_000

export async function runKillLoop(input: {
  readonly rounds: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<KillLoopReport> {
  const { env, key, simulator, close } = await openLiveFolder(400)
  try {
    const acknowledged: string[] = []
    const random = randomNumbers(input.seed)
    for (let round = 1; round <= input.rounds; round += 1) {
      await killOnce(env, key, acknowledged, random)
      input.say?.(`round ${round}: ${acknowledged.length} acknowledged`)
    }
    const startedAt = performance.now()
    await settle(env, key, acknowledged)
    const secondsToSettle = (performance.now() - startedAt) / 1000
    const counted = await insideAppliance(env, (appliance) =>
      count(appliance, acknowledged, simulator),
    )
    return { rounds: input.rounds, secondsToSettle, ...counted }
  } finally {
    await close()
  }
}

type Environment = Readonly<Record<string, string>>

async function killOnce(
  env: Environment,
  key: string,
  acknowledged: string[],
  random: () => number,
): Promise<void> {
  const server = await startServer(env)
  await killUnderLoad({
    submit: () => submit(server.url, key),
    acknowledged,
    afterMs: killAfterMsMin + random() * (killAfterMsMax - killAfterMsMin),
    kill: () => server.kill('SIGKILL'),
  })
}

/** Returns the id that the server acknowledged; undefined if it was killed before. */
async function submit(url: string, key: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/v1/kyc/verify`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: specimenForm({}),
    })
    if (response.status !== 202) throw new Error(`refused with ${response.status}`)
    const body = (await response.json()) as { data: { id: string } }
    return body.data.id
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Starts the server once more, waits until nothing is pending and stops it with SIGTERM. */
async function settle(env: Environment, key: string, ids: readonly string[]): Promise<void> {
  const server = await startServer(env)
  const until = performance.now() + settleMsMax
  const pending = new Set(ids)
  while (pending.size > 0 && performance.now() < until) {
    for (const id of pending) {
      const response = await fetch(`${server.url}/v1/kyc/verifications/${id}`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      const body = (await response.json()) as { data?: { status: string } }
      if (body.data && body.data.status !== 'pending') pending.delete(id)
    }
    await pause(200)
  }
  const code = await server.kill('SIGTERM')
  if (code !== 0) throw new Error(`the stop with SIGTERM ended with ${code}`)
}

async function count(
  appliance: Appliance,
  acknowledged: readonly string[],
  simulator: SmileIdSimulator,
): Promise<Omit<KillLoopReport, 'rounds' | 'secondsToSettle'>> {
  const paid = new Map(simulator.ledger().map((entry) => [entry.jobId, entry.paid]))
  const statuses: Record<string, number> = {}
  const paidTwice = [...paid.values()].filter((times) => times > 1).length
  let paidOnce = 0
  let imagesReadable = 0
  for (const id of acknowledged) {
    const verification = await findVerification(appliance.db.reader, id)
    const status = verification?.status ?? 'lost'
    statuses[status] = (statuses[status] ?? 0) + 1
    const job = await findProviderJob(appliance.db.reader, id)
    if (job && paid.get(job.jobId) === 1) paidOnce += 1
    const dataKey = await openDataKey(appliance, appliance.db.reader, id)
    for (const image of await listImages(appliance.db.reader, id)) {
      if (!dataKey) continue
      await appliance.files.read(image.file, dataKey, imageBinding(image.role))
      imagesReadable += 1
    }
  }
  return {
    acknowledged: acknowledged.length,
    statuses,
    paidOnce,
    paidTwice,
    imagesReadable,
    imagesLeftOver: (await findLeftOverFiles(appliance)).length,
  }
}

if (import.meta.main) {
  const rounds = Number(process.argv[2] ?? 50)
  const seed = Number(process.argv[3] ?? 1)
  const report = await runKillLoop({ rounds, seed, say: (line) => console.error(line) })
  console.log(JSON.stringify(report, undefined, 2))
}
