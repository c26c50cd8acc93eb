// Models power cuts: copies the data folder of a busy server at random moments, takes from each copy what was not
// synced, and lets a fresh server start on it. Every copy must hold all that was acknowledged before it was made.
//
//   node scripts/disasters/power-cut.ts [copies, default 20] [seed]

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../bench/child-server.ts'
import { freePort } from '../bench/free-port.ts'
import { type RandomNumbers, randomNumbers } from '../bench/random-numbers.ts'
import { registerHealthy } from '../bench/webhooks/load.ts'
import { type BusyClients, startClients, submit } from './busy-clients.ts'
import { type BusyScene, openBusyScene } from './busy-scene.ts'
import { copyFrozen, untilCheckpoint } from './frozen-copy.ts'
import { judgeCopy, type Owed } from './judge-copy.ts'
import { type TornParts, tearCopy } from './tear-copy.ts'
import { untilSettled } from './until-settled.ts'
import { noteOf } from './wal-state.ts'

interface PowerCut {
  readonly acknowledged: number
  readonly eventsSeen: number
  readonly torn: TornParts
  /** One line for each thing that is wrong. */
  readonly wrong: readonly string[]
}

const noteSyncs = new URL('note-syncs.ts', import.meta.url).href
const pauseMsMax = 400
const checkpointMsMax = 3_000
/** Requests of each copy that are sent again with their idempotency keys. */
const repeatedMax = 4

interface Scene extends BusyScene {
  readonly random: RandomNumbers
}

interface CutCopy {
  readonly dataDir: string
  readonly owed: Owed
}

/** The same seed gives the same pauses and tears, but not the same moments in the server. */
export async function runPowerCuts(input: {
  readonly copies: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<readonly PowerCut[]> {
  // Images are not decoded: that takes longer than all else, and writes nothing.
  const busy = await openBusyScene({ resultDelayMs: 50, settings: { SVC_PREFLIGHT: 'off' } })
  try {
    const scene = { ...busy, random: randomNumbers(input.seed) }
    const cuts: PowerCut[] = []
    for (const copy of await cutUnderLoad(scene, input.copies)) {
      const cut = await openAfterCut(scene, copy)
      input.say?.(JSON.stringify(cut))
      cuts.push(cut)
    }
    return cuts
  } finally {
    await busy.close()
  }
}

/** Makes the copies while clients submit, then kills the server. */
async function cutUnderLoad(scene: Scene, count: number): Promise<readonly CutCopy[]> {
  const { env, dataDir: source, keys, folder, ledger, random } = scene
  writeFileSync(noteOf(source), '')
  const server = await startServer({ ...env, NODE_OPTIONS: `--import=${noteSyncs}` })
  const copies: CutCopy[] = []
  let clients: BusyClients | undefined
  try {
    await registerHealthy(server.url, keys, ledger)
    clients = startClients(server.url, keys)
    await clients.begun
    for (let made = 0; made < count; made += 1) {
      await wait(random() * pauseMsMax)
      // Every other cut is aimed at the middle of a checkpoint, which chance seldom meets.
      if (made % 2 === 1) await untilCheckpoint(source, checkpointMsMax)
      const owed = {
        acknowledged: [...clients.acknowledged],
        eventIds: ledger.arrivals.map(({ eventId }) => eventId),
      }
      const dataDir = join(folder, `copy-${made}`)
      await copyFrozen(server.pid, source, dataDir)
      copies.push({ dataDir, owed })
    }
  } finally {
    await server.kill('SIGKILL')
    await clients?.stop()
  }
  return copies
}

async function openAfterCut(scene: Scene, { dataDir, owed }: CutCopy): Promise<PowerCut> {
  const torn = tearCopy(dataDir, scene.random)
  const env = { ...scene.env, SVC_DATA_DIR: dataDir, SVC_PORT: String(await freePort()) }
  const wrong: string[] = []
  try {
    const server = await startServer(env)
    try {
      await untilSettled(join(dataDir, 'svc.db'))
      for (const request of owed.acknowledged.slice(-repeatedMax)) {
        const again = await submit(server.url, scene.keys, request)
        if (again !== request.id) wrong.push(`${request.id} repeated is ${again}`)
      }
    } finally {
      const status = await server.kill('SIGTERM')
      if (status !== 0) wrong.push(`the stop ended with ${status}`)
    }
    wrong.push(...(await judgeCopy(env, owed)))
  } catch (error) {
    wrong.push(String(error))
  }
  rmSync(dataDir, { recursive: true })
  const { acknowledged, eventIds } = owed
  return { acknowledged: acknowledged.length, eventsSeen: eventIds.length, torn, wrong }
}

if (import.meta.main) {
  const copies = Number(process.argv[2] ?? 20)
  const seed = Number(process.argv[3] ?? 1)
  const cuts = await runPowerCuts({ copies, seed, say: (line) => console.error(line) })
  process.exitCode = cuts.some(({ wrong }) => wrong.length > 0) ? 1 : 0
}
