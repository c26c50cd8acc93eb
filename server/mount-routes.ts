// Puts the tables of endpoints into the HTTP frame: API keys and idempotency for the API, sessions for the console.

import { type FindApiKey, identifyBy } from './api/authenticate.ts'
import { createIdempotency, type IdempotencyNeeds } from './api/idempotency/idempotency.ts'
import { createSharedCounts } from './api/rate-limits/shared-counts.ts'
import { serveApiRoute } from './api/serve-api-route.ts'
import type { Config } from './config.ts'
import { serveConsoleRoute } from './console-api/serve-console-route.ts'
import { identifyBySession, type SessionGuard } from './console-api/session-guard.ts'
import { type CountRefusalsNeeds, countRefusal } from './count-refusals.ts'
import { storageTroubleOf } from './db/storage-trouble.ts'
import { createHttpApp, type HttpApp, type HttpNeeds } from './http/app.ts'
import { createSharedCounting } from './http/limits/shared-counting.ts'
import { createUploadMeter, uploadWindowMs } from './http/uploads/upload-meter.ts'
import type { LiveNodes } from './kernel/live-nodes.ts'
import type { TableRoute } from './routes.ts'

export interface AppNeeds
  extends Pick<HttpNeeds, 'clock' | 'log' | 'metrics' | 'consoleFolder' | 'forwardedCounter'>,
    Pick<IdempotencyNeeds, 'db' | 'keyring' | 'responsesNow'> {
  readonly config: HttpNeeds['config'] &
    IdempotencyNeeds['config'] &
    Pick<Config, 'keyUploadBytesPerMinute'>
  readonly findApiKey: FindApiKey
  readonly routes: readonly TableRoute[]
  /** Counts refused requests for the audit log; absent if there is no audit log. */
  readonly refusalCounting?: Omit<CountRefusalsNeeds, 'log'>
  /** Absent: this process is the only node. */
  readonly liveNodes?: LiveNodes
  /** Required if there are console routes. */
  readonly sessionGuard?: SessionGuard
}

const uploadCounting = {
  name: 'upload_bytes',
  windowMs: uploadWindowMs,
  reportsPerSecondMax: Number.POSITIVE_INFINITY,
}

/** @throws Error if two routes have the same method and path. */
export function createApp(needs: AppNeeds): HttpApp {
  const { config, clock, log, refusalCounting, sessionGuard } = needs
  const sharedCounts =
    needs.liveNodes && createSharedCounts({ ...needs, liveNodes: needs.liveNodes })
  const identifyClient = identifyBy(needs.findApiKey)
  const api = {
    clock,
    identifyClient,
    idempotency: createIdempotency(needs),
    uploadMeter: createUploadMeter(
      clock,
      config.keyUploadBytesPerMinute,
      sharedCounts && createSharedCounting(sharedCounts, clock, uploadCounting),
    ),
  }
  const routes = needs.routes.map((route) => {
    if (route.audience !== 'console') return serveApiRoute(api, route)
    if (sessionGuard === undefined) throw new Error('console routes need a session guard')
    return serveConsoleRoute(sessionGuard, route)
  })
  return createHttpApp({
    ...needs,
    routes,
    sharedCounts,
    storageTroubleOf,
    shareReads: needs.db.shareReads,
    identifyClient,
    identifySession: sessionGuard && identifyBySession(sessionGuard),
    ...(refusalCounting && {
      countRefusal: (ctx) => countRefusal({ ...refusalCounting, log }, ctx),
    }),
  })
}
