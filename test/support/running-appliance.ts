// A whole appliance for a test: real database, real HTTP on a free port, the provider's simulator, and one
// clock for all of them that the test moves.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../scripts/bench/free-port.ts'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { type LoadedSettings, loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { databaseAddressOf, shownAddress } from '../../server/db/postgres/database-address.ts'
import {
  type SmileIdSimulator,
  type SmileIdSimulatorOptions,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import type { FaceComparer } from '../../server/faces/face-comparer.ts'
import type { ImageReader } from '../../server/images/admission/inspect-image.ts'
import { findNextDue } from '../../server/jobs/job-claim-store.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { type Log, openLog } from '../../server/kernel/log.ts'
import type { Scope } from '../../server/keys/key.ts'
import type { MrzReader } from '../../server/mrz/mrz-reading.ts'
import type { ExternalServices } from '../../server/open-parts.ts'
import type { IdentityProvider } from '../../server/providers/provider.ts'
import type { ProviderKind } from '../../server/providers/provider-kind.ts'
import type { ScoringEngine } from '../../server/scoring/engine.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { call } from './api-client.ts'
import { placeMigrated } from './database.ts'
import {
  copyFirstStart,
  createFirstKeys,
  createTestKey,
  type FirstKeys,
  type FirstStart,
  firstStartAt,
} from './first-start.ts'
import { ManualClock } from './manual-clock.ts'
import { forgetFolder, isPostgresLane, urlForFolder } from './postgres.ts'
import { sharedImages, sharedPasswords } from './shared-parts.ts'

export interface RunningAppliance {
  readonly appliance: Appliance
  readonly server: RunningServer
  readonly simulator: SmileIdSimulator
  readonly clock: ManualClock
  /** With `/v1` at the end. */
  readonly url: string
  readonly sandboxKey: string
  readonly liveKey: string
  readonly dataDir: string
  /** Lines of the log so far. */
  readonly logLines: readonly string[]
  key(environment: Environment, scopes?: readonly Scope[]): Promise<string>
  /** Moves the clock until the verification has completed; returns the detail. */
  finish(verificationId: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface RunningApplianceOptions {
  /** Settings by name, over the ones that tests usually want. */
  readonly settings?: Readonly<Record<string, string>>
  readonly simulator?: Partial<SmileIdSimulatorOptions>
  /** Wraps the provider that jobs use. */
  readonly wrapProvider?: (provider: IdentityProvider) => IdentityProvider
  /** In the place of the product's providers. */
  readonly providerKinds?: readonly ProviderKind[]
  /** Replaces the scoring engine. */
  readonly scoring?: ScoringEngine
  /** Default: decoders that all tests of this process share. */
  readonly images?: ImageReader
  /** Default: the product's own. */
  readonly mrzReader?: MrzReader
  /** Default: that of the model that the settings name, if they do. */
  readonly faceComparer?: FaceComparer
  /** Uses the product's password hashing. Default: a cheap one. */
  readonly realPasswords?: boolean
  /** A clock to share with something created before. */
  readonly clock?: ManualClock
  /** Leaves the provider's account unset. */
  readonly withoutProvider?: boolean
  /** Whether claims are sent to the simulator, as in the demo. Default true. */
  readonly asDemo?: boolean
  /** On PostgreSQL even where the other tests run on SQLite. */
  readonly isOnPostgres?: boolean
  /** Gives long reads and checkpoints threads of their own. Starting one takes longer than starting all the rest. */
  readonly hasThreads?: boolean
}

const credentials = { partnerId: '085', apiKey: 'a-key-of-the-test-partner' }
/** Number of polls before giving up on a verification. */
const pollsMax = 2_000
/** The clock moves by seconds for this long; later it jumps to the next job. */
const secondStepsMs = 30_000

const settingsOfTests = {
  SVC_RATE_LIMIT_PER_MINUTE: '100000',
  SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
  // The draw goes by the random id: now and then a test's verification would be reviewed.
  SVC_REVIEW_SAMPLE: '0',
  SVC_REVIEW_QUALITY_SAMPLE: '0',
  // Half a second a picture; tests about it turn it on.
  SVC_DOCUMENT_READING: 'off',
}

/** Alone on PostgreSQL too: otherwise each jump of the clock would cost the node its lease. */
const workOfTest = { runsSchedule: false, isAlone: true }

export async function startAppliance(
  options: RunningApplianceOptions = {},
): Promise<RunningAppliance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const clock = options.clock ?? new ManualClock()
  const simulator = await startSmileIdSimulator({ clock, credentials, ...options.simulator })
  const logLines: string[] = []
  const log: Log = openLog((line) => logLines.push(line))
  const masterKeyFile = join(dataDir, 'master.key')
  const isOnPostgres = options.isOnPostgres ?? isPostgresLane
  const first = isOnPostgres ? undefined : await firstStartAt(clock.now())
  placeMasterKey(masterKeyFile, first)
  const loaded = load(options.asDemo ?? true, {
    SVC_PORT: String(await freePort()),
    SVC_OPS_PORT: '0',
    SVC_DATA_DIR: join(dataDir, 'appliance'),
    SVC_MASTER_KEY_FILE: masterKeyFile,
    ...(options.withoutProvider ? {} : smileSettings(simulator)),
    ...settingsOfTests,
    ...options.settings,
  })
  // Only if the folder is new: a test may give one that is in use.
  const { dataDir: ownDir } = loaded.config
  const known = existsSync(ownDir) ? undefined : await makeDataFolder(loaded, isOnPostgres, first)
  const placed = isOnPostgres ? await onDatabase(loaded) : loaded
  const appliance = await openAppliance(placed, { clock, log, ...partsOf(options) })
  if (!options.hasThreads) appliance.db.runInThreads = () => {}
  const server = await serve(appliance, workOfTest).catch(async (error: unknown) => {
    // Open handles would keep the tests' process from ending.
    await Promise.all([appliance.close(), simulator.close()])
    throw error
  })
  const { liveKey, sandboxKey } = known ?? (await createFirstKeys(appliance))
  const url = `${server.url}/v1`
  return {
    appliance,
    server,
    simulator,
    clock,
    url,
    dataDir,
    logLines,
    liveKey,
    sandboxKey,
    key: (environment, scopes) => createTestKey(appliance, environment, scopes),
    async finish(verificationId) {
      const startedAt = clock.now()
      for (let poll = 0; poll < pollsMax; poll += 1) {
        await server.jobs.idle()
        if (!(await isPending(appliance, verificationId))) {
          return readDetail(url, liveKey, verificationId)
        }
        const due = (await findNextDue(appliance.db.reader))?.dueAt ?? clock.now()
        const isFine = clock.now() - startedAt < secondStepsMs
        clock.advance(isFine ? 1000 : Math.max(1000, due - clock.now()))
        await simulator.callbacksSettled()
      }
      throw new Error(`verification ${verificationId} never completed`)
    },
    async close() {
      await server.stop()
      await simulator.close()
      rmSync(dataDir, { recursive: true })
      await forgetFolder(ownDir)
    },
  }
}

/** Closes it when the test ends. */
export async function startForTest(
  t: Pick<TestContext, 'after'>,
  options?: RunningApplianceOptions,
): Promise<RunningAppliance> {
  const app = await startAppliance(options)
  t.after(() => app.close())
  return app
}

/** A demo refuses the setting, so it is given after the others were read. */
export async function onDatabase(loaded: LoadedSettings): Promise<LoadedSettings> {
  const { config, secrets } = loaded
  const databaseUrl = await urlForFolder(config.dataDir)
  const postgres = shownAddress(databaseAddressOf(databaseUrl))
  return { ...loaded, config: { ...config, postgres }, secrets: { ...secrets, databaseUrl } }
}

function placeMasterKey(file: string, first: FirstStart | undefined): void {
  if (first === undefined) createMasterKey(file)
  else writeFileSync(file, first.masterKey, { mode: 0o600 })
}

/** Returns the API keys that are in it. */
async function makeDataFolder(
  { config }: LoadedSettings,
  isOnPostgres: boolean,
  first: FirstStart | undefined,
): Promise<FirstKeys | undefined> {
  if (first !== undefined) copyFirstStart(first, config.dataDir)
  else mkdirSync(config.dataDir, { mode: 0o700 })
  if (first === undefined && !isOnPostgres) await placeMigrated(databaseFile(config))
  return first
}

/** Network settings that a demo refuses; a test that gives them gets the appliance's values. */
const placeSettings = ['SVC_PUBLIC_URL', 'SVC_TRUSTED_PROXIES', 'SVC_CONSOLE_HOST']
const placeFields = ['publicUrl', 'publicUrlSet', 'trustedProxies', 'consoleHost']

function load(isDemo: boolean, env: Readonly<Record<string, string>>): LoadedSettings {
  if (!isDemo) return loadConfig({ profile: 'appliance', env })
  const isOfPlace = ([name]: [string, unknown]) => placeSettings.includes(name)
  const given = Object.entries(env)
  const rest = Object.fromEntries(given.filter((one) => !isOfPlace(one)))
  const loaded = loadConfig({ profile: 'demo', env: rest })
  if (!given.some(isOfPlace)) return loaded
  const { config } = loadConfig({ profile: 'appliance', env, productDir: tmpdir() })
  const ofPlace = Object.entries(config).filter(([name]) => placeFields.includes(name))
  return { ...loaded, config: { ...loaded.config, ...Object.fromEntries(ofPlace) } }
}

export function partsOf(options: RunningApplianceOptions) {
  const { wrapProvider: wrap, scoring: instead, images = sharedImages, realPasswords } = options
  const wrapServices = ({ provider, scoring }: ExternalServices): ExternalServices => ({
    provider: provider && wrap ? wrap(provider) : provider,
    scoring,
  })
  return {
    wrapServices,
    images,
    ...(options.mrzReader && { mrzReader: options.mrzReader }),
    ...(options.faceComparer && { faceComparer: options.faceComparer }),
    ...(options.providerKinds && { providerKinds: options.providerKinds }),
    ...(instead ? { scoring: instead } : {}),
    ...(realPasswords ? {} : { passwords: sharedPasswords }),
  }
}

function smileSettings(simulator: SmileIdSimulator) {
  return {
    SVC_SMILE_BASE_URL: simulator.baseUrl,
    SVC_SMILE_PARTNER_ID: credentials.partnerId,
    SVC_SMILE_API_KEY: credentials.apiKey,
  }
}

/** From the database, because a request for each poll would cost more than the verification. */
async function isPending({ db }: Appliance, verificationId: string): Promise<boolean> {
  const { status } = await db.reader
    .selectFrom('verifications')
    .select('status')
    .where('id', '=', verificationId)
    .executeTakeFirstOrThrow()
  return status === 'pending'
}

export async function readDetail(
  url: string,
  key: string,
  id: string,
): Promise<Record<string, unknown>> {
  return (await call(`${url}/kyc/verifications/${id}`, { key })).data
}

/** The form of a live submission. */
export function liveForm(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  return form
}
