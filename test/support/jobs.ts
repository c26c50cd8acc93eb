// Jobs for tests: rows to run, and a runner over the test's own handler.

import { inTransaction } from '../../server/db/transaction.ts'
import { enqueueJob } from '../../server/jobs/enqueue-job.ts'
import type { JobStep } from '../../server/jobs/job.ts'
import type { JobHandler, JobHandlers } from '../../server/jobs/job-handler.ts'
import type { JobLine } from '../../server/jobs/job-line.ts'
import { JobRunner } from '../../server/jobs/job-runner.ts'
import type { JobTable } from '../../server/jobs/job-table.ts'
import type { JobsNode } from '../../server/jobs/rescue-jobs.ts'
import { type CapturedLog, captureLog } from './captured-log.ts'
import type { TestDatabase } from './database.ts'

export type Run = JobHandler['run']

/** A job of a verification, due when it is enqueued. */
export function newJob(subjectId: string, step: JobStep = 'ask') {
  return {
    kind: 'verification.run',
    step,
    subjectId,
    payload: { verificationId: subjectId },
  } as const
}

/** Enqueues a job that is due now. */
export function enqueue(
  { db, clock }: TestDatabase,
  subjectId: string,
  step?: JobStep,
): Promise<void> {
  return inTransaction(db, (trx) => enqueueJob({ clock }, trx, newJob(subjectId, step)))
}

/** Returns the current row of a subject's job. */
export function readJob({ db }: TestDatabase, subjectId: string): JobTable {
  return db.raw.prepare('select * from jobs where subject_id = ?').get(subjectId) as JobTable
}

export function handlersFor(run: Run, more: Partial<JobHandler> = {}): JobHandlers {
  const handler = { timeoutMs: 60_000, run, async abandon() {}, ...more }
  return {
    'verification.run': handler,
    'verification.run_sandbox': handler,
    'verification.check_late': handler,
  }
}

/** A node for which every other one is dead. */
export function aloneNode(id: string): JobsNode {
  return {
    id,
    mayTakeWork: () => true,
    leads: () => true,
    deadAmong: async (ids) =>
      ids.filter((one) => one !== id).map((one) => ({ id: one, beats: undefined })),
    isStillDead: async () => true,
  }
}

export interface RunnerOptions extends Partial<JobHandler> {
  readonly concurrency?: number
  readonly node?: JobsNode
  readonly line?: JobLine
}

interface TestRunner extends CapturedLog {
  readonly runner: JobRunner
  readonly handlers: JobHandlers
}

/** A runner that has not started yet. */
export function openRunner(
  { db, clock }: TestDatabase,
  run: Run,
  { concurrency = 4, node = aloneNode('node_this'), line, ...handler }: RunnerOptions = {},
): TestRunner {
  const captured = captureLog(clock)
  const handlers = handlersFor(run, handler)
  const common = { db, clock, log: captured.log, handlers, node, concurrency }
  const needs = { ...common, ...(line && { line }) }
  return { ...captured, handlers, runner: new JobRunner(needs) }
}

/** A promise that the test resolves, for a handler to wait for. */
export function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
