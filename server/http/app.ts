// Builds the Koa application: the middleware in their order, the last of which calls the route. Features never see
// Koa; a route receives a RouteRequest and returns an answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { apiVersion } from '../kernel/api-version.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { answerRequests } from './answer-request.ts'
import { type CatchErrorsNeeds, catchErrors } from './catch-errors.ts'
import { openConsoleFiles } from './console-files.ts'
import type { Context, Middleware, RequestState, Route } from './context.ts'
import { takeCspReports } from './csp-report.ts'
import { answerHealth } from './health.ts'
import type { HttpConfig } from './http-config.ts'
import { inspectRequests } from './inspect-request.ts'
import {
  createRateLimiters,
  type IdentifyClient,
  limitRate,
  refuseMalformedHead,
} from './limit-rate.ts'
import { linger } from './linger.ts'
import { openContext } from './open-context.ts'
import { logRequests } from './request-log.ts'
import { createRouting } from './routing.ts'
import { serveConsole } from './serve-console.ts'
import { createUnparsedRefusal, type RefuseUnparsed } from './unparsed-refusal.ts'

export interface HttpNeeds {
  readonly config: HttpConfig
  readonly clock: Clock
  readonly log: Log
  readonly storageTroubleOf: CatchErrorsNeeds['storageTroubleOf']
  /** Finds the API key of a request, for the rate limit. */
  readonly identifyClient: IdentifyClient
  readonly routes: readonly Route[]
  /** Counts refused requests for the audit log; placed around `catchErrors`, so that it sees the final response. */
  readonly countRefusals?: Middleware
  /** Folder of the built console. Default: `console/dist` of the product. */
  readonly consoleFolder?: string
}

export interface HttpApp {
  readonly handle: RequestListener
  /** Answers requests that Node could not parse. */
  readonly refuseUnparsed: RefuseUnparsed
}

/** @throws Error if two routes have the same method and path. */
export function createHttpApp(needs: HttpNeeds): HttpApp {
  const limiters = createRateLimiters(needs.clock, needs.config)
  const matchRoute = createRouting(needs.routes)
  const middleware: readonly Middleware[] = [
    // First: reads the rest of a refused body after all others have ended.
    linger(needs.clock),
    openContext({ ...needs, matchRoute }),
    answerHealth,
    setVersionHeader,
    // Around `catchErrors`, so that log and count see the final status.
    logRequests(needs),
    ...(needs.countRefusals ? [needs.countRefusals] : []),
    catchErrors(needs),
    // Before the console's files and the routes: a malformed request reaches neither.
    refuseMalformedHead({ ...needs, limiters }),
    serveConsole({ ...needs, consoleFiles: openConsoleFiles(needs.consoleFolder) }),
    onlyBelowPrefixes(limitRate({ ...needs, limiters })),
    // After the rate limit: reports are limited like anonymous requests.
    takeCspReports(needs),
    onlyBelowPrefixes(inspectRequests(needs)),
    answerRequests(needs),
  ]
  const koa = new Koa<RequestState>()
  for (const one of middleware) koa.use(one)
  // Koa would print to stderr. For a client that disconnected, the request's log line says so already.
  koa.on('error', (error: unknown, ctx?: Context) => {
    if (!ctx?.req.socket.destroyed) needs.log.error('response_failed', {}, error)
  })
  return {
    handle: koa.callback(),
    refuseUnparsed: createUnparsedRefusal({ ...needs, anonymous: limiters.anonymous }),
  }
}

const setVersionHeader: Middleware = async (ctx, next) => {
  ctx.set('Svc-Version', apiVersion)
  await next()
}

/** Applies a middleware only to requests below the prefixes of the API and of the console's API. */
function onlyBelowPrefixes(inner: Middleware): Middleware {
  return (ctx, next) => (ctx.state.route.kind === 'outside' ? next() : inner(ctx, next))
}
