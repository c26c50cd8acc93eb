// A runner's use of the line over which jobs reach what they need: leaves them to other nodes while it fails, and
// claims one that failed before it is due again, as a probe: one at a time, and only where none is due soon anyway.

import { type Db, inSharedTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { claimEarly, listFailingJobs } from './early-claim-store.ts'
import type { Job, JobStep } from './job.ts'
import { type RunEnd, wasEarly } from './job-change.ts'
import type { JobLine } from './job-line.ts'

interface ProbeNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly line?: JobLine
}

export class LineProbe {
  readonly #needs: ProbeNeeds
  /** On the steady clock. */
  #lookedAt: number

  constructor(needs: ProbeNeeds) {
    this.#needs = needs
    this.#lookedAt = needs.clock.steadyMs()
  }

  /** Whether other nodes have the first turn at some jobs. */
  get leaves(): boolean {
    return (this.#needs.line?.leaveMs() ?? 0) > 0
  }

  /** Returns for how many milliseconds after they are due the jobs of a step are left to other nodes. */
  readonly leaveMs = (step: JobStep): number => {
    const { line } = this.#needs
    return line?.steps.includes(step) ? line.leaveMs() : 0
  }

  /** Never throws: without a probe, jobs run when they are due. @param free slots of each step */
  claim(owner: string, free: Readonly<Record<JobStep, number>>): Promise<readonly Job[]> {
    return this.#claim(owner, free).catch(() => [])
  }

  /** Call it at the end of each run. */
  ended(job: Job, startedAt: number, { kind }: RunEnd): void {
    const isAnswered = kind === 'done' || kind === 'again'
    if (isAnswered && wasEarly(job, startedAt)) this.#needs.line?.probed()
  }

  async #claim(owner: string, free: Readonly<Record<JobStep, number>>): Promise<readonly Job[]> {
    const { db, clock, line } = this.#needs
    if (line === undefined || !line.mayProbe()) return []
    const everyMs = line.probeEveryMs()
    if (clock.steadyMs() - this.#lookedAt < everyMs) return []
    this.#lookedAt = clock.steadyMs()
    const [next] = await listFailingJobs(db.reader, line.steps)
    if (next === undefined || next.dueAt - clock.now() <= everyMs || free[next.step] < 1) return []
    const job = await inSharedTransaction(db, (trx) => claimEarly(trx, next, owner))
    return job ? [job] : []
  }
}
