// What a run's outcome does to its job. Pure: the runner writes the change, in the transaction of
// everything else that belongs to the outcome.

import type { Job } from './job.ts'
import type { JobOutcome } from './job-handler.ts'
import { attemptsMax, retryAt, throwsMax } from './retry-policy.ts'

/** How a run ended, seen by the runner. */
export type RunEnd =
  | JobOutcome
  /** The handler threw: a bug. */
  | { readonly kind: 'thrown'; readonly reason: 'internal_error' }
  /** Cut off by our own stop; costs nothing. */
  | { readonly kind: 'handed-back'; readonly reason: 'stopping' }

export type JobChange =
  | {
      readonly state: 'waiting'
      readonly dueAt: number
      readonly attempts: number
      readonly throws: number
      readonly interruptions: number
      readonly failingSince: number | undefined
      readonly reason: string
    }
  | { readonly state: 'done'; readonly finishedAt: number; readonly reason: string }
  /** The handler's `abandon` has the last word. */
  | { readonly state: 'failed'; readonly finishedAt: number; readonly reason: string }

/** @param hastened The world gave a sign during the run: what waits is due at once. */
export function changeFor(
  end: RunEnd,
  job: Job,
  { nowMs, hastened }: { readonly nowMs: number; readonly hastened: boolean },
): JobChange {
  const { reason } = end
  switch (end.kind) {
    case 'done':
      return { state: 'done', finishedAt: nowMs, reason }
    case 'again': {
      const dueAt = hastened ? nowMs : end.at
      const calm = { attempts: 0, throws: 0, interruptions: 0, failingSince: undefined }
      return { state: 'waiting', dueAt, ...calm, reason }
    }
    case 'handed-back': {
      const { attempts, throws, interruptions, failingSince } = job
      const kept = { attempts, throws, interruptions, failingSince }
      return { state: 'waiting', dueAt: nowMs, ...kept, reason }
    }
    case 'retry':
    case 'thrown': {
      const attempts = job.attempts + 1
      // In a row: an outage that lasted must not make the first bug after it the last.
      const throws = end.kind === 'thrown' ? job.throws + 1 : 0
      if (throws >= throwsMax || attempts >= attemptsMax) {
        return { state: 'failed', finishedAt: nowMs, reason }
      }
      const failingSince = job.failingSince ?? nowMs
      const dueAt = retryAt(nowMs, attempts)
      return { state: 'waiting', dueAt, attempts, throws, interruptions: 0, failingSince, reason }
    }
  }
}
