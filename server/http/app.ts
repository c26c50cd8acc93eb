// The HTTP shell: every step of a request, in order, over one table of endpoints. Features never see
// Koa; they see an ApiRequest and return an Answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import type { Config } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import type { Log } from '../kernel/log.ts'
import { answerRequests } from './answer-request.ts'
import { authorize, type FindCaller } from './authenticate.ts'
import { catchErrors } from './catch-errors.ts'
import { openConsoleFiles } from './console-files.ts'
import { type CountRefusalsNeeds, countRefusals } from './count-refusals.ts'
import { countRequests, createRateLimiters, refuseFlawed } from './count-requests.ts'
import { takeCspReports } from './csp-report.ts'
import type { Endpoint } from './endpoint.ts'
import type { Exchange, ExchangeState, Step } from './exchange.ts'
import { answerHealth } from './health.ts'
import { createIdempotency } from './idempotency.ts'
import { inspectRequests } from './inspect-request.ts'
import { linger } from './linger.ts'
import { openExchange } from './open-exchange.ts'
import { logRequests } from './request-log.ts'
import { createRouting } from './routing.ts'
import { serveConsole } from './serve-console.ts'
import { admitStaff, type StaffDoorkeeper } from './staff-door.ts'
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
  readonly keyring: Pick<Keyring, 'mac' | 'sealSmall' | 'openSmall'>
  readonly findCaller: FindCaller
  readonly endpoints: readonly Endpoint[]
  /** Counts refusals for the audit log; absent where there is none. */
  readonly turnedAway?: Omit<CountRefusalsNeeds, 'log'>
  /** Absent where no endpoint is for the staff. */
  readonly doorkeeper?: StaffDoorkeeper
  /** Where the console was built; the product's own place unless told. */
  readonly consoleFolder?: string
}

export interface HttpApp {
  readonly handle: RequestListener
  /** For what was too broken to become a request. */
  readonly refuseUnparsed: RefuseUnparsed
}

/** @throws Error when two endpoints claim the same method and path. */
export function createHttpApp(needs: HttpNeeds): HttpApp {
  const limiters = createRateLimiters(needs.clock, needs.config)
  const findEndpoint = createRouting(needs.endpoints)
  const steps: readonly Step[] = [
    linger(needs.clock),
    openExchange({ ...needs, findEndpoint }),
    answerHealth,
    nameVersion,
    logRequests(needs),
    countRefusals(needs.turnedAway && { ...needs.turnedAway, log: needs.log }),
    catchErrors(needs),
    refuseFlawed({ ...needs, limiters }),
    serveConsole({ ...needs, consoleFiles: openConsoleFiles(needs.consoleFolder) }),
    withinApi(countRequests({ ...needs, limiters })),
    takeCspReports(needs),
    withinApi(inspectRequests(needs)),
    authorize,
    admitStaff(needs.doorkeeper),
    answerRequests({
      ...needs,
      idempotency: createIdempotency(needs),
      uploadMeter: createUploadMeter(needs.clock, needs.config.keyUploadBytesPerMinute),
    }),
  ]
  const koa = new Koa<ExchangeState>()
  for (const step of steps) koa.use(step)
  // Koa would print to stderr. A client that left is in the request's own line already.
  koa.on('error', (error: unknown, exchange?: Exchange) => {
    if (!exchange?.req.socket.destroyed) needs.log.error('response_failed', {}, error)
  })
  return {
    handle: koa.callback(),
    refuseUnparsed: createUnparsedRefusal({ ...needs, strangers: limiters.strangers }),
  }
}

const nameVersion: Step = async (exchange, next) => {
  exchange.set('Svc-Version', interfaceVersion)
  await next()
}

/** Applies a step to requests below the prefixes only. */
function withinApi(step: Step): Step {
  return (exchange, next) =>
    exchange.state.found.kind === 'outside' ? next() : step(exchange, next)
}
