// Runs a scheduled task once at each of its times, on one of all nodes: the first to insert the row of the time. A task
// never runs on two nodes at once, unless one of them is dead without knowing it; every task may run twice.

import { type Db, inTransaction, type Work } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { skewMsMax } from '../kernel/clock-steps.ts'
import { dayMs } from '../kernel/durations.ts'
import type { Log } from '../kernel/log.ts'
import type { OwnNode } from './own-node.ts'
import {
  beginScheduledRun,
  deleteRunsAhead,
  deleteScheduledRuns,
  endScheduledRun,
  listRunsUnderWay,
  type RunUnderWayOf,
  type ScheduledRun,
  takeScheduledRun,
} from './scheduled-run-store.ts'

interface RunOnceNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly node: OwnNode
}

/** The runs that each node of this process begins or has begun, until their ends are written or could not be. */
const runsInHand = new WeakMap<OwnNode, Set<string>>()

/** Returns the number of items processed. */
type Task = () => Promise<number>

/** Returns what `work` returns; undefined if another node runs this time, or still runs an earlier one. */
export async function runOnce(
  needs: RunOnceNeeds,
  run: ScheduledRun,
  work: Task,
): Promise<number | undefined> {
  const { clock, node } = needs
  if (!node.mayTakeWork() || (await isUnderWay(needs, run.task))) return undefined
  const ours = { ...run, nodeId: node.id }
  const isOurs = await takeInHand(needs, ours, async (trx) => {
    await deleteRunsAhead(trx, run.fireAt + skewMsMax, run.task)
    return beginScheduledRun(trx, ours, clock.now())
  })
  return isOurs ? follow(needs, ours, work) : undefined
}

interface TakenRun extends ScheduledRun {
  run(): Promise<number>
}

/**
 * Takes over the runs that dead nodes have begun and not ended, of tasks that `taskOf` knows, and ends those of this
 * node whose ends could not be written. A node that is alone takes none: its tasks run at the next time of the
 * schedule.
 */
export async function takeOverRuns(
  needs: RunOnceNeeds,
  taskOf: (name: string) => Task | undefined,
): Promise<readonly TakenRun[]> {
  const { db, clock, node } = needs
  const left = await listRunsUnderWay(db.reader)
  await endForgotten(needs, left)
  const dead = await node.deadAmong([...new Set(left.map(({ nodeId }) => nodeId))])
  const taken: TakenRun[] = []
  for (const run of left) {
    const deadNode = dead.find(({ id }) => id === run.nodeId)
    const task = taskOf(run.task)
    if (deadNode === undefined || task === undefined) continue
    const ours = { ...run, nodeId: node.id }
    const isTaken = await takeInHand(needs, ours, async (trx) => {
      if (!(await node.isStillDead(trx, deadNode))) return false
      const nowMs = clock.now()
      if (!node.isAlone) return takeScheduledRun(trx, run, { nodeId: node.id, nowMs })
      await endScheduledRun(trx, run, { at: nowMs, count: undefined })
      return false
    })
    if (isTaken) taken.push({ ...run, run: () => follow(needs, ours, task) })
  }
  return taken
}

const keptForMs = 3 * dayMs

/** Returns how many old runs were deleted. */
export function pruneScheduledRuns({ db, clock }: RunOnceNeeds): Promise<number> {
  return inTransaction(db, (trx) => deleteScheduledRuns(trx, clock.now() - keptForMs))
}

async function isUnderWay({ db, node }: RunOnceNeeds, task: string): Promise<boolean> {
  const owners = (await listRunsUnderWay(db.reader, task)).map(({ nodeId }) => nodeId)
  const others = [...new Set(owners)].filter((id) => id !== node.id)
  return others.length > (await node.deadAmong(others)).length
}

/** Runs `take`, which returns whether this node has the run now. It stays in hand then, until `follow` has ended. */
async function takeInHand(
  { db, node }: RunOnceNeeds,
  run: RunUnderWayOf,
  take: Work<boolean>,
): Promise<boolean> {
  const inHand = runsInHandOf(node)
  const wasInHand = inHand.has(keyOf(run))
  inHand.add(keyOf(run))
  let isTaken = false
  try {
    isTaken = await inTransaction(db, take)
    return isTaken
  } finally {
    if (!isTaken && !wasInHand) inHand.delete(keyOf(run))
  }
}

/** Ends the runs that this node has, by the database, and does not run. Otherwise their tasks would run nowhere. */
async function endForgotten(
  { db, clock, node }: RunOnceNeeds,
  left: readonly RunUnderWayOf[],
): Promise<void> {
  const forgotten = left.filter((run) => isForgotten(node, run))
  if (forgotten.length === 0) return
  await inTransaction(db, async (trx) => {
    const end = { at: clock.now(), count: undefined }
    for (const run of forgotten) await endScheduledRun(trx, run, end)
  })
}

function isForgotten(node: OwnNode, run: RunUnderWayOf): boolean {
  return run.nodeId === node.id && !runsInHandOf(node).has(keyOf(run))
}

function runsInHandOf(node: OwnNode): Set<string> {
  const runs = runsInHand.get(node) ?? new Set()
  runsInHand.set(node, runs)
  return runs
}

function keyOf({ task, fireAt }: ScheduledRun): string {
  return `${task} ${fireAt}`
}

/** If the end cannot be written, `takeOverRuns` writes it later. */
async function follow(needs: RunOnceNeeds, run: RunUnderWayOf, work: Task): Promise<number> {
  const { db, clock, log, node } = needs
  let count: number | undefined
  try {
    count = await work()
    return count
  } finally {
    const end = { at: clock.now(), count }
    await inTransaction(db, (trx) => endScheduledRun(trx, run, end)).catch((error: unknown) =>
      log.error('scheduled_run_end_failed', {}, error),
    )
    runsInHandOf(node).delete(keyOf(run))
  }
}
