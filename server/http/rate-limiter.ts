// Counts requests in fixed windows that start with a client's first request (rulings 3.5). In memory: one process
// serves all requests, so the count is exact; a restart clears it.

import type { Clock } from '../kernel/clock.ts'

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
  /** Counts one request of `client` against its window. */
  take(client: string): Allowance
}

interface RateLimitRule {
  /** Requests per window. */
  readonly limit: number
  readonly windowMs: number
  /** Clients kept in memory; beyond it the window that ends first is dropped. */
  readonly clientsMax: number
}

export interface Window {
  readonly endsAt: number
  taken: number
}

/** Returns the current window of a client, or a new one if it has none or its window has ended. */
type FindWindow = (client: string) => Window

/** For one kind of client only, so that many anonymous clients can push out only each other. */
export function createWindows(
  clock: Clock,
  { windowMs, clientsMax }: Omit<RateLimitRule, 'limit'>,
): FindWindow {
  // All windows are equally long and inserted as they start, so the map is ordered by their end.
  const windows = new Map<string, Window>()

  function openWindow(client: string, now: number): Window {
    windows.delete(client)
    for (const [other, window] of windows) {
      if (window.endsAt > now && windows.size < clientsMax) break
      windows.delete(other)
    }
    const window = { endsAt: now + windowMs, taken: 0 }
    windows.set(client, window)
    return window
  }

  return (client) => {
    const now = clock.now()
    const known = windows.get(client)
    const msLeft = known === undefined ? 0 : known.endsAt - now
    // More than a window is left only if the clock was set back: the client would wait for hours.
    return known && msLeft > 0 && msLeft <= windowMs ? known : openWindow(client, now)
  }
}

export function createRateLimiter(clock: Clock, rule: RateLimitRule): RateLimiter {
  const findWindow = createWindows(clock, rule)
  return {
    take(client) {
      const window = findWindow(client)
      const isRefused = window.taken >= rule.limit
      if (!isRefused) window.taken += 1
      const remaining = rule.limit - window.taken
      return { limit: rule.limit, remaining, resetAt: window.endsAt, isRefused }
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
