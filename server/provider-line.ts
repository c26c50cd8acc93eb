// The line to the provider as the job runner asks for it: how this node's latest calls went, and which other nodes
// there are.

import type { Appliance } from './appliance.ts'
import type { JobStep } from './jobs/job.ts'
import { type JobLine, leaveMsAfter } from './jobs/job-line.ts'
import { retryFailingJobs } from './jobs/retry-failing-jobs.ts'

const stepsWithProvider: readonly JobStep[] = ['ask', 'follow_up']

/** For the whole installation. */
const probeEveryMs = 20_000

type LineNeeds = Pick<Appliance, 'db' | 'clock' | 'wakeJobs'> & {
  readonly node: Pick<Appliance['node'], 'workingNodes'>
  readonly provider: Pick<NonNullable<Appliance['provider']>, 'circuit' | 'health'>
}

export function providerLine(needs: LineNeeds): JobLine {
  const { clock, node, provider } = needs
  const nodes = () => Math.max(1, node.workingNodes().length)
  return {
    steps: stepsWithProvider,
    leaveMs: () => (nodes() > 1 ? leaveMsAfter(provider.health?.().unreached ?? 0) : 0),
    mayProbe() {
      const circuit = provider.circuit?.()
      if (circuit?.kind === 'half_open') return false
      if (circuit?.kind === 'open' && circuit.probeAt > clock.now()) return false
      return provider.health?.().answers !== true
    },
    probeEveryMs: () => probeEveryMs * nodes(),
    probed() {
      // A job that gave up, or had nothing more to ask, says nothing of the provider.
      if (provider.health?.().answers === true) retryWithProvider(needs)
    },
  }
}

/** Jobs that cannot be brought forward run at their own time. */
export function retryWithProvider(needs: Omit<LineNeeds, 'provider' | 'node'>): void {
  retryFailingJobs(needs, stepsWithProvider).catch(() => undefined)
}
