// Says whether the disk is slow now, by how long the syncs of the latest commits took.

export interface SyncLimits {
  /** The disk counts as slow for a minute after a sync that took longer than this. */
  readonly oneMs: number
  /** It also does while the latest syncs took longer than this on average. */
  readonly averageMs: number
}

/** Handing a sync to a thread and back takes some 0.25 ms, and more where processors are busy. */
const limitsDefault: SyncLimits = { oneMs: 2, averageMs: 0.5 }
const slowForMs = 60_000
/** About how many syncs the average reaches back. */
const syncsRemembered = 16

interface SyncTimes {
  /** Takes the beginning and end of each sync, as `performance.now()` tells them. */
  note(fromMs: number, untilMs: number): void
  areSlow(nowMs: number): boolean
}

export function watchSyncs(limits: SyncLimits = limitsDefault): SyncTimes {
  let slowUntilMs = Number.NEGATIVE_INFINITY
  let averageMs = 0
  return {
    note(fromMs, untilMs) {
      const tookMs = untilMs - fromMs
      averageMs += (tookMs - averageMs) / syncsRemembered
      if (tookMs > limits.oneMs) slowUntilMs = untilMs + slowForMs
    },
    areSlow: (nowMs) => nowMs < slowUntilMs || averageMs > limits.averageMs,
  }
}
