// Builds the Koa application: all middleware in order, over one table of routes. Features never see Koa;
// a route receives a RouteRequest and returns an answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Clock } from '../kernel/clock.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import type { Log } from '../kernel/log.ts'
import { answerRequests } from './answer-request.ts'
import { type CatchErrorsNeeds, catchErrors } from './catch-errors.ts'
import { openConsoleFiles } from './console-files.ts'
import type { Context, Middleware, RequestState, Route } from './context.ts'
import {
  countRequests,
  createRateLimiters,
  type IdentifyClient,
  refuseFlawed,
} from './count-requests.ts'
import { takeCspReports } from './csp-report.ts'
import { answerHealth } from './health.ts'
import type { HttpConfig } from './http-config.ts'
import { inspectRequests } from './inspect-request.ts'
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
  /** Finds who sent a request of the API, before it is counted. */
  readonly identifyClient: IdentifyClient
  readonly routes: readonly Route[]
  /** Runs outside the middleware that turns errors into responses, and sees each refusal. */
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
    linger(needs.clock),
    openContext({ ...needs, matchRoute }),
    answerHealth,
    nameVersion,
    logRequests(needs),
    ...(needs.countRefusals ? [needs.countRefusals] : []),
    catchErrors(needs),
    refuseFlawed({ ...needs, limiters }),
    serveConsole({ ...needs, consoleFiles: openConsoleFiles(needs.consoleFolder) }),
    withinApi(countRequests({ ...needs, limiters })),
    takeCspReports(needs),
    withinApi(inspectRequests(needs)),
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

const nameVersion: Middleware = async (ctx, next) => {
  ctx.set('Svc-Version', interfaceVersion)
  await next()
}

/** Applies a middleware only to requests below the prefixes of the API and of the console's API. */
function withinApi(inner: Middleware): Middleware {
  return (ctx, next) => (ctx.state.route.kind === 'outside' ? next() : inner(ctx, next))
}
