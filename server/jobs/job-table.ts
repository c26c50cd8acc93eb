// Row of `jobs`: a piece of work that must be done even if the process crashes.

import { sql } from 'kysely'
import type { JobKind, JobState, JobStep } from './job.ts'

export interface JobTable {
  id: string
  kind: JobKind
  /** Id of what the job is about, such as a verification. A subject has at most one job of each kind. */
  subject_id: string
  payload: string
  state: JobState
  /** Of the present run, or of the next one. */
  step: JobStep
  due_at: number
  /** Failed attempts so far. */
  attempts: number
  /** How many of the latest failed attempts in a row were exceptions, which are bugs of this program. */
  throws: number
  /** Runs so far, whatever their outcome. */
  runs: number
  /** Runs in a row that a crash of the server interrupted; not counted as attempts. */
  interruptions: number
  /** How many of them were trials that ended with their server. */
  lone_deaths: number
  /** 1 if the present or last run is a trial: alone on a sound server, so that its death says something of the job. */
  is_trial: 0 | 1
  /**
   * 1 if the present or last run was claimed before a slot was free for it, so that a crash may have met it unbegun.
   */
  is_ahead: 0 | 1
  /** Id of the node that runs the job. */
  owner: string | null
  /** Since when every attempt has failed; null if the last attempt did not fail. */
  failing_since: number | null
  /** Stable code of the last outcome. */
  reason: string | null
  created_at: number
  finished_at: number | null
}

/** The states as literals: SQLite uses the partial indexes of `jobs` only for literals, not for parameters. */
export const jobState = {
  waiting: sql.lit('waiting' as const),
  running: sql.lit('running' as const),
  failed: sql.lit('failed' as const),
}
