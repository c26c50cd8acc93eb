// Counts requests in fixed windows that start with a client's first request (rulings 3.5). One node counts in memory,
// exactly, and a restart clears the count; several nodes add theirs up in the database (`shared-counting.ts`).

import type { Clock } from '../../kernel/clock.ts'
import { createWindows, type Window, type WindowRule } from './rate-window.ts'
import type { SharedCounting } from './shared-counting.ts'

export interface Allowance {
  readonly limit: number
  /** Requests left in this window, after this one. */
  readonly remaining: number
  /** When the window ends; milliseconds since 1970. */
  readonly resetAt: number
  /** The request exceeds the limit and was not counted. */
  readonly isRefused: boolean
}

export interface RateLimiter {
  /** Counts one request of `client` against its window, with those of other nodes as far as they are known here. */
  take(client: string): Allowance
  /** Like `take`, and asks for the counts of other nodes when it must. */
  takeShared(client: string): Allowance | Promise<Allowance>
}

interface RateLimitRule extends WindowRule {
  /** Requests per window. */
  readonly limit: number
}

/** @param counting adds up the counts of several nodes; absent: there is one */
export function createRateLimiter(
  clock: Clock,
  rule: RateLimitRule,
  counting?: SharedCounting,
): RateLimiter {
  const { limit } = rule
  const findWindow = createWindows(clock, rule)

  function allow(window: Window, position: number): Allowance {
    const isRefused = position > limit
    return { limit, remaining: Math.max(0, limit - position), resetAt: window.endsAt, isRefused }
  }

  function takeHere(window: Window): Allowance {
    const position = window.known + window.taken + 1
    if (position > limit) return allow(window, position)
    window.taken += 1
    window.own += 1
    return allow(window, position)
  }

  async function takeByReport(client: string, window: Window): Promise<Allowance> {
    const position = await counting?.report(client, window, 1)
    if (position === undefined) {
      const ownMax = counting?.ownShareOf(limit) ?? limit
      return window.own < ownMax ? takeHere(window) : allow(window, limit + 1)
    }
    if (position <= limit) window.own += 1
    return allow(window, position)
  }

  return {
    take: (client) => takeHere(findWindow(client)),
    takeShared(client) {
      const window = findWindow(client)
      const mayCountHere = !counting || counting.mayCountHere(window, 1, limit)
      if (mayCountHere || window.known + window.taken >= limit) return takeHere(window)
      return takeByReport(client, window)
    },
  }
}

/** Returns the three headers of every API response; the reset is in Unix seconds, rounded up. */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(allowance.remaining),
    'X-RateLimit-Reset': String(Math.ceil(allowance.resetAt / 1000)),
  }
}

/** Returns the seconds until the window has ended, rounded up, at least 1. */
export function secondsToReset(allowance: Pick<Allowance, 'resetAt'>, nowMs: number): number {
  return Math.max(1, Math.ceil((allowance.resetAt - nowMs) / 1000))
}
