// The storm: three nodes on one PostgreSQL under load, of which one is killed, paused or cut off in each round, or
// whose database is restarted or killed. Nothing that was acknowledged may be lost, doubled or paid twice.
//
//   npm run torture -- --nodes [rounds, default 5] [seed, default by the day] [kind of all rounds]

import { setTimeout as wait } from 'node:timers/promises'
import { randomNumbers } from '../../bench/random-numbers.ts'
import { findBinaries } from '../../postgres/local-server.ts'
import { type Judgement, judgeStorm } from './judge-storm.ts'
import { startStormClients } from './storm-clients.ts'
import { type Round, type RoundKind, roundKinds, runRound } from './storm-rounds.ts'
import { openStormScene, registerReceiver, type StormScene } from './storm-scene.ts'

interface StormReport {
  /** Of the rounds whose node had jobs. */
  readonly takeovers: Takeovers
  readonly rounds: readonly Round[]
  readonly acknowledged: number
  readonly judgement: Judgement
  /** Of the rounds, the clients and the judgement together. */
  readonly wrong: readonly string[]
}

interface Takeovers {
  readonly count: number
  readonly medianMs: number
  readonly maxMs: number
  readonly overThreeSeconds: number
  /** Of those, how many while another node had lost its lease for want of a processor. */
  readonly overWhileStarved: number
}

interface StormInput {
  readonly rounds: number
  /** The same seed gives the same blows and pauses, but not the same moments in the servers. */
  readonly seed: number
  /** Default: each in turn. */
  readonly kind?: RoundKind | undefined
  /** Waits until uploads are over that a blow cut off: up to seven minutes. */
  readonly waitsForUploads?: boolean
  readonly say?: (line: string) => void
  /** Ends the storm after the present round, with its judgement. */
  readonly signal?: AbortSignal
}

const nodesCount = 3
const load = { clients: { sandbox: 3, live: 2 }, pauseMs: 60 }
/** Without anything that ends meanwhile: a machine that is short of processors takes minutes for what was submitted. */
const settleMsMax = 60_000
/** Four minutes from the beginning of an upload that was cut off, and two until the next look at it. */
const uploadsMsMax = 420_000

/** @throws Error if no PostgreSQL is installed */
export async function runStorm(input: StormInput): Promise<StormReport> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('no PostgreSQL from 15 on is installed')
  const { seed, kind, say = () => {} } = input
  const random = randomNumbers(seed)
  const scene = await openStormScene({ binaries, nodes: nodesCount, isDivided: true })
  try {
    await registerReceiver(scene)
    const urls = () => scene.nodes.map(({ server }) => server.url)
    const clients = startStormClients({ urls, keys: scene.keys, ...load })
    const rounds: Round[] = []
    for (let number = 0; number < input.rounds && !input.signal?.aborted; number += 1) {
      const chosen = kind ?? roundKinds[number % roundKinds.length] ?? 'kill'
      const round = await runRound({ scene, clients, random }, chosen)
      rounds.push(round)
      say(`${number + 1} ${JSON.stringify(round)} ${clients.acknowledged.length} acknowledged`)
    }
    await clients.stop()
    await untilSettled(scene, input.waitsForUploads)
    const { acknowledged } = clients
    const judgement = await judgeStorm(scene, { acknowledged, rounds })
    const wrong = [
      ...rounds.flatMap((round) => round.wrong.map((line) => `${round.kind}: ${line}`)),
      ...clients.refusals.slice(0, 10),
      ...judgement.wrong,
    ]
    if (wrong.length > 0) await keepLogs(scene, say)
    return {
      takeovers: takeoversOf(rounds),
      rounds,
      acknowledged: acknowledged.length,
      judgement,
      wrong,
    }
  } finally {
    await scene.close()
  }
}

/**
 * Waits until no job, delivery or scheduled run is left, or none of them ends any more. Uploads that a blow cut off are
 * asked for again and again for minutes; unless they are waited for, they are left to the judgement.
 */
export async function untilSettled(
  { db: { reader } }: StormScene,
  waitsForUploads = false,
): Promise<void> {
  const waitMsMax = waitsForUploads ? uploadsMsMax : settleMsMax
  const jobs = reader
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
    .$if(!waitsForUploads, (query) =>
      query.where(({ or, eb }) =>
        or([eb('reason', 'is', null), eb('reason', '<>', 'upload_unconfirmed')]),
      ),
    )
  const deliveries = reader
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
  const runs = reader
    .selectFrom('scheduled_runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
  const countLeft = async () => {
    const left = [jobs.execute(), deliveries.execute(), runs.execute()]
    return (await Promise.all(left)).flat().reduce((sum, { count }) => sum + Number(count), 0)
  }
  let fewest = Number.POSITIVE_INFINITY
  let endedAt = performance.now()
  while (performance.now() - endedAt < waitMsMax) {
    const left = await countLeft()
    if (left === 0) return
    if (left < fewest) endedAt = performance.now()
    fewest = Math.min(fewest, left)
    await wait(200)
  }
}

function takeoversOf(rounds: readonly Round[]): Takeovers {
  const taken = rounds
    .flatMap(({ takeoverMs, othersLost }) => (takeoverMs ? [{ takeoverMs, othersLost }] : []))
    .toSorted((one, other) => one.takeoverMs - other.takeoverMs)
  const over = taken.filter(({ takeoverMs }) => takeoverMs > 3_000)
  return {
    count: taken.length,
    medianMs: taken[Math.floor(taken.length / 2)]?.takeoverMs ?? 0,
    maxMs: taken.at(-1)?.takeoverMs ?? 0,
    overThreeSeconds: over.length,
    overWhileStarved: over.filter(({ othersLost }) => othersLost > 0).length,
  }
}

async function keepLogs(scene: StormScene, say: (line: string) => void): Promise<void> {
  const { cp } = await import('node:fs/promises')
  const place = `${scene.folder}-logs`
  for (const { name, logFile } of scene.nodes) await cp(logFile, `${place}/${name}.log`)
  say(`logs: ${place}`)
}
