// Writes how runs ended. Each end commits together with its effects, or not at all; ends that have none are written
// with one statement.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { MeasuredRun, Metrics } from '../kernel/metrics.ts'
import type { Job } from './job.ts'
import { changeFor, type RunEnd, wasEarly } from './job-change.ts'
import type { JobHandlers } from './job-handler.ts'
import { endRun, finishRuns, isToRunNow, type RunFence } from './job-store.ts'
import type { JobsNode } from './rescue-jobs.ts'

interface WriteEndsNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'job'>
  readonly handlers: JobHandlers
  readonly node: Pick<JobsNode, 'id'>
}

/** A run that ended and is not written yet. */
export interface EndedRun {
  readonly job: Job
  readonly end: RunEnd
  readonly startedAt: number
}

/** Never throws: where an end cannot be written, the lease of the job runs out and the job runs again. */
export async function writeEnds(needs: WriteEndsNeeds, ended: readonly EndedRun[]): Promise<void> {
  const alike = new Map<string, EndedRun[]>()
  const writes: Promise<void>[] = []
  for (const one of ended) {
    if (hasEffects(one.end)) {
      writes.push(writeOne(needs, one))
      continue
    }
    const name = `${one.job.runs} ${one.end.reason}`
    const others = alike.get(name)
    if (others) others.push(one)
    else alike.set(name, [one])
  }
  for (const some of alike.values()) writes.push(writeAlike(needs, some))
  await Promise.all(writes)
}

function hasEffects(end: RunEnd): boolean {
  return end.kind !== 'done' || end.commit !== undefined
}

/** Writes runs that are done with the same reason and have the same number. */
async function writeAlike(needs: WriteEndsNeeds, some: readonly EndedRun[]): Promise<void> {
  const [first] = some
  if (first === undefined) return
  const { db, clock, node } = needs
  const ids = some.map(({ job }) => job.id)
  const done = {
    owner: node.id,
    run: first.job.runs,
    reason: first.end.reason,
    finishedAt: clock.now(),
  }
  try {
    const written = await inTransaction(db, (trx) => finishRuns(trx, ids, done))
    const isWritten = written.length === ids.length ? undefined : new Set(written)
    const endedAt = clock.now()
    for (const one of some) logEnd(needs, one, isWritten?.has(one.job.id) ?? true, endedAt)
  } catch (error) {
    for (const one of some) logLoss(needs, one, error)
  }
}

async function writeOne(needs: WriteEndsNeeds, one: EndedRun): Promise<void> {
  try {
    logEnd(needs, one, await writeWithEffects(needs, one), needs.clock.now())
  } catch (error) {
    logLoss(needs, one, error)
  }
}

/** Returns false, and writes nothing, if another run has taken over the job. */
function writeWithEffects(
  needs: WriteEndsNeeds,
  { job, end, startedAt }: EndedRun,
): Promise<boolean> {
  const { db, clock, node, handlers } = needs
  const fence: RunFence = { jobId: job.id, owner: node.id, run: job.runs }
  const nowMs = clock.now()
  const isEarly = wasEarly(job, startedAt)
  return inTransaction(db, async (trx) => {
    const waits = end.kind === 'again' || end.kind === 'wait'
    const isDueNow = waits && (await isToRunNow(trx, job))
    const change = changeFor(end, job, { nowMs, isDueNow, isEarly })
    if (!(await endRun(trx, fence, change))) return false
    if (change.state === 'failed') await handlers[job.kind].abandon(trx, job, change.reason)
    else if (end.kind === 'done' || end.kind === 'again') await end.commit?.(trx)
    return true
  })
}

function logEnd(
  { log, metrics }: WriteEndsNeeds,
  one: EndedRun,
  isWritten: boolean,
  endedAt: number,
): void {
  const { job, end, startedAt } = one
  const outcome = isWritten ? end.kind : 'superseded'
  const durationMs = endedAt - startedAt
  log.info('job', {
    job_id: job.id,
    job_kind: job.kind,
    verification_id: job.subjectId,
    outcome,
    reason: end.reason,
    attempt: job.attempts,
    duration_ms: durationMs,
  })
  metrics?.job({ ...measuredRun(job), kind: job.kind, outcome, durationMs })
}

export function measuredRun({ id: jobId, runs: run, subjectId }: Job): MeasuredRun {
  return { jobId, run, subjectId }
}

function logLoss({ log }: WriteEndsNeeds, { job }: EndedRun, error: unknown): void {
  log.error('job_outcome_lost', { job_id: job.id, job_kind: job.kind }, error)
}
