// Loads the settings from flags, environment and svc.conf into a frozen Config and separate Secrets, or throws with
// all problems at once. The only reader of process.env.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AllowedTarget } from './egress/allowed-target.ts'
import type { HostPattern } from './egress/host-pattern.ts'
import type { ScannerAddress, ScannerDownMode } from './images/scan.ts'
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

/** All settings except secrets, in the unit that the name says. Paths are absolute. */
export interface Config {
  readonly profile: Profile
  /** The svc.conf that was read, if any. */
  readonly configFile: string | undefined
  readonly host: string
  /** 0 means any free port; see `listeningAt`. */
  readonly port: number
  /** Scheme, host and port as clients see them; no slash at the end. */
  readonly publicUrl: string
  /** `publicUrl` if it was set and not derived: requests must then name its host. */
  readonly publicUrlSet: string | undefined
  readonly tls: TlsFiles | undefined
  readonly insecureHttp: boolean
  /** Networks in CIDR form. */
  readonly trustedProxies: readonly string[]
  /** Host name of the console; undefined if it shares the API's. */
  readonly consoleHost: string | undefined
  /** Networks in CIDR form that may use the console. */
  readonly consoleNetworks: readonly string[] | 'everywhere'
  /** Whether the server may run as root. */
  readonly allowRoot: boolean
  readonly dataDir: string
  /** Free space on the disk of the data folder below which operators are warned. */
  readonly diskReserveBytes: number
  readonly masterKeyFile: string
  /** File for the heads of the audit log; undefined if they only go to the program's log. */
  readonly auditHeadFile: string | undefined
  /** Target for copies of audit entries; undefined for none. */
  readonly auditCopy: AuditCopySettings | undefined
  /** ISO 3166-1 alpha-2 codes of the enabled markets. */
  readonly markets: readonly string[]
  readonly rateLimitPerMinute: number
  readonly rateLimitUnauthenticatedPerMinute: number
  /** 0 means no limit. */
  readonly keyUploadBytesPerMinute: number
  /** Maximum number of pending live verifications per API key. */
  readonly keyPendingMax: number
  /** Live verifications per API key and day (UTC); undefined for no limit. */
  readonly verificationsPerDayMax: number | undefined
  /** Total size of all stored images; undefined for no limit but the disk. */
  readonly imagesBytesMax: number | undefined
  readonly headerTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly stopTimeoutMs: number
  readonly idempotencyRetentionMs: number
  readonly keyRotationGraceMs: number
  /** Whether sensitive live keys created in the console need the approval of another administrator. */
  readonly keyApproval: boolean
  /** Whether addresses of live webhooks set in the console need the approval of another administrator. */
  readonly webhookApproval: boolean
  /** An export with personal data of more rows than this needs the approval of a second user. */
  readonly exportApprovalRows: number
  readonly jobConcurrency: number
  readonly preflight: PreflightMode
  /** undefined if none is set; images are then not scanned. */
  readonly virusScanner: ScannerAddress | undefined
  readonly virusScannerDown: ScannerDownMode
  /** undefined if no partner account is set; only the sandbox then works. */
  readonly smile: SmileAccount | undefined
  readonly providerGiveUpAfterMs: number
  readonly providerUndecidedAfterMs: number
  /** undefined if no scoring engine is set; scoring is then skipped. */
  readonly scoring: ScoringSettings | undefined
  readonly outboundRetentionMs: number
  readonly webhooks: WebhookSettings
  readonly staff: UserSettings
  readonly reviews: ReviewSettings
  /** The server that `svc verifications submit` calls. */
  readonly serverUrl: string
}

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** The account at the identity provider; its API key is `secrets.smileApiKey`. */
export interface SmileAccount {
  /** With the version segment, without a slash at the end. */
  readonly baseUrl: string
  /** Exactly as Smile ID assigned it, with leading zeros. */
  readonly partnerId: string
  readonly caFile: string | undefined
  /** Hosts that its upload links may have, besides its own. */
  readonly uploadHosts: readonly HostPattern[]
}

/** The external scoring engine; its token is `secrets.scoringToken`. */
export interface ScoringSettings {
  /** Called exactly as it is; no slash at the end. */
  readonly url: string
  /** For one score, from connecting to the end of the answer. */
  readonly timeoutMs: number
  readonly caFile: string | undefined
  /** Presented if the engine requests a client certificate. */
  readonly clientCertificate: TlsFiles | undefined
}

/** How users sign in to the console. */
export interface UserSettings {
  readonly sessionIdleMs: number
  readonly sessionMaxMs: number
  readonly secondFactorRequired: boolean
  /** Refused passwords, besides the product's own list. */
  readonly passwordBlocklistFile: string | undefined
}

/** Which verifications are reviewed, and which outcomes need approval. */
export interface ReviewSettings {
  /** Share of approved verifications that are reviewed, 0 to 100. */
  readonly samplePercent: number
  /** Outcomes that need the approval of a second user. */
  readonly fourEyes: FourEyesMode
}

/** How webhooks are delivered (rulings 6). */
export interface WebhookSettings {
  /** Allowed targets besides public addresses. */
  readonly allow: readonly AllowedTarget[]
  /** Certificate authorities, PEM, trusted besides Node's own. */
  readonly caFile: string | undefined
  /** For one whole attempt. */
  readonly timeoutMs: number
  /** Allows loopback for the demo and development (rulings 6.7). */
  readonly allowLoopback: boolean
  /** Delays after the first, second, ... failed attempt; at least one per retry. */
  readonly retryDelaysMs: readonly number[]
  readonly maxFailedAttempts: number
  readonly attemptRetentionMs: number
  /** Counted from the end of the event's last delivery. */
  readonly bodyRetentionMs: number
  /** Whether a 410 deactivates the endpoint (opt-in, rulings 6.5). */
  readonly deactivateOnGone: boolean
}

/** Separate from Config, so that printing or storing a Config cannot leak a secret. */
export interface Secrets {
  /** Set whenever `config.smile` is. */
  readonly smileApiKey: string | undefined
  /** Set whenever `config.scoring` is. */
  readonly scoringToken: string | undefined
  /** For `svc webhooks verify` only. */
  readonly webhookSecret: string | undefined
  readonly apiKey: string | undefined
}

export interface LoadedSettings {
  readonly config: Config
  readonly secrets: Secrets
  /** Origin of each setting, by its name (`SVC_PORT`). */
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
  /** Skips the product's own svc.conf. */
  readonly readsNoFile?: boolean
  /** Folder of the product; default paths are relative to it. */
  readonly productDir?: string
  /** Base of relative paths in flags and environment. Paths in svc.conf are relative to its folder. */
  readonly workingDir?: string
}

/** Thrown for unusable settings, with all problems. */
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

/** @throws ConfigError with all problems of all settings */
export function loadConfig(input: LoadInput): LoadedSettings {
  const { profile, env, flags = {}, configFile, workingDir = process.cwd() } = input
  const productDir = input.productDir ?? fileURLToPath(new URL('..', import.meta.url))
  // The demo must never use the folder that an appliance's svc.conf names.
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

/** Returns every setting with its effective value and origin, for `svc config show`. */
export function showSettings(loaded: LoadedSettings): readonly EffectiveSetting[] {
  return loaded.effective
}

/** Returns the environment of this process, for `loadConfig`. */
export function processEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Returns the config of a server that was started with port 0 and listens on `port`. */
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

/** Freezes a value and everything in it. */
function frozen<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) frozen(part)
  }
  return Object.freeze(value)
}
