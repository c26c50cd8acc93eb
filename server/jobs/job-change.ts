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

/** @param isDueNow `runJobNow` was called during the run, so a job that goes on waiting is due at once. */
export function changeFor(
  end: RunEnd,
  job: Job,
  { nowMs, isDueNow }: { readonly nowMs: number; readonly isDueNow: boolean },
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
    case 'handed-back': {
      const { attempts, throws, interruptions, loneDeaths, failingSince } = job
      const kept = { attempts, throws, interruptions, loneDeaths, failingSince }
      const dueAt = end.kind === 'wait' && !isDueNow ? end.at : nowMs
      return { state: 'waiting', step, dueAt, ...kept, reason }
    }
    case 'retry':
    case 'thrown': {
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
