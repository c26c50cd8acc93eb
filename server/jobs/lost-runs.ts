// Aborts the runs of this node whose jobs another node has taken over, and frees own jobs that do not run.

import type { Job } from './job.ts'
import { listRunsOf } from './job-store.ts'
import { type RescueNeeds, rescueOrphans } from './rescue-jobs.ts'

/** Why a run was aborted that says nothing about its job: the job is handed back. */
export class Interruption extends Error {
  readonly reason: 'stopping' | 'lease_lost'

  constructor(reason: Interruption['reason']) {
    super(reason)
    this.name = 'Interruption'
    this.reason = reason
  }
}

interface RunUnderWay {
  /** Number of the run. */
  readonly run: number
  readonly abort: AbortController
}

export interface ClaimedJob extends RunUnderWay {
  /** Resolves when the run has ended; its end may not be written yet. */
  readonly ended: Promise<void>
}

/** What the job runner has in hand. */
interface HeldJobs {
  /** By the id of the job. */
  readonly claimed: ReadonlyMap<string, RunUnderWay>
  /** Claimed, and not begun. */
  readonly ready: readonly Job[]
  /** Ids of jobs whose runs have ended; their ends are not written yet. */
  readonly ended: readonly string[]
}

/** Returns the jobs of `ready` that are still ours. Call it while no job is being claimed. */
export async function dropLostRuns(
  needs: RescueNeeds,
  { claimed, ready, ended }: HeldJobs,
): Promise<Job[]> {
  const own = await listRunsOf(needs.db.reader, needs.node.id)
  const runs = new Map(own.map((job) => [job.id, job.runs]))
  for (const [id, { run, abort }] of claimed) {
    if (runs.get(id) !== run) abort.abort(new Interruption('lease_lost'))
  }
  const stillReady = ready.filter((job) => runs.get(job.id) === job.runs)
  const known = new Set([...claimed.keys(), ...stillReady.map(({ id }) => id), ...ended])
  const orphans = own.filter(({ id }) => !known.has(id))
  if (orphans.length > 0) await rescueOrphans(needs, orphans)
  return stillReady
}
