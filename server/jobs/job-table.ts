// Row of `jobs`: one piece of work that must happen, whatever happens to this process.

import type { JobKind, JobState } from './job.ts'

export interface JobTable {
  id: string
  kind: JobKind
  /** What the job is about, such as a verification's id; one job of a kind a subject. */
  subject_id: string
  payload: string
  state: JobState
  due_at: number
  /** Failed attempts so far. */
  attempts: number
  /** How many of the latest failed attempts in a row were thrown: our own bugs, not the world's trouble. */
  throws: number
  /** Runs so far, of any outcome. */
  runs: number
  /** Times that a run was cut off by our own stop or crash; costs no attempt. */
  interruptions: number
  /** Boot id of the process that runs it now. */
  owner: string | null
  lease_until: number | null
  /** Since when every attempt has failed; null while the last one did not. */
  failing_since: number | null
  /** Stable code of what happened last. */
  reason: string | null
  created_at: number
  finished_at: number | null
}
