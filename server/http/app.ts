// Builds the Koa application: all middleware in order, over one table of routes. Features never see Koa;
// they receive an ApiRequest and return an Answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Config } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import type { Log } from '../kernel/log.ts'
import { answerRequests } from './answer-request.ts'
import { authorize, type FindApiKey } from './authenticate.ts'
import { catchErrors } from './catch-errors.ts'
import { openConsoleFiles } from './console-files.ts'
import type { Context, Middleware, RequestState } from './context.ts'
import { type CountRefusalsNeeds, countRefusals } from './count-refusals.ts'
import { countRequests, createRateLimiters, refuseFlawed } from './count-requests.ts'
import { takeCspReports } from './csp-report.ts'
import { answerHealth } from './health.ts'
import { createIdempotency } from './idempotency.ts'
import { inspectRequests } from './inspect-request.ts'
import { linger } from './linger.ts'
import { openContext } from './open-context.ts'
import { logRequests } from './request-log.ts'
import type { Route } from './route.ts'
import { createRouting } from './routing.ts'
import { serveConsole } from './serve-console.ts'
import { requireSession, type SessionGuard } from './session-guard.ts'
import { createUnparsedRefusal, type RefuseUnparsed } from './unparsed-refusal.ts'
import { createUploadMeter } from './upload-meter.ts'

export interface HttpNeeds {
  readonly config: Pick<
    Config,
    | 'profile'
    | 'dataDir'
    | 'trustedProxies'
    | 'publicUrlSet'
    | 'consoleHost'
    | 'consoleNetworks'
    | 'insecureHttp'
    | 'rateLimitPerMinute'
    | 'rateLimitUnauthenticatedPerMinute'
    | 'keyUploadBytesPerMinute'
    | 'bodyTimeoutMs'
    | 'idempotencyRetentionMs'
  >
  readonly clock: Clock
  readonly log: Log
  readonly db: Db
  readonly keyring: Pick<Keyring, 'mac' | 'encryptSmall' | 'decryptSmall'>
  readonly findApiKey: FindApiKey
  readonly routes: readonly Route[]
  /** What counts refused requests for the audit log; absent if there is no audit log. */
  readonly refusalCounting?: Omit<CountRefusalsNeeds, 'log'>
  /** Required if there are console routes. */
  readonly sessionGuard?: SessionGuard
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
    countRefusals(needs.refusalCounting && { ...needs.refusalCounting, log: needs.log }),
    catchErrors(needs),
    refuseFlawed({ ...needs, limiters }),
    serveConsole({ ...needs, consoleFiles: openConsoleFiles(needs.consoleFolder) }),
    withinApi(countRequests({ ...needs, limiters })),
    takeCspReports(needs),
    withinApi(inspectRequests(needs)),
    authorize,
    requireSession(needs.sessionGuard),
    answerRequests({
      ...needs,
      idempotency: createIdempotency(needs),
      uploadMeter: createUploadMeter(needs.clock, needs.config.keyUploadBytesPerMinute),
    }),
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
