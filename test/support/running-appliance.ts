// A whole appliance for a test: real database, real HTTP on a free port, the provider's simulator beside
// it, and one clock for all of them that the test moves.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/bench/free-port.ts'
import { type Appliance, type Outside, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { type LoadedSettings, loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import {
  type SmileIdSimulator,
  type SmileIdSimulatorOptions,
  startSmileIdSimulator,
} from '../../server/demo/smile-id-simulator/simulator.ts'
import type { ImageReader } from '../../server/evidence/inspect-image.ts'
import { nextDueAt } from '../../server/jobs/job-store.ts'
import { type Log, openLog } from '../../server/kernel/log.ts'
import { createKey } from '../../server/keys/create-key.ts'
import type { Environment, Scope } from '../../server/keys/key.ts'
import { scopesDefault } from '../../server/keys/key.ts'
import type { IdentityProvider } from '../../server/providers/provider.ts'
import type { ScoringEngine } from '../../server/scoring/engine.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import { call } from './api-client.ts'
import { ManualClock } from './manual-clock.ts'
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
  /** Every line logged so far. */
  readonly logLines: readonly string[]
  key(environment: Environment, scopes?: readonly Scope[]): Promise<string>
  /** Moves the clock until no verification job is left to run; returns the detail. */
  finish(verificationId: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface RunningApplianceOptions {
  /** Settings by name, over the ones that tests usually want. */
  readonly settings?: Readonly<Record<string, string>>
  readonly simulator?: Partial<SmileIdSimulatorOptions>
  /** Puts something between the jobs and the provider. */
  readonly wrapProvider?: (provider: IdentityProvider) => IdentityProvider
  /** In the place of the scoring engine. */
  readonly scoring?: ScoringEngine
  /** With limits of its own. Default: decoders that all tests of this process share. */
  readonly images?: ImageReader
  /** With the lists and the hashes of the product. Default: a judge of passwords that costs little. */
  readonly realPasswords?: boolean
  /** Where something made before it has to share its time. */
  readonly clock?: ManualClock
  /** No partner account is set. */
  readonly withoutProvider?: boolean
  /** Whether the client tells the simulator what was claimed, as in the demo. Default true. */
  readonly asDemo?: boolean
}

const credentials = { partnerId: '085', apiKey: 'a-key-of-the-test-partner' }
/** Looks at the verification at most this often before giving up on it. */
const looksMax = 2_000
/** While an answer may come any moment, time goes second by second; later it jumps to the next job. */
const finelyForMs = 30_000

export async function startAppliance(
  options: RunningApplianceOptions = {},
): Promise<RunningAppliance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const clock = options.clock ?? new ManualClock()
  const simulator = await startSmileIdSimulator({ clock, credentials, ...options.simulator })
  const logLines: string[] = []
  const log: Log = openLog((line) => logLines.push(line))
  const masterKeyFile = join(dataDir, 'master.key')
  createMasterKey(masterKeyFile)
  const loaded = load(options.asDemo ?? true, {
    SVC_PORT: String(await freePort()),
    SVC_DATA_DIR: join(dataDir, 'appliance'),
    SVC_MASTER_KEY_FILE: masterKeyFile,
    ...(options.withoutProvider ? {} : smileSettings(simulator)),
    SVC_RATE_LIMIT_PER_MINUTE: '100000',
    SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '100000',
    ...options.settings,
  })
  const appliance = await openAppliance(loaded, { clock, log, ...partsOf(options) })
  const server = await serve(appliance).catch(async (error: unknown) => {
    // What stayed open would keep the tests' process from ending.
    await Promise.all([appliance.close(), simulator.close()])
    throw error
  })
  const key = async (environment: Environment, scopes: readonly Scope[] = scopesDefault) => {
    const asked = { name: 'test', environment, scopes, allowedCidrs: [], expiresAt: undefined }
    return (await createKey(appliance, fromCommandLine, asked)).text
  }
  const liveKey = await key('live')
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
    sandboxKey: await key('sandbox'),
    key,
    async finish(verificationId) {
      const startedAt = clock.now()
      for (let look = 0; look < looksMax; look += 1) {
        await server.jobs.idle()
        const detail = await readDetail(url, liveKey, verificationId)
        if (detail.status !== 'pending') return detail
        const due = (await nextDueAt(appliance.db.reader)) ?? clock.now()
        const isFine = clock.now() - startedAt < finelyForMs
        clock.advance(isFine ? 1000 : Math.max(1000, due - clock.now()))
        await simulator.callbacksSettled()
      }
      throw new Error(`verification ${verificationId} never ended`)
    },
    async close() {
      await server.stop()
      await simulator.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Where a demo is on the network; it refuses to be told, so a test that tells gets what an appliance would. */
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
  const told = Object.entries(config).filter(([name]) => placeFields.includes(name))
  return { ...loaded, config: { ...loaded.config, ...Object.fromEntries(told) } }
}

function partsOf(options: RunningApplianceOptions) {
  const { wrapProvider: wrap, scoring: instead, images = sharedImages, realPasswords } = options
  const wrapOutside = ({ provider, scoring }: Outside): Outside => ({
    provider: provider && wrap ? wrap(provider) : provider,
    scoring,
  })
  return {
    wrapOutside,
    images,
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

export async function readDetail(
  url: string,
  key: string,
  id: string,
): Promise<Record<string, unknown>> {
  return (await call(`${url}/kyc/verifications/${id}`, { key })).data
}

/** The fields and pictures of a live submission, ready to post. */
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
