// The line over which jobs of some steps reach what they need, such as the provider, as the runner asks for it. While
// it fails, other nodes, whose line may work, have the first turn at those jobs; and one that waits is run before its
// time now and then, so that it is noticed soon when the line works again.

import type { JobStep } from './job.ts'

export interface JobLine {
  /** Those that need it. */
  readonly steps: readonly JobStep[]
  /** Milliseconds for which due jobs are left to other nodes; 0 while it works, and for the only node. */
  leaveMs(): number
  /** Whether it failed last, or was not used yet, and may be tried. */
  mayProbe(): boolean
  /** Of this node: the more nodes there are, the more seldom each one probes. */
  probeEveryMs(): number
  /** Called when a job that was run before its time did not fail. */
  probed(): void
}

const failuresMin = 3
const leaveMsMin = 5_000
const leaveMsMax = 30_000

/** @param failures connections that failed in a row */
export function leaveMsAfter(failures: number): number {
  if (failures < failuresMin) return 0
  return Math.min(leaveMsMin * 2 ** (failures - failuresMin), leaveMsMax)
}
