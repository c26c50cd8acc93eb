// Computes how long to wait after failed sign-ins. Failures count per account and network, so nobody on
// another network can lock the owner out; attempts of a whole network, or at one account from anywhere, are
// slowed down but never stopped. Pure.

import { isFromFuture } from '../../kernel/clock-steps.ts'

export interface Attempts {
  readonly failures: number
  readonly lastFailedAt: number
}

interface Rule {
  /** This many failures cause no wait: people mistype. */
  readonly free: number
  readonly firstWaitMs: number
  readonly longestWaitMs: number
}

/**
 * `pair`: one account from one network; the tenth failure waits half an hour (PCI DSS 8.3.4). The account
 * need not exist: unknown e-mail addresses are treated like known ones.
 * `network`: any account from one network, which may be a whole office: one attempt a second limits the work
 * it causes. `account`: one account from anywhere, against guessing from many networks. Neither of the two
 * keeps an owner with the right password out for longer than 15 seconds.
 */
const backOffRules = {
  pair: { free: 4, firstWaitMs: 60_000, longestWaitMs: 30 * 60_000 },
  network: { free: 300, firstWaitMs: 1_000, longestWaitMs: 1_000 },
  account: { free: 50, firstWaitMs: 5_000, longestWaitMs: 15_000 },
} as const satisfies Readonly<Record<string, Rule>>

/** In a network with this many failures, each account there has fewer free attempts. */
const busyNetworkFailures = 30
const pairInBusyNetwork: Rule = { free: 1, firstWaitMs: 15_000, longestWaitMs: 30 * 60_000 }

export type BackOffKind = keyof typeof backOffRules

/** Failures are forgotten after a day without another one. */
export const attemptsKeptMs = 24 * 60 * 60_000

/**
 * Returns when the next attempt is allowed under all three rules; a past instant if it is allowed now. Failures that a
 * clock recorded which was set back since cause no wait; they stay counted, so the next failure does.
 */
export function nextTryAt(
  known: Readonly<Partial<Record<BackOffKind, Attempts>>>,
  nowMs: number,
): number {
  const { pair, network, account } = known
  const isBusy = (network?.failures ?? 0) >= busyNetworkFailures
  return Math.max(
    waitUntil(backOffRules.pair, pair, nowMs),
    isBusy ? waitUntil(pairInBusyNetwork, pair, nowMs) : 0,
    waitUntil(backOffRules.network, network, nowMs),
    waitUntil(backOffRules.account, account, nowMs),
  )
}

function waitUntil(rule: Rule, attempts: Attempts | undefined, nowMs: number): number {
  if (attempts === undefined || isFromFuture(attempts.lastFailedAt, nowMs)) return 0
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
