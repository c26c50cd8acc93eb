// A listening shell with endpoints of the test's own, over a real database in a temporary folder. The
// app's clock stands still unless a test asks for the real one; connections always live in real time.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClientRoute } from '../../../server/api/api-route.ts'
import type { SessionGuard } from '../../../server/console-api/session-guard.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { type Db, inTransaction } from '../../../server/db/transaction.ts'
import { type Listener, type ListenInput, listen } from '../../../server/http/connections/listen.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { createTermClock } from '../../../server/kernel/clock-steps.ts'
import { createForwardedCounter } from '../../../server/kernel/forwarded-counts.ts'
import { openLog } from '../../../server/kernel/log.ts'
import { type ApiKey, generateKeyText } from '../../../server/keys/key.ts'
import { insertKey } from '../../../server/keys/key-store.ts'
import { type AppNeeds, createApp } from '../../../server/mount-routes.ts'
import type { TableRoute } from '../../../server/routes.ts'
import { anyDescription } from '../../support/any-description.ts'
import { apiKey } from '../../support/api-key.ts'
import { placeMigrated } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { testKeyring } from '../../support/test-keyring.ts'

export interface ShellOptions {
  readonly config?: Partial<AppNeeds['config']>
  readonly listen?: Partial<ListenInput>
  readonly findApiKey?: AppNeeds['findApiKey']
  readonly consoleFolder?: string
  /** Lets the app's own deadlines (bodies, lingering) pass in real time. */
  readonly isRealTime?: boolean
}

export interface Shell extends Listener {
  readonly db: Db
  readonly clock: ManualClock
  readonly keyring: AppNeeds['keyring']
  readonly responsesNow: AppNeeds['responsesNow']
  /** Every log line so far, parsed. */
  readonly logged: Record<string, unknown>[]
  /** The text of a new key that the shell lets in. */
  addKey(facts?: Partial<ApiKey>): string
  close(): Promise<void>
}

/** What the endpoints of these tests may be asked for; other names are refused. */
const describedQuery = z.object({
  name: z.string().optional(),
  status: z.string().optional(),
  limit: z.string().optional(),
})

/** An endpoint for clients with the scope `kyc.read`. */
export function route(
  method: ClientRoute['method'],
  path: ClientRoute['path'],
  answer: ClientRoute['answer'],
  options: Pick<ClientRoute, 'body'> = {},
): ClientRoute {
  const describe = { ...anyDescription, query: describedQuery }
  const place = {
    audience: 'client',
    scope: 'kyc.read',
    describe,
    method,
    path,
    answer,
    ...options,
  } as const
  return method === 'POST' ? { ...place, isIdempotent: true } : place
}

/** For routes of the console that are open to anyone. */
const nobodySignedIn: SessionGuard = {
  cookieName: () => 'svc-test',
  now: () => 0,
  findSessionId: async () => undefined,
  findSignedIn: async () => undefined,
  recordDenial: async () => undefined,
}

export async function startShell(
  routes: readonly TableRoute[],
  options: ShellOptions = {},
): Promise<Shell> {
  const folder = mkdtempSync(join(tmpdir(), 'http-shell-'))
  const clock = new ManualClock()
  const file = join(folder, 'svc.db')
  await placeMigrated(file)
  const db = openDb(file)
  const keys = new Map<string, ApiKey>()
  const inserted: Promise<void>[] = []
  const logged: Record<string, unknown>[] = []
  const log = openLog((line) => logged.push(JSON.parse(line)))
  const keyring = testKeyring()
  const config = { ...configDefault, ...options.config }
  const responsesNow = createTermClock(clock, config.idempotencyRetentionMs)
  const app = createApp({
    config,
    responsesNow,
    clock: options.isRealTime ? systemClock : clock,
    log,
    db,
    keyring,
    forwardedCounter: createForwardedCounter(),
    findApiKey: options.findApiKey ?? (async (keyText) => keys.get(keyText)),
    routes,
    sessionGuard: nobodySignedIn,
    ...(options.consoleFolder === undefined ? {} : { consoleFolder: options.consoleFolder }),
  })
  const close = async () => {
    await Promise.all(inserted)
    await db.close()
    rmSync(folder, { recursive: true })
  }
  const listening = { ...listenDefault, ...options.listen }
  const listener = await listen({ app, clock: systemClock, log }, listening).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  return {
    ...listener,
    db,
    clock,
    keyring,
    responsesNow,
    logged,
    addKey(facts = {}) {
      const key = { ...keyDefault, id: `key_${keys.size}`, ...facts }
      const keyText = generateKeyText(key.environment)
      keys.set(keyText, key)
      // Committed before whatever a request writes, since transactions run in the order in which they are asked for.
      const secret = { digest: keyring.mac('api-key', keyText), pepperId: 'none' }
      inserted.push(inTransaction(db, (trx) => insertKey(trx, key, secret)))
      return keyText
    },
    async close() {
      await listener.stop(0)
      await close()
    },
  }
}

const configDefault: AppNeeds['config'] = {
  profile: 'appliance',
  dataDir: '/nowhere',
  trustedProxies: [],
  publicUrlSet: undefined,
  consoleHost: undefined,
  consoleNetworks: 'everywhere',
  insecureHttp: false,
  rateLimitPerMinute: 600,
  rateLimitUnauthenticatedPerMinute: 60,
  keyUploadBytesPerMinute: 0,
  bodyTimeoutMs: 5000,
  idempotencyRetentionMs: 24 * 60 * 60 * 1000,
}

/** Several times what a slow machine needs: connections live in real time. */
const listenDefault: ListenInput = {
  host: '127.0.0.1',
  port: 0,
  headerTimeoutMs: 60_000,
  bodyTimeoutMs: 60_000,
}

const keyDefault = apiKey({ id: 'key_0', environment: 'sandbox', createdAt: 0 })
