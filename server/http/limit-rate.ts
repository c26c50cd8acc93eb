// The rate limit: counts every request of the API before any work is done for it, by its API key if the key is
// valid and by network otherwise. The headers are set here, so that error responses carry them too.

import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { networkOf } from './client-address.ts'
import type { Context } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import {
  type Allowance,
  createRateLimiter,
  type RateLimiter,
  rateLimitHeaders,
  secondsToReset,
} from './rate-limiter.ts'

const windowMs = 60_000
const clientsMax = 20_000

/** Finds who sent a request of the API. Returns the id to count it by; undefined: it is counted by its network. */
export type IdentifyClient = (ctx: Context) => Promise<string | undefined>

interface RateLimiters {
  /** By id of the API key. */
  readonly apiKeys: RateLimiter
  /** By network, for requests without a valid key. */
  readonly anonymous: RateLimiter
  /** By network, for provider callbacks, so that they never compete with anonymous requests. */
  readonly providers: RateLimiter
  /** By network, for the console, whose pages send many requests at once. */
  readonly console: RateLimiter
}

export interface LimitRateNeeds {
  readonly clock: Clock
  readonly limiters: RateLimiters
  readonly identifyClient: IdentifyClient
}

export function createRateLimiters(
  clock: Clock,
  config: Pick<HttpConfig, 'rateLimitPerMinute' | 'rateLimitUnauthenticatedPerMinute'>,
): RateLimiters {
  const keyRule = { limit: config.rateLimitPerMinute, windowMs, clientsMax }
  const anonymousRule = { ...keyRule, limit: config.rateLimitUnauthenticatedPerMinute }
  return {
    apiKeys: createRateLimiter(clock, keyRule),
    anonymous: createRateLimiter(clock, anonymousRule),
    providers: createRateLimiter(clock, keyRule),
    console: createRateLimiter(clock, keyRule),
  }
}

/** @throws AppError `rate_limited`, with the seconds to wait */
export async function limitRate(needs: LimitRateNeeds, ctx: Context): Promise<void> {
  const allowance = await count(needs, ctx)
  setRateLimitHeaders(ctx, allowance)
  if (allowance.isRefused) throw rateLimited(allowance, needs.clock.now())
}

/**
 * Refuses requests with a malformed head or a forbidden route to the server, counted by network.
 * @throws AppError `rate_limited`, or the flaw that `openContext` found
 */
export function refuseMalformedHead(
  needs: Pick<LimitRateNeeds, 'clock' | 'limiters'>,
  ctx: Context,
): void {
  const { flaw, clientAddress } = ctx.state
  if (flaw === undefined) return
  const allowance = needs.limiters.anonymous.take(networkOf(clientAddress))
  setRateLimitHeaders(ctx, allowance)
  throw allowance.isRefused ? rateLimited(allowance, needs.clock.now()) : flaw
}

function setRateLimitHeaders({ state }: Context, allowance: Allowance): void {
  Object.assign(state.response.headers, rateLimitHeaders(allowance))
}

async function count(needs: LimitRateNeeds, ctx: Context): Promise<Allowance> {
  const { route, clientAddress } = ctx.state
  const network = networkOf(clientAddress)
  if (route.kind === 'route' && route.route.audience === 'provider') {
    return needs.limiters.providers.take(network)
  }
  if (route.kind === 'route' && route.route.audience === 'console') {
    return needs.limiters.console.take(network)
  }
  const clientId = await identify(needs, ctx, network)
  return clientId === undefined
    ? needs.limiters.anonymous.take(network)
    : needs.limiters.apiKeys.take(clientId)
}

/** If the database fails, the request is counted by its network, so that its answer carries the headers. */
async function identify(
  { identifyClient, limiters }: LimitRateNeeds,
  ctx: Context,
  network: string,
): Promise<string | undefined> {
  try {
    return await identifyClient(ctx)
  } catch (error) {
    setRateLimitHeaders(ctx, limiters.anonymous.take(network))
    throw error
  }
}

export function rateLimited(allowance: Allowance, nowMs: number): AppError {
  const retryAfterSeconds = secondsToReset(allowance, nowMs)
  const message = `More than ${allowance.limit} requests in a minute. Try again in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
