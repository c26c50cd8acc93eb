// The rounds of the storm: what happens to the nodes and to the database under load, and how soon the others go on.

import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../../server/kernel/clock.ts'
import { runCommand } from '../../bench/child-server.ts'
import type { RandomNumbers } from '../../bench/random-numbers.ts'
import { leaseLossesIn } from './lease-losses.ts'
import type { StormClients } from './storm-clients.ts'
import type { StormScene } from './storm-scene.ts'

export const roundKinds = [
  'kill',
  'pause',
  'restart',
  'crash',
  'failover',
  'cut',
  'unplug',
  'roll',
] as const
export type RoundKind = (typeof roundKinds)[number]

export interface Round {
  readonly kind: RoundKind
  /** Milliseconds since 1970: from the blow until everything works again. */
  readonly fromMs: number
  readonly toMs: number
  /** Jobs that the node had when it was hit. */
  readonly jobsHeld: number
  /** Until the last of them was taken from it, in milliseconds; undefined if it had none. */
  readonly takeoverMs: number | undefined
  /**
   * Leases that the other nodes lost during the round. They were given no processor for a lease, and one that stood
   * still itself begins to watch the others anew: the reason of a slow takeover.
   */
  readonly othersLost: number
  /** Until every node wrote again after the database did, in milliseconds; undefined if it stayed. */
  readonly writesMs: number | undefined
  readonly wrong: readonly string[]
}

interface Storm {
  readonly scene: StormScene
  readonly clients: StormClients
  readonly random: RandomNumbers
}

type Blow = (
  storm: Storm,
  place: number,
) => Promise<Omit<Round, 'kind' | 'fromMs' | 'toMs' | 'othersLost'>>

const takeoverMsMax = 3_000
const writesMsMax = 5_000
const probeMsMax = 30_000
/** Longer than the lease of 1.8 seconds and one takeover. */
const pauseMs = 4_000
const askEveryMs = 20
const busyWithinMs = 3_000

export async function runRound(storm: Storm, kind: RoundKind): Promise<Round> {
  const { scene, random } = storm
  await wait(300 + random() * 900)
  const place = placeOf(kind, scene) ?? Math.floor(random() * scene.nodes.length)
  if (kind === 'failover') await scene.database.addStandby()
  if (aimed.has(kind)) await untilBusy(scene, place)
  const fromMs = systemClock.now()
  const round = await blows[kind](storm, place)
  const toMs = systemClock.now()
  const gone = await Promise.all(scene.nodes.map(hasEnded))
  const wrong = scene.nodes.filter((_, at) => gone[at]).map(({ name }) => `${name} exited`)
  return {
    kind,
    fromMs,
    toMs,
    ...round,
    othersLost: await othersLost(scene, place, { fromMs, toMs }),
    wrong: [...round.wrong, ...wrong],
  }
}

async function othersLost(
  { nodes }: StormScene,
  place: number,
  { fromMs, toMs }: Pick<Round, 'fromMs' | 'toMs'>,
): Promise<number> {
  const others = nodes.filter((_, at) => at !== place)
  const losses = await Promise.all(others.map(({ logFile }) => leaseLossesIn(logFile)))
  return losses.flat().filter((atMs) => atMs >= fromMs && atMs <= toMs).length
}

const aimed: ReadonlySet<RoundKind> = new Set(['kill', 'pause', 'cut', 'unplug'])

/** Only a node with a network of its own has a cable. */
function placeOf(kind: RoundKind, { nodes }: StormScene): number | undefined {
  const place = nodes.findIndex(({ hasNamespace }) => hasNamespace)
  return kind === 'unplug' && place !== -1 ? place : undefined
}

/** A blow shows more where it hits a node in the middle of jobs. */
async function untilBusy(scene: StormScene, place: number): Promise<void> {
  const until = performance.now() + busyWithinMs
  while (performance.now() < until) {
    if ((await jobsOf(scene, scene.nodes[place]?.id)) > 0) return
    await wait(askEveryMs)
  }
}

const blows: Readonly<Record<RoundKind, Blow>> = {
  /** One node is killed, and started again once the others have its work. */
  async kill({ scene }, place) {
    const killed = scene.nodes[place]
    await killed?.server.kill('SIGKILL')
    const taken = await untilTaken(scene, killed?.id)
    await scene.startAgain(place)
    return { ...taken, writesMs: undefined }
  },
  /** One node stands still for longer than its lease, and goes on as if nothing had happened. */
  async pause({ scene, clients }, place) {
    const paused = scene.nodes[place]
    if (paused === undefined) return nothing
    const until = performance.now() + pauseMs
    process.kill(paused.server.pid, 'SIGSTOP')
    const taken = await untilTaken(scene, paused.id)
    await wait(Math.max(until - performance.now(), 0))
    process.kill(paused.server.pid, 'SIGCONT')
    return { ...taken, ...(await untilWriting(scene, clients)), wrong: taken.wrong }
  },
  async restart(storm) {
    return breakDatabase(storm, 'SIGINT')
  },
  async crash(storm) {
    return breakDatabase(storm, 'SIGKILL')
  },
  /** The primary is killed, and its standby takes its place. */
  async failover({ scene, clients }) {
    await scene.database.end('SIGKILL')
    await scene.database.promoteStandby()
    return { ...nothing, ...(await untilWriting(scene, clients)) }
  },
  cut: cutOff,
  /** As `cut`, in the network itself: connections live on, and packets are sent again when the cable is back. */
  unplug: cutOff,
  /** Each node in turn is drained, stopped and started again, as for a new release. */
  async roll({ scene }) {
    const wrong: string[] = []
    for (const place of scene.nodes.keys()) wrong.push(...(await rollOne(scene, place)))
    return { ...nothing, wrong }
  },
}

async function rollOne(scene: StormScene, place: number): Promise<readonly string[]> {
  const node = scene.nodes[place]
  if (node === undefined) return []
  await runCommand(scene.env, ['nodes', 'drain', node.id, '--wait'])
  const ready = await fetch(`http://127.0.0.1:${node.env.SVC_OPS_PORT}/readyz`)
  const left = await jobsOf(scene, node.id)
  const status = await node.server.kill('SIGTERM')
  await scene.startAgain(place)
  return [
    ...(ready.status === 503 ? [] : [`${node.name} is ready (${ready.status}) while it drains`]),
    ...(left === 0 ? [] : [`${node.name} runs ${left} jobs after it was drained`]),
    ...(status === 0 ? [] : [`${node.name} stopped with ${status}`]),
  ]
}

/** The network between one node and the database loses everything, for longer than a lease. */
async function cutOff({ scene, clients }: Storm, place: number): ReturnType<Blow> {
  const lonely = scene.nodes[place]
  if (lonely === undefined) return nothing
  const until = performance.now() + pauseMs
  await lonely.link.cut()
  const taken = await untilTaken(scene, lonely.id)
  await wait(Math.max(until - performance.now(), 0))
  await lonely.link.mend()
  const writing = await untilWriting(scene, clients)
  return { ...taken, ...writing, wrong: [...taken.wrong, ...writing.wrong] }
}

const nothing = { jobsHeld: 0, takeoverMs: undefined, writesMs: undefined, wrong: [] }

async function breakDatabase(
  { scene, clients }: Storm,
  signal: 'SIGINT' | 'SIGKILL',
): ReturnType<Blow> {
  await scene.database.end(signal)
  await scene.database.start()
  return { ...nothing, ...(await untilWriting(scene, clients)) }
}

/** Waits until no job is the node's any more. */
async function untilTaken(
  scene: StormScene,
  nodeId: string | undefined,
): Promise<Pick<Round, 'jobsHeld' | 'takeoverMs' | 'wrong'>> {
  const from = performance.now()
  const jobsHeld = await jobsOf(scene, nodeId)
  if (jobsHeld === 0) return { jobsHeld, takeoverMs: undefined, wrong: [] }
  const isOver = () => performance.now() - from > probeMsMax
  while ((await jobsOf(scene, nodeId)) > 0 && !isOver()) await wait(askEveryMs)
  const takeoverMs = Math.round(performance.now() - from)
  const isLate = takeoverMs > takeoverMsMax
  return { jobsHeld, takeoverMs, wrong: isLate ? [`takeover took ${takeoverMs} ms`] : [] }
}

/** Returns how many jobs the node runs, by the database. */
async function jobsOf({ db }: StormScene, nodeId = ''): Promise<number> {
  const { count } = await db.reader
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'running')
    .where('owner', '=', nodeId)
    .executeTakeFirstOrThrow()
  return count
}

/** Waits until every node has stored a request. */
async function untilWriting(
  { nodes }: StormScene,
  clients: StormClients,
): Promise<Pick<Round, 'writesMs' | 'wrong'>> {
  const took = await Promise.all(nodes.map(({ server }) => clients.probe(server.url, probeMsMax)))
  const writesMs = Math.round(Math.max(...took))
  const isLate = writesMs > writesMsMax
  return { writesMs, wrong: isLate ? [`a node wrote after ${writesMs} ms`] : [] }
}

async function hasEnded({ server }: StormScene['nodes'][number]): Promise<boolean> {
  try {
    process.kill(server.pid, 0)
    return false
  } catch {
    return true
  }
}
