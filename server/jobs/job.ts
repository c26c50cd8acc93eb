// Jobs: work that must happen although the process may die.
//
// Glossary. A *job* is a row; its *subject* is what it is about. A *run* is one call of its handler. An
// *attempt* is a run that failed; a run that merely has to wait costs none, nor does one that our own
// stop or crash cut off (an *interruption*). A *lease* says until when a run counts as alive.

export const jobKinds = ['verification.run', 'verification.rehearse'] as const
export type JobKind = (typeof jobKinds)[number]

export type JobState = 'waiting' | 'running' | 'done' | 'failed'

export interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly subjectId: string
  /** As it was enqueued; the handler parses it again. */
  readonly payload: unknown
  readonly attempts: number
  /** Of the latest failed attempts, how many in a row the handler threw. */
  readonly throws: number
  readonly runs: number
  /** When it was due, as claimed; another value on the row means that it was hastened since. */
  readonly dueAt: number
  readonly interruptions: number
  /** When the present row of failures began; undefined when the last run did not fail. */
  readonly failingSince: number | undefined
  readonly createdAt: number
}
