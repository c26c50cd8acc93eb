// Every request of the API is counted before any work is done for it: on its key where it has a good
// one, on its network otherwise. The headers are set here, so that errors carry them too.

import type { Config } from '../config.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { type FindCaller, identify } from './authenticate.ts'
import { networkOf } from './client-address.ts'
import type { Exchange, Step } from './exchange.ts'
import {
  type Allowance,
  createRateLimiter,
  type RateLimiter,
  rateLimitHeaders,
  secondsToReset,
} from './rate-limit.ts'

const windowMs = 60_000
const clientsMax = 20_000

export interface RateLimiters {
  /** By id of the API key. */
  readonly callers: RateLimiter
  /** By network, while there is no key or no good one. */
  readonly strangers: RateLimiter
  /** By network, for callbacks: a provider's own traffic never competes with strangers'. */
  readonly providers: RateLimiter
  /** By network, for the console, whose pages ask for much at a time. */
  readonly staff: RateLimiter
}

export interface CountRequestsNeeds {
  readonly clock: Clock
  readonly limiters: RateLimiters
  readonly findCaller: FindCaller
}

export function createRateLimiters(
  clock: Clock,
  config: Pick<Config, 'rateLimitPerMinute' | 'rateLimitUnauthenticatedPerMinute'>,
): RateLimiters {
  const ofKeys = { limit: config.rateLimitPerMinute, windowMs, clientsMax }
  const ofStrangers = { ...ofKeys, limit: config.rateLimitUnauthenticatedPerMinute }
  return {
    callers: createRateLimiter(clock, ofKeys),
    strangers: createRateLimiter(clock, ofStrangers),
    providers: createRateLimiter(clock, ofKeys),
    staff: createRateLimiter(clock, ofKeys),
  }
}

/** @throws AppError `rate_limited`, with the seconds to wait */
export function countRequests(needs: CountRequestsNeeds): Step {
  return async (exchange, next) => {
    const allowance = await count(needs, exchange)
    exchange.set(rateLimitHeaders(allowance))
    if (allowance.isRefused) throw rateLimited(allowance, needs.clock.now())
    await next()
  }
}

/**
 * Refuses what is broken or came by a way that it must not come, counted on the network that it came from.
 * @throws AppError `rate_limited`, and what is wrong with the request
 */
export function refuseFlawed(needs: Pick<CountRequestsNeeds, 'clock' | 'limiters'>): Step {
  return async (exchange, next) => {
    const { flaw, clientAddress } = exchange.state
    if (flaw === undefined) return next()
    const allowance = needs.limiters.strangers.take(networkOf(clientAddress))
    exchange.set(rateLimitHeaders(allowance))
    throw allowance.isRefused ? rateLimited(allowance, needs.clock.now()) : flaw
  }
}

async function count(needs: CountRequestsNeeds, exchange: Exchange): Promise<Allowance> {
  const { found, clientAddress } = exchange.state
  const network = networkOf(clientAddress)
  if (found.kind === 'endpoint' && found.endpoint.audience === 'provider') {
    return needs.limiters.providers.take(network)
  }
  if (found.kind === 'endpoint' && found.endpoint.audience === 'staff') {
    return needs.limiters.staff.take(network)
  }
  try {
    exchange.state.identity = await identify(needs.findCaller, exchange)
  } catch (error) {
    exchange.set(rateLimitHeaders(needs.limiters.strangers.take(network)))
    throw error
  }
  const { identity } = exchange.state
  // A key in the wrong hands must not use up what its owner may ask.
  if (identity.kind === 'caller') return needs.limiters.callers.take(identity.key.id)
  return needs.limiters.strangers.take(network)
}

export function rateLimited(allowance: Allowance, nowMs: number): AppError {
  const retryAfterSeconds = secondsToReset(allowance, nowMs)
  const message = `More than ${allowance.limit} requests in a minute. Try again in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
