// One appliance for the whole table of bad input: both keys, keys that are each wrong in their own way,
// good images, and a way to see whether a request left anything behind.

import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { initialTables } from '../../../server/db/migrations/0001-initial.ts'
import type { Reader } from '../../../server/db/transaction.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { generateKeyText, type NewKey, scopes, scopesDefault } from '../../../server/keys/key.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { keptFiles } from '../../support/kept-files.ts'
import { awaTeranga } from '../../support/person.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

export type KeyName =
  | 'sandbox'
  | 'live'
  | 'manager'
  | 'revoked'
  | 'expired'
  | 'elsewhere'
  | 'withoutVerify'
  | 'withoutRead'
  | 'withoutScore'
  | 'unknown'
  | 'wrongChecksum'

/** What a server does once after its start is done by then. */
const startedWithinMs = 10_000

export interface Scene {
  /** Timers of the server while no request is under way. */
  readonly timersAtRest: number
  readonly app: RunningAppliance
  /** Texts of keys. */
  readonly keys: Readonly<Record<KeyName, string>>
  /** Ids of keys that the table acts upon. */
  readonly revokedKeyId: string
  readonly sandboxKeyId: string
  /** A finished verification of the sandbox. */
  readonly sandboxVerificationId: string
  /** A webhook of the sandbox. */
  readonly sandboxWebhookId: string
  /** Pass preflight as card and selfie. */
  readonly card: Buffer
  readonly selfie: Buffer
  readonly traces: () => Promise<Traces>
  readonly files: () => readonly string[]
  close(): Promise<void>
}

/** What a refused request must not change: the rows of every table, and the files that there are. */
interface Traces {
  readonly rows: Readonly<Record<string, number>>
  readonly files: readonly string[]
}

/** Refusals are repeated for an Idempotency-Key, so they are kept; nothing else is. */
const tablesOfRefusals = ['idempotency']

const roundTripsMax = 2_000

/** Enforces preflight, serves one planned market and leaves the other switched off. */
export async function openScene(): Promise<Scene> {
  const settings = { SVC_PREFLIGHT: 'enforce', SVC_MARKETS: 'SN,MA,GH', SVC_BODY_TIMEOUT: '30s' }
  const app = await startAppliance({ settings })
  await app.server.jobs.idle()
  // Past what the server does once, a moment after its start.
  app.clock.advance(startedWithinMs)
  return {
    app,
    timersAtRest: await countTimersAtRest(app),
    ...(await makeKeys(app)),
    sandboxVerificationId: await verifyInSandbox(app),
    sandboxWebhookId: await registerInSandbox(app),
    card: await drawCard(),
    selfie: await drawSelfie({ width: 480, height: 640 }),
    traces: async () => ({
      rows: await countRows(app.appliance.db.reader),
      files: listFiles(app.dataDir),
    }),
    files: () => listFiles(app.dataDir),
    close: () => app.close(),
  }
}

/** Waits, one round trip to the server after the other. @throws AssertionError when it never holds */
export async function eventually({ app }: Scene, condition: () => boolean): Promise<void> {
  for (let roundTrip = 0; roundTrip < roundTripsMax; roundTrip += 1) {
    if (condition()) return
    await (await fetch(`${app.server.url}/healthz`)).text()
  }
  assert.fail(`never came true: ${condition}`)
}

/**
 * All timers have just run; the watches that set theirs anew have done so when their number stays the same for a while.
 */
async function countTimersAtRest({ clock, server }: RunningAppliance): Promise<number> {
  let timers = clock.pendingCount
  for (let steady = 0; steady < 50 || timers === 0; steady += 1) {
    await (await fetch(`${server.url}/healthz`)).text()
    if (clock.pendingCount === timers) continue
    timers = clock.pendingCount
    steady = 0
  }
  return timers
}

async function makeKeys(
  app: RunningAppliance,
): Promise<Pick<Scene, 'keys' | 'revokedKeyId' | 'sandboxKeyId'>> {
  const make = (change: Partial<NewKey>) =>
    createKey(app.appliance, fromCommandLine, {
      name: 'one of the table',
      environment: 'live',
      scopes: scopesDefault,
      allowedCidrs: [],
      expiresAt: undefined,
      ...change,
    })
  const without = (scope: string) => scopes.filter((one) => one !== scope)
  const revoked = await make({})
  await revokeKey(app.appliance, fromCommandLine, revoked.key.id)
  const expired = await make({ expiresAt: app.clock.now() + 1000 })
  app.clock.advance(1000)
  const sandbox = await make({ environment: 'sandbox' })
  const keys = {
    sandbox: sandbox.text,
    live: app.liveKey,
    manager: (await make({ scopes })).text,
    revoked: revoked.text,
    expired: expired.text,
    elsewhere: (await make({ scopes, allowedCidrs: ['203.0.113.0/24'] })).text,
    withoutVerify: (await make({ scopes: without('kyc.verify') })).text,
    withoutRead: (await make({ scopes: without('kyc.read') })).text,
    withoutScore: (await make({ scopes: without('score.get') })).text,
    unknown: generateKeyText('live'),
    wrongChecksum: replaceLast(app.liveKey),
  }
  return { keys, revokedKeyId: revoked.key.id, sandboxKeyId: sandbox.key.id }
}

function replaceLast(text: string): string {
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
}

function verifyInSandbox(app: RunningAppliance): Promise<string> {
  return makeInSandbox(app, '/kyc/sandbox/verify', awaTeranga)
}

function registerInSandbox(app: RunningAppliance): Promise<string> {
  const asked = { url: 'https://127.0.0.1:9443/svc', events: ['verification.failed'] }
  return makeInSandbox(app, '/webhooks', asked)
}

/** Returns the id of what was made. */
async function makeInSandbox(app: RunningAppliance, path: string, asked: object): Promise<string> {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.sandboxKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  return data.id
}

const countedTables = initialTables
  .map(({ name }) => name)
  .filter((name) => !tablesOfRefusals.includes(name))

/** Counts the rows of every table with one statement. */
async function countRows(reader: Reader): Promise<Record<string, number>> {
  const counts = countedTables.map((table) => `(select count(*) from "${table}") as "${table}"`)
  const { rows } = await sql<Record<string, number>>`select ${sql.raw(counts.join())}`.execute(
    reader,
  )
  return rows[0] ?? {}
}

/**
 * Every file below the folder that the appliance was given; the database's own log and the head's mark change by
 * themselves.
 */
function listFiles(folder: string): readonly string[] {
  return keptFiles(folder)
    .filter((path) => !/-(?:wal|shm)$|\/audit-head(?:\.\w+\.new)?$/.test(path))
    .toSorted()
}
