// Runs the handler of one job and returns how the run ended. Writes nothing to the job.

import type { Cancel, Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RunScope } from '../kernel/metrics.ts'
import type { Job } from './job.ts'
import type { RunEnd } from './job-change.ts'
import { type JobHandlers, type RunHold, RunLostError } from './job-handler.ts'
import { holdsRun } from './job-store.ts'
import { Interruption } from './lost-runs.ts'
import type { JobsNode } from './rescue-jobs.ts'
import { measuredRun } from './write-ends.ts'

interface RunNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: RunScope
  readonly handlers: JobHandlers
  readonly node: Pick<JobsNode, 'id'>
}

interface RunScene {
  /** Aborted by the runner, or when the job takes too long. */
  readonly abort: AbortController
  /** Whether the server stops: what it aborts is handed back. */
  isStopping(): boolean
}

export async function runJob(needs: RunNeeds, job: Job, scene: RunScene): Promise<RunEnd> {
  const { clock, log, handlers, metrics } = needs
  const { abort } = scene
  const { signal } = abort
  let cancel: Cancel = () => {}
  try {
    const handler = handlers[job.kind]
    cancel = clock.after(handler.timeoutMs, () => abort.abort(new Error('job timed out')))
    const run = () => handler.run(job, signal, holdOf(needs, job))
    const outcome = await (metrics ? metrics.inRun(measuredRun(job), run) : run())
    const end = outcome.kind === 'retry' ? handedBack(scene) : undefined
    return end ?? outcome
  } catch (error) {
    if (error instanceof RunLostError) return { kind: 'handed-back', reason: 'lease_lost' }
    const end = handedBack(scene)
    if (end !== undefined) return end
    log.error('job_failed', { job_id: job.id, job_kind: job.kind }, error)
    return { kind: 'thrown', reason: 'internal_error' }
  } finally {
    cancel()
  }
}

/** Returns how a run ends that was interrupted; undefined for one that was not. */
function handedBack({ abort, isStopping }: RunScene): RunEnd | undefined {
  const { aborted, reason } = abort.signal
  if (!aborted) return undefined
  if (reason instanceof Interruption) return { kind: 'handed-back', reason: reason.reason }
  return isStopping() ? { kind: 'handed-back', reason: 'stopping' } : undefined
}

function holdOf({ node }: RunNeeds, job: Job): RunHold {
  const fence = { jobId: job.id, owner: node.id, run: job.runs }
  return {
    async confirm(trx) {
      if (!(await holdsRun(trx, fence))) throw new RunLostError()
    },
  }
}
