// Jobs: work that must be done even if the process crashes.
//
// Glossary. A *job* is a row; its *subject* is what it is about. A *run* is one call of its handler. An *attempt*
// is a failed run. A run that only has to wait is not an attempt, and neither is one that the server's stop or
// crash ended (an *interruption*). A run counts as alive while its node does (nodes/node.ts). A job that was
// interrupted several times in a row, the last time too, is a *suspect*: it runs alone, so that no job is blamed for
// what another did. Such a run is a *trial* on a server that had lived long enough to show that it does not die by
// itself.
//
// A run makes one *step* of its job. Each step has slots of its own (job-slots.ts).

/** The kinds that this release knows; the database may hold jobs of a newer one. */
export const jobKinds = [
  'verification.run',
  'verification.run_sandbox',
  /** Asks the provider about a completed verification, of which it had news. */
  'verification.check_late',
] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * What the next run does, in the order of a verification's life. `prepare` works on images with the processor of this
 * machine, `ask` sends to the provider, `follow_up` asks for what became of it and completes the verification;
 * `simulate` is all that a sandbox verification needs.
 */
export const jobSteps = ['prepare', 'ask', 'follow_up', 'simulate'] as const
export type JobStep = (typeof jobSteps)[number]

export type JobState = 'waiting' | 'running' | 'done' | 'failed'

export interface Job {
  readonly id: string
  readonly kind: JobKind
  readonly step: JobStep
  readonly subjectId: string
  /** The enqueued JSON value; the handler parses it. */
  readonly payload: unknown
  readonly attempts: number
  /** How many of the latest attempts in a row were exceptions of the handler. */
  readonly throws: number
  readonly runs: number
  /** Due time when the run was claimed. If the row has another value, `setJobDue` was called since. */
  readonly dueAt: number
  readonly interruptions: number
  /** How many of the interruptions in a row were trials that ended with their server. */
  readonly loneDeaths: number
  /** Whether this run is a trial. */
  readonly isTrial: boolean
  /**
   * Whether this run was claimed before a slot was free for it. Only the runner that claimed it knows whether it began.
   */
  readonly isAhead: boolean
  /** Stable code of the last outcome; undefined before the first. */
  readonly reason: string | undefined
  /** Since when every attempt has failed; undefined if the last one did not fail. */
  readonly failingSince: number | undefined
  readonly createdAt: number
}

export interface ListedJob
  extends Omit<
    Job,
    'step' | 'payload' | 'throws' | 'interruptions' | 'loneDeaths' | 'isTrial' | 'isAhead'
  > {
  readonly state: JobState
  /** Of a running job: when its node counts as dead without another sign of life. undefined with SQLite: never. */
  readonly leaseUntil: number | undefined
  readonly finishedAt: number | undefined
}
