// Counts requests in windows that start with a client's first request (rulings 3.5). In memory: one
// process serves them all, so the count is exact; a restart begins anew.

import type { Clock } from '../kernel/clock.ts'

export interface Allowance {
  readonly limit: number
  /** How many more requests this window takes, after this one. */
  readonly remaining: number
  /** When the window ends and the whole limit is there again; milliseconds since 1970. */
  readonly resetAt: number
  /** This request was one too many. It is not counted. */
  readonly isRefused: boolean
}

export interface RateLimiter {
  /** Counts one request of `client` against its window. */
  take(client: string): Allowance
}

export interface RateLimitRule {
  /** Requests a window. */
  readonly limit: number
  readonly windowMs: number
  /** Clients kept in mind at once; past it the one whose window ends first is forgotten. */
  readonly clientsMax: number
}

export interface Window {
  readonly endsAt: number
  taken: number
}

/** The window of a client at this moment: a new one where there is none, or it has ended. */
export type FindWindow = (client: string) => Window

/** For one kind of client: strangers who come in numbers then push out strangers only. */
export function createWindows(
  clock: Clock,
  { windowMs, clientsMax }: Omit<RateLimitRule, 'limit'>,
): FindWindow {
  // Every window is equally long and is inserted as it starts, so the map is in order of their ends.
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
    return known && known.endsAt > now ? known : openWindow(client, now)
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

/** The three headers of every response of the API; the reset is in Unix seconds, rounded up. */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(allowance.remaining),
    'X-RateLimit-Reset': String(Math.ceil(allowance.resetAt / 1000)),
  }
}

/** Whole seconds to wait, at least 1, never so few that the next request would be refused again. */
export function secondsToReset(allowance: Pick<Allowance, 'resetAt'>, nowMs: number): number {
  return Math.max(1, Math.ceil((allowance.resetAt - nowMs) / 1000))
}
