// Decides how many jobs to claim beyond the free slots: ever more while runs are short, none otherwise. Pure.

/** Jobs claimed beyond the free slots at most, for each slot. */
const aheadMax = 7
/** Jobs are claimed beyond the free slots while all runs of the last claim end within this time. */
const shortRunMsMax = 100

interface RunsBefore {
  /** Since the last claim. */
  readonly passedMs: number
  readonly concurrency: number
  /** Whether some that were claimed have no slot yet. */
  readonly isWaiting: boolean
  /** Whether some of the runs of the last claim ended, and none is under way. */
  readonly isOver: boolean
}

/** @param ahead as many as before */
export function nextAhead(
  ahead: number,
  { passedMs, concurrency, isWaiting, isOver }: RunsBefore,
): number {
  if (isWaiting) return ahead
  if (!isOver || passedMs > shortRunMsMax) return 0
  return Math.min(Math.max(ahead * 2, concurrency), concurrency * aheadMax)
}
