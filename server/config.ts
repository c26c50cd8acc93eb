// Turns flags, environment and svc.conf into one frozen Config, apart from the secrets, or refuses with
// every problem at once. The only reader of process.env; everything later takes what is made here.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AllowedTarget } from './egress/allowed-target.ts'
import type { HostPattern } from './egress/host-pattern.ts'
import type { ScannerAddress, ScannerDownMode } from './evidence/scan.ts'
import type { AuditCopySettings } from './operations/audit-copy-policy.ts'
import { faultsBetweenSettings } from './settings/config-checks.ts'
import type { Profile, Setting } from './settings/setting-row.ts'
import { type FourEyesMode, type PreflightMode, settings } from './settings/setting-rows.ts'
import { collectSettings, type Origin, type SettingProblem } from './settings/setting-sources.ts'
import {
  type EffectiveSetting,
  readSettingValues,
  type SettingValues,
} from './settings/setting-values.ts'
import { faultsOfEnvironment } from './settings/unsafe-environment.ts'

/** Every setting that is not a secret, in the unit that its name says. Paths are absolute. */
export interface Config {
  readonly profile: Profile
  /** The svc.conf that was read, where one was. */
  readonly configFile: string | undefined
  readonly host: string
  /** 0 for any free port; see `listeningAt`. */
  readonly port: number
  /** Scheme, name and port as clients see them; no slash at the end. */
  readonly publicUrl: string
  /** The same, only where it was set and not made up: then requests must name its host. */
  readonly publicUrlSet: string | undefined
  readonly tls: TlsFiles | undefined
  readonly insecureHttp: boolean
  /** Networks in CIDR form. */
  readonly trustedProxies: readonly string[]
  /** Name under which alone the console answers; undefined for those of the API. */
  readonly consoleHost: string | undefined
  /** Networks in CIDR form from which alone the console answers. */
  readonly consoleNetworks: readonly string[] | 'everywhere'
  /** Whether the server may run as root. */
  readonly allowRoot: boolean
  readonly dataDir: string
  /** Less free room than this on the disk of the data folder is told of. */
  readonly diskReserveBytes: number
  readonly masterKeyFile: string
  /** Gets the heads of the audit log; undefined for the program's log alone. */
  readonly auditHeadFile: string | undefined
  /** Where every entry of it is copied to; undefined for nowhere. */
  readonly auditCopy: AuditCopySettings | undefined
  /** ISO 3166-1 alpha-2 of the markets that are switched on. */
  readonly markets: readonly string[]
  readonly rateLimitPerMinute: number
  readonly rateLimitUnauthenticatedPerMinute: number
  /** 0 for no limit. */
  readonly keyUploadBytesPerMinute: number
  /** Live verifications of one key that are pending at once. */
  readonly keyPendingMax: number
  /** Live ones of one key and day (UTC); undefined for no limit. */
  readonly verificationsPerDayMax: number | undefined
  /** Of all stored pictures; undefined for no limit but the disk. */
  readonly imagesBytesMax: number | undefined
  readonly headerTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly stopTimeoutMs: number
  readonly idempotencyRetentionMs: number
  readonly keyRotationGraceMs: number
  /** Whether sensitive live keys made in the console wait for another administrator. */
  readonly keyApproval: boolean
  /** Whether addresses of live webhooks given in the console wait for another administrator. */
  readonly webhookApproval: boolean
  /** An export with personal data of more rows waits for a second person. */
  readonly exportApprovalRows: number
  readonly jobConcurrency: number
  readonly preflight: PreflightMode
  /** Undefined where none is set: then no image is scanned. */
  readonly virusScanner: ScannerAddress | undefined
  readonly virusScannerDown: ScannerDownMode
  /** Undefined where no partner account is set: then only the sandbox is served. */
  readonly smile: SmileAccount | undefined
  readonly providerGiveUpAfterMs: number
  readonly providerUndecidedAfterMs: number
  /** Undefined where no scoring engine is named: then scoring is skipped. */
  readonly scoring: ScoringSettings | undefined
  readonly outboundRetentionMs: number
  readonly webhooks: WebhookSettings
  readonly staff: StaffSettings
  readonly reviews: ReviewSettings
  /** The server that `svc verifications submit` talks to. */
  readonly serverUrl: string
}

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The account at the identity provider; its API key is `secrets.smileApiKey`. */
export interface SmileAccount {
  /** Version segment included, no slash at the end. */
  readonly baseUrl: string
  /** Exactly as Smile ID gave it; leading zeros count. */
  readonly partnerId: string
  readonly caFile: string | undefined
  /** Where the links that it gives for uploads may lead besides its own host. */
  readonly uploadHosts: readonly HostPattern[]
}

/** The outside scoring engine; its token is `secrets.scoringToken`. */
export interface ScoringSettings {
  /** Asked as it is; no slash at the end. */
  readonly url: string
  /** For one score, from dialling to the end of the answer. */
  readonly timeoutMs: number
  readonly caFile: string | undefined
  /** Shown to the engine where it asks who we are. */
  readonly clientCertificate: TlsFiles | undefined
}

/** How the people of the console sign in. */
export interface StaffSettings {
  readonly sessionIdleMs: number
  readonly sessionMaxMs: number
  readonly secondFactorRequired: boolean
  /** Looked into besides the product's own list. */
  readonly passwordBlocklistFile: string | undefined
}

/** Which verifications people look at, and how they decide. */
export interface ReviewSettings {
  /** 0 to 100, of those that were approved. */
  readonly samplePercent: number
  /** For which outcomes a second person is needed. */
  readonly fourEyes: FourEyesMode
}

/** How events reach the clients' receivers (rulings 6). */
export interface WebhookSettings {
  /** Where deliveries may go besides public addresses. */
  readonly allow: readonly AllowedTarget[]
  /** Certificate authorities, PEM, believed besides Node's own. */
  readonly caFile: string | undefined
  /** For one attempt, all of it. */
  readonly timeoutMs: number
  /** The demo or development switch of rulings 6.7. */
  readonly allowLoopback: boolean
  /** The delay after the first failed attempt, after the second, ...; one for each retry at least. */
  readonly retryDelaysMs: readonly number[]
  readonly maxFailedAttempts: number
  readonly attemptRetentionMs: number
  /** Counted from the end of an event's last delivery. */
  readonly bodyRetentionMs: number
  /** Whether 410 deactivates a webhook: the opt-in policy of rulings 6.5. */
  readonly deactivateOnGone: boolean
}

/** Kept apart from Config, so that what prints or stores a Config cannot leak one. */
export interface Secrets {
  /** Always there when `config.smile` is. */
  readonly smileApiKey: string | undefined
  /** Always there when `config.scoring` is. */
  readonly scoringToken: string | undefined
  /** For `svc webhooks verify` alone. */
  readonly webhookSecret: string | undefined
  readonly apiKey: string | undefined
}

export interface LoadedSettings {
  readonly config: Config
  readonly secrets: Secrets
  /** Where each setting came from, by its name (`SVC_PORT`). */
  readonly origins: Readonly<Record<string, Origin>>
  readonly effective: readonly EffectiveSetting[]
}

export interface LoadInput {
  readonly profile: Profile
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings given as flags, by their name (`SVC_PORT`). */
  readonly flags?: Readonly<Record<string, string | undefined>>
  /** From `--config`. */
  readonly configFile?: string | undefined
  /** Also where the product's own svc.conf exists. */
  readonly readsNoFile?: boolean
  /** Where the product lies; defaults count from here. */
  readonly productDir?: string
  /** What relative paths in flags and environment count from; those in svc.conf count from its folder. */
  readonly workingDir?: string
}

/** Settings that cannot be used, with everything that is wrong with them. */
export class ConfigError extends Error {
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    const subject = problems.length === 1 ? 'A setting needs' : `${problems.length} settings need`
    const lines = problems.map(({ name, message }) => `  ${name} ${message}`)
    super(`${subject} correction:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** @throws ConfigError with every problem of every setting. */
export function loadConfig(input: LoadInput): LoadedSettings {
  const { profile, env, flags = {}, configFile, workingDir = process.cwd() } = input
  const productDir = input.productDir ?? fileURLToPath(new URL('..', import.meta.url))
  // The demo must never work on the folder that an appliance's svc.conf names.
  const readsNoFile = profile === 'demo' || input.readsNoFile === true
  const confFileDefault = readsNoFile ? undefined : join(productDir, 'data/var/svc.conf')
  const sources = collectSettings({ env, flags, configFile, confFileDefault, workingDir })
  const reading = readSettingValues({ given: sources.given, profile, productDir })

  const isGiven = (row: Setting<unknown>) => sources.given.has(row.name)
  const known = [...faultsOfEnvironment(env), ...sources.problems, ...reading.problems]
  const facts = { values: reading.values, isGiven }
  const problems = [...known, ...faultsBetweenSettings(facts, profile, known)]
  if (problems.length > 0) throw new ConfigError(problems)

  const origins = reading.effective.map(({ name, origin }) => [name, origin])
  return frozen({
    config: composeConfig(reading.values, profile, isGiven),
    secrets: secretsOf(reading.values),
    origins: Object.fromEntries(origins),
    effective: reading.effective,
  })
}

/** What `svc config show` prints: every setting with its effective value and where it came from. */
export function showSettings(loaded: LoadedSettings): readonly EffectiveSetting[] {
  return loaded.effective
}

/** The environment of this process, for the caller of `loadConfig` in cli/. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** The config of a server that was given port 0 and now listens on `port`. */
export function listeningAt(config: Config, port: number): Config {
  const known = (url: string) => url.replace(/:0$/, `:${port}`)
  const { publicUrl, serverUrl } = config
  return frozen({ ...config, port, publicUrl: known(publicUrl), serverUrl: known(serverUrl) })
}

function composeConfig(
  values: SettingValues,
  profile: Profile,
  isGiven: (row: Setting<unknown>) => boolean,
): Config {
  const { tlsCertFile, tlsKeyFile, smilePartnerId, smileBaseUrl, ...rest } = values
  const { smileCaFile, smileUploadHosts: uploadHosts, ...kept } = rest
  const { smileApiKey, scoringToken, webhookSecret, apiKey, ...others } = kept
  const { scoringUrl, scoringTimeoutMs, scoringCaFile, ...shown } = others
  const { scoringClientCertFile, scoringClientKeyFile, ...plain } = shown
  const hasSmile = smilePartnerId !== undefined && smileBaseUrl !== undefined
  return {
    ...plain,
    profile,
    publicUrlSet: isGiven(settings.publicUrl) ? values.publicUrl : undefined,
    tls: pairOf(tlsCertFile, tlsKeyFile),
    smile: hasSmile
      ? { baseUrl: smileBaseUrl, partnerId: smilePartnerId, caFile: smileCaFile, uploadHosts }
      : undefined,
    scoring:
      scoringUrl === undefined
        ? undefined
        : {
            url: scoringUrl,
            timeoutMs: scoringTimeoutMs,
            caFile: scoringCaFile,
            clientCertificate: pairOf(scoringClientCertFile, scoringClientKeyFile),
          },
  }
}

function secretsOf(values: SettingValues): Secrets {
  const { smileApiKey, scoringToken, webhookSecret, apiKey } = values
  return { smileApiKey, scoringToken, webhookSecret, apiKey }
}

function pairOf(certFile: string | undefined, keyFile: string | undefined): TlsFiles | undefined {
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile }
}

/** Freezes what it is given and everything below. */
function frozen<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) frozen(part)
  }
  return Object.freeze(value)
}
