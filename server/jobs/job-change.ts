// Decides how the outcome of a run changes its job. Pure: the runner writes the change in the same transaction
// as the other effects of the outcome.

import type { Job, JobStep } from './job.ts'
import type { JobOutcome } from './job-handler.ts'
import { attemptsMax, failingMsMax, retryAt, throwsMax } from './retry-policy.ts'

/** Why a job was set aside that ended one server after another while it ran alone. */
export const crashesServer = 'crashes_server'

/** How a run ended: the outcome of its handler, an exception, or the server's stop. */
export type RunEnd =
  | JobOutcome
  /** The handler threw: a bug. */
  | { readonly kind: 'thrown'; readonly reason: 'internal_error' }
  /** Interrupted by the server's stop, or by the loss of its node's lease; does not count as an attempt. */
  | { readonly kind: 'handed-back'; readonly reason: 'stopping' | 'lease_lost' }

export type JobChange =
  | {
      readonly state: 'waiting'
      readonly step: JobStep
      readonly dueAt: number
      readonly attempts: number
      readonly throws: number
      readonly interruptions: number
      readonly loneDeaths: number
      readonly failingSince: number | undefined
      readonly reason: string
    }
  | { readonly state: 'done'; readonly finishedAt: number; readonly reason: string }
  /** The handler's `abandon` runs in the same transaction. */
  | { readonly state: 'failed'; readonly finishedAt: number; readonly reason: string }

const noInterruptions = { interruptions: 0, loneDeaths: 0 }

interface EndScene {
  readonly nowMs: number
  /** `runJobNow` was called during the run, so a job that goes on waiting is due at once. */
  readonly isDueNow: boolean
  /** It was run before it was due, as a probe: if it fails, it waits for its own time, and this was no attempt. */
  readonly isEarly: boolean
}

/** Whether a job began to run before it was due. */
export function wasEarly({ dueAt }: Pick<Job, 'dueAt'>, startedAt: number): boolean {
  return dueAt > startedAt
}

export function changeFor(
  end: RunEnd,
  job: Job,
  { nowMs, isDueNow, isEarly }: EndScene,
): JobChange {
  const { reason } = end
  const { step } = job
  switch (end.kind) {
    case 'done':
      return { state: 'done', finishedAt: nowMs, reason }
    case 'again': {
      const dueAt = isDueNow ? nowMs : end.at
      const noFailures = { attempts: 0, throws: 0, failingSince: undefined, ...noInterruptions }
      return { state: 'waiting', step: end.step ?? step, dueAt, ...noFailures, reason }
    }
    case 'wait':
      return waitingAsBefore(job, reason, isDueNow ? nowMs : end.at)
    case 'handed-back':
      return waitingAsBefore(job, reason, nowMs)
    case 'retry':
    case 'thrown': {
      if (isEarly && end.kind === 'retry') {
        return waitingAsBefore(job, reason, Math.max(job.dueAt, nowMs))
      }
      const attempts = job.attempts + 1
      // Counted in a row, so that one exception after a long outage does not fail the job.
      const throws = end.kind === 'thrown' ? job.throws + 1 : 0
      // Of a clock that was ahead it is not known how long ago it was.
      const failingSince = Math.min(job.failingSince ?? nowMs, nowMs)
      const isHopeless = attempts >= attemptsMax && nowMs - failingSince >= failingMsMax
      if (throws >= throwsMax || isHopeless) {
        return { state: 'failed', finishedAt: nowMs, reason }
      }
      const dueAt = retryAt(nowMs, attempts)
      const failures = { attempts, throws, failingSince, ...noInterruptions }
      return { state: 'waiting', step, dueAt, ...failures, reason }
    }
  }
}

function waitingAsBefore(job: Job, reason: string, dueAt: number): JobChange {
  const { step, attempts, throws, interruptions, loneDeaths, failingSince } = job
  const kept = { attempts, throws, interruptions, loneDeaths, failingSince }
  return { state: 'waiting', step, dueAt, ...kept, reason }
}
