// The rate limit: counts every request of the API before any work is done for it, by its API key or its session of the
// console if that is valid, and by network otherwise. The headers are set here, so that error responses carry them too.

import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { networkOf } from '../client-address.ts'
import type { Audience, Context } from '../context.ts'
import type { HttpConfig } from '../http-config.ts'
import {
  type Allowance,
  createRateLimiter,
  type RateLimiter,
  rateLimitHeaders,
  secondsToReset,
} from './rate-limiter.ts'
import { createSharedCounting, type SharedCounts } from './shared-counting.ts'

const windowMs = 60_000
const clientsMax = 20_000
/**
 * Reports of networks a second: a flood from many addresses must not become a flood of writes. What is beyond is
 * counted against the node's own share of the limit.
 */
const networkReportsPerSecondMax = 100

/** Finds who sent a request of the API. Returns the id to count it by; undefined: it is counted by its network. */
export type IdentifyClient = (ctx: Context) => Promise<string | undefined>

interface RateLimiters {
  /** By id of the API key. */
  readonly apiKeys: RateLimiter
  /** By network, for requests without a valid key. */
  readonly anonymous: RateLimiter
  /** By network, for provider callbacks, so that they never compete with anonymous requests. */
  readonly providers: RateLimiter
  /** By network, for the console before somebody signs in. */
  readonly console: RateLimiter
  /** By session of the console: a whole office may share one address, and pages send many requests at once. */
  readonly sessions: RateLimiter
}

export interface LimitRateNeeds {
  readonly clock: Clock
  readonly limiters: RateLimiters
  readonly identifyClient: IdentifyClient
  /** Absent: there are no console routes. */
  readonly identifySession?: IdentifyClient | undefined
}

export function createRateLimiters(
  clock: Clock,
  config: Pick<HttpConfig, 'rateLimitPerMinute' | 'rateLimitUnauthenticatedPerMinute'>,
  counts?: SharedCounts,
): RateLimiters {
  const keyRule = { limit: config.rateLimitPerMinute, windowMs, clientsMax }
  const anonymousRule = { ...keyRule, limit: config.rateLimitUnauthenticatedPerMinute }
  const counting = (name: string, reportsPerSecondMax = Number.POSITIVE_INFINITY) =>
    counts && createSharedCounting(counts, clock, { name, windowMs, reportsPerSecondMax })
  const ofNetworks = (name: string) => counting(name, networkReportsPerSecondMax)
  return {
    apiKeys: createRateLimiter(clock, keyRule, counting('api_keys')),
    anonymous: createRateLimiter(clock, anonymousRule, ofNetworks('anonymous')),
    providers: createRateLimiter(clock, keyRule, ofNetworks('providers')),
    console: createRateLimiter(clock, keyRule, ofNetworks('console')),
    sessions: createRateLimiter(clock, keyRule, counting('sessions')),
  }
}

/** @throws AppError `rate_limited`, with the seconds to wait */
export async function limitRate(needs: LimitRateNeeds, ctx: Context): Promise<void> {
  const { clock, limiters } = needs
  const network = networkOf(ctx.state.clientAddress)
  const { route } = ctx.state
  const audience = route.kind === 'route' ? route.route.audience : 'public'
  const { counted, whom } =
    audience === 'provider'
      ? { counted: limiters.providers.takeShared(network), whom: 'client' as const }
      : await countByClient(countingOf(needs, audience), ctx, network)
  // The only node always answers at once.
  const allowance = counted instanceof Promise ? await counted : counted
  setRateLimitHeaders(ctx, allowance)
  if (allowance.isRefused) throw rateLimited(allowance, clock.now(), whom)
}

/**
 * Refuses requests with a malformed head or a forbidden route to the server, counted by network.
 * @throws AppError `rate_limited`, or the flaw that `openContext` found
 */
export async function refuseMalformedHead(
  needs: Pick<LimitRateNeeds, 'clock' | 'limiters'>,
  ctx: Context,
  flaw: AppError,
): Promise<never> {
  const network = networkOf(ctx.state.clientAddress)
  const allowance = await needs.limiters.anonymous.takeShared(network)
  setRateLimitHeaders(ctx, allowance)
  throw allowance.isRefused ? rateLimited(allowance, needs.clock.now()) : flaw
}

function setRateLimitHeaders({ state }: Context, allowance: Allowance): void {
  Object.assign(state.response.headers, rateLimitHeaders(allowance))
}

interface ClientCounting {
  readonly identify: IdentifyClient | undefined
  readonly identified: RateLimiter
  /** By network. */
  readonly others: RateLimiter
  readonly whomOthers: Whom
}

function countingOf(needs: LimitRateNeeds, audience: Audience): ClientCounting {
  const { limiters, identifyClient, identifySession } = needs
  const { apiKeys, anonymous, sessions, console } = limiters
  return audience === 'console'
    ? { identify: identifySession, identified: sessions, others: console, whomOthers: 'client' }
    : {
        identify: identifyClient,
        identified: apiKeys,
        others: anonymous,
        whomOthers: 'without_key',
      }
}

/** Counts requests without a valid key or session by their network. */
async function countByClient(
  { identify, identified, others, whomOthers }: ClientCounting,
  ctx: Context,
  network: string,
): Promise<{ readonly counted: Allowance | Promise<Allowance>; readonly whom: Whom }> {
  let clientId: string | undefined
  try {
    clientId = await identify?.(ctx)
  } catch (error) {
    // If the database fails, the request is counted by its network, so that its answer carries the headers.
    setRateLimitHeaders(ctx, others.take(network))
    throw error
  }
  return clientId === undefined
    ? { counted: others.takeShared(network), whom: whomOthers }
    : { counted: identified.takeShared(clientId), whom: 'client' }
}

/** `without_key`: a valid API key would have been counted for itself; who sends a wrong one must hear of it. */
type Whom = 'client' | 'without_key'

export function rateLimited(allowance: Allowance, nowMs: number, whom: Whom = 'client'): AppError {
  const retryAfterSeconds = secondsToReset(allowance, nowMs)
  const messages: Readonly<Record<Whom, string>> = {
    client: `More than ${allowance.limit} requests in a minute. Try again in ${retryAfterSeconds} seconds.`,
    without_key: `More than ${allowance.limit} requests in a minute without an API key that is valid here. Send such a key, or try again in ${retryAfterSeconds} seconds.`,
  }
  return new AppError('rate_limited', messages[whom], { retryAfterSeconds })
}
