// How long whoever fails to sign in waits before the next try. Failures count for an account as seen from
// one network, so that nobody elsewhere can lock its owner out, and for the network as a whole.

export interface Attempts {
  readonly failures: number
  readonly lastFailedAt: number
}

interface Rule {
  /** This many failures cost nothing: people mistype. */
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
}

/**
 * `pair`: one account from one network; the tenth failure waits half an hour (PCI DSS 8.3.4).
 * `network`: any account from one network, which may be a whole office. `account`: one account from
 * anywhere, against guessing from many places; never so long that it would keep the owner out.
 */
export const backOffRules = {
  pair: { free: 4, firstWaitMs: 60_000, longestWaitMs: 30 * 60_000 },
  network: { free: 30, firstWaitMs: 10_000, longestWaitMs: 30 * 60_000 },
  account: { free: 50, firstWaitMs: 5_000, longestWaitMs: 15_000 },
} as const satisfies Readonly<Record<string, Rule>>

export type BackOffKind = keyof typeof backOffRules

/** Failures are forgotten after a day without one. */
export const attemptsKeptMs = 24 * 60 * 60_000

/** When the next try may be made; the past where there is nothing to wait for. */
export function nextTryAt(kind: BackOffKind, attempts: Attempts | undefined): number {
  if (attempts === undefined) return 0
  const { free, firstWaitMs, longestWaitMs } = backOffRules[kind]
  const excess = attempts.failures - free
  if (excess <= 0) return 0
  return (
    attempts.lastFailedAt + Math.min(firstWaitMs * 2 ** Math.min(excess - 1, 20), longestWaitMs)
  )
}

export function withFailure(attempts: Attempts | undefined, nowMs: number): Attempts {
  const isForgotten = attempts === undefined || nowMs - attempts.lastFailedAt >= attemptsKeptMs
  return { failures: isForgotten ? 1 : attempts.failures + 1, lastFailedAt: nowMs }
}
