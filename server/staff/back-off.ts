// How long whoever fails to sign in waits before the next try. Failures count for a name as tried from one
// network, so that nobody elsewhere and no other name can lock its owner out; what a whole network or the
// whole world may try beyond that is slowed down, never stopped.

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
 * `pair`: one name from one network; the tenth failure waits half an hour (PCI DSS 8.3.4). A name need not
 * exist: what is unknown is held off like what is known.
 * `network`: any name from one network, which may be a whole office: one try a second bounds the work that
 * it makes us do. `account`: one name from anywhere, against guessing from many places. Neither of the two
 * ever keeps an owner with the right password out for longer than 15 seconds.
 */
export const backOffRules = {
  pair: { free: 4, firstWaitMs: 60_000, longestWaitMs: 30 * 60_000 },
  network: { free: 300, firstWaitMs: 1_000, longestWaitMs: 1_000 },
  account: { free: 50, firstWaitMs: 5_000, longestWaitMs: 15_000 },
} as const satisfies Readonly<Record<string, Rule>>

/** In a network with this many failures, each name there has fewer tries. */
export const busyNetworkFailures = 30
const pairInBusyNetwork: Rule = { free: 1, firstWaitMs: 15_000, longestWaitMs: 30 * 60_000 }

export type BackOffKind = keyof typeof backOffRules

/** Failures are forgotten after a day without one. */
export const attemptsKeptMs = 24 * 60 * 60_000

/** When the next try may be made, in view of all three; the past where there is nothing to wait for. */
export function nextTryAt(known: Readonly<Partial<Record<BackOffKind, Attempts>>>): number {
  const { pair, network, account } = known
  const isBusy = (network?.failures ?? 0) >= busyNetworkFailures
  return Math.max(
    waitUntil(backOffRules.pair, pair),
    isBusy ? waitUntil(pairInBusyNetwork, pair) : 0,
    waitUntil(backOffRules.network, network),
    waitUntil(backOffRules.account, account),
  )
}

function waitUntil(rule: Rule, attempts: Attempts | undefined): number {
  if (attempts === undefined) return 0
  const { free, firstWaitMs, longestWaitMs } = rule
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
