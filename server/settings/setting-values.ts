// Parses every setting, or takes its default, and records where each value came from. config-checks.ts checks
// combinations of values.

import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { smileBaseUrlLive } from '../providers/smile-id/reach.ts'
import type { Profile, Setting } from './setting-row.ts'
import { settings } from './setting-rows.ts'
import type { Given, Origin, SettingProblem } from './setting-sources.ts'

/** One row of `svc config show`. */
export interface EffectiveSetting {
  readonly name: string
  /** As an operator would write it; masked for a secret, undefined if not set. */
  readonly value: string | undefined
  readonly origin: Origin
}

export interface ValuesInput {
  readonly given: ReadonlyMap<string, Given>
  readonly profile: Profile
  /** Base of relative default paths. */
  readonly productDir: string
}

export type SettingValues = ReturnType<typeof readEverySetting>

export const secretMask = '••••'

/** Reports invalid values and continues with their defaults, so that all problems are found. */
export function readSettingValues(input: ValuesInput) {
  const effective: EffectiveSetting[] = []
  const problems: SettingProblem[] = []

  function optional<Value>(row: Setting<Value>, derived?: Value): Value | undefined {
    const given = input.given.get(row.name)
    const read = given && row.kind.parse(given.text, given.fromDir)
    if (given && read === undefined) problems.push(faultOf(row, given))
    const value = read ?? derived ?? defaultOf(row, input)
    effective.push({ name: row.name, value: show(row, value), origin: given?.origin ?? 'default' })
    return value
  }

  function required<Value>(row: Setting<Value>, derived?: Value): Value {
    const value = optional(row, derived)
    if (value === undefined) throw new Error(`${row.name} has no default in the table of settings`)
    return value
  }

  const values = readEverySetting({ optional, required }, input.profile)
  return { values, effective, problems }
}

interface Read {
  optional<Value>(row: Setting<Value>, derived?: Value): Value | undefined
  required<Value>(row: Setting<Value>, derived?: Value): Value
}

/** Reads in the order of the table, in which values and problems are shown. */
function readEverySetting(read: Read, profile: Profile) {
  const configFile = read.optional(settings.configFile)
  const listening = readListening(read)
  return {
    configFile,
    ...listening,
    ...readStorage(read, profile),
    ...readLimits(read),
    ...readProvider(read, profile),
    ...readScoring(read),
    outboundRetentionMs: read.required(settings.outboundRetentionMs),
    webhooks: readWebhooks(read),
    webhookSecret: read.optional(settings.webhookSecret),
    staff: readUserSettings(read),
    reviews: readReviews(read),
    serverUrl: read.required(settings.serverUrl, listening.publicUrl),
    apiKey: read.optional(settings.apiKey),
  }
}

function readListening({ optional, required }: Read) {
  const host = required(settings.host)
  const port = required(settings.port)
  const tlsCertFile = optional(settings.tlsCertFile)
  const tlsKeyFile = optional(settings.tlsKeyFile)
  const scheme = tlsCertFile && tlsKeyFile ? 'https' : 'http'
  const publicUrl = required(settings.publicUrl, urlOf(scheme, host, port))
  const insecureHttp = required(settings.insecureHttp)
  const trustedProxies = required(settings.trustedProxies)
  const consoleHost = optional(settings.consoleHost)
  const consoleNetworks = required(settings.consoleNetworks)
  const toConsole = { consoleHost, consoleNetworks }
  const ways = { host, port, tlsCertFile, tlsKeyFile, publicUrl, insecureHttp, trustedProxies }
  return { ...ways, ...toConsole }
}

function readStorage({ required, optional }: Read, profile: Profile) {
  const allowRoot = required(settings.allowRoot)
  const dataDir = required(settings.dataDir)
  const inDataDir = profile === 'demo' ? join(dataDir, 'master.key') : undefined
  const auditHeadFile = optional(settings.auditHeadFile)
  const auditCopy = readAuditCopy({ required, optional })
  const diskReserveBytes = required(settings.diskReserveBytes)
  return {
    allowRoot,
    auditHeadFile,
    auditCopy,
    dataDir,
    diskReserveBytes,
    masterKeyFile: required(settings.masterKeyFile, inDataDir),
  }
}

function readAuditCopy({ required, optional }: Read) {
  const file = optional(settings.auditCopyFile)
  const lagMaxMs = required(settings.auditLagMaxMs)
  const lagStopMs = optional(settings.auditLagStopMs)
  return file === undefined ? undefined : { file, lagMaxMs, lagStopMs }
}

function readLimits({ optional, required }: Read) {
  return {
    markets: required(settings.markets),
    rateLimitPerMinute: required(settings.rateLimitPerMinute),
    rateLimitUnauthenticatedPerMinute: required(settings.rateLimitUnauthenticatedPerMinute),
    keyUploadBytesPerMinute: required(settings.keyUploadBytesPerMinute),
    keyPendingMax: required(settings.keyPendingMax),
    verificationsPerDayMax: optional(settings.verificationsPerDayMax),
    imagesBytesMax: optional(settings.imagesBytesMax),
    headerTimeoutMs: required(settings.headerTimeoutMs),
    bodyTimeoutMs: required(settings.bodyTimeoutMs),
    stopTimeoutMs: required(settings.stopTimeoutMs),
    idempotencyRetentionMs: required(settings.idempotencyRetentionMs),
    keyRotationGraceMs: required(settings.keyRotationGraceMs),
    keyApproval: required(settings.keyApproval),
    webhookApproval: required(settings.webhookApproval),
    exportApprovalRows: required(settings.exportApprovalRows),
    jobConcurrency: required(settings.jobConcurrency),
    preflight: required(settings.preflight),
    virusScanner: optional(settings.virusScanner),
    virusScannerDown: required(settings.virusScannerDown),
  }
}

function readProvider({ optional, required }: Read, profile: Profile) {
  const smilePartnerId = optional(settings.smilePartnerId)
  const isPaid = smilePartnerId !== undefined && profile === 'appliance'
  return {
    smilePartnerId,
    smileApiKey: optional(settings.smileApiKey),
    smileBaseUrl: optional(settings.smileBaseUrl, isPaid ? smileBaseUrlLive : undefined),
    smileCaFile: optional(settings.smileCaFile),
    smileUploadHosts: required(settings.smileUploadHosts),
    providerGiveUpAfterMs: required(settings.providerGiveUpAfterMs),
    providerUndecidedAfterMs: required(settings.providerUndecidedAfterMs),
  }
}

function readScoring({ optional, required }: Read) {
  return {
    scoringUrl: optional(settings.scoringUrl),
    scoringToken: optional(settings.scoringToken),
    scoringTimeoutMs: required(settings.scoringTimeoutMs),
    scoringCaFile: optional(settings.scoringCaFile),
    scoringClientCertFile: optional(settings.scoringClientCertFile),
    scoringClientKeyFile: optional(settings.scoringClientKeyFile),
  }
}

function readUserSettings({ optional, required }: Read) {
  return {
    sessionIdleMs: required(settings.sessionIdleMs),
    sessionMaxMs: required(settings.sessionMaxMs),
    secondFactorRequired: required(settings.secondFactorRequired),
    passwordBlocklistFile: optional(settings.passwordBlocklistFile),
  }
}

function readReviews({ required }: Read) {
  return {
    samplePercent: required(settings.reviewSamplePercent),
    fourEyes: required(settings.reviewFourEyes),
  }
}

function readWebhooks({ optional, required }: Read) {
  return {
    allow: required(settings.webhookAllow),
    caFile: optional(settings.webhookCaFile),
    timeoutMs: required(settings.webhookTimeoutMs),
    allowLoopback: required(settings.webhookAllowLoopback),
    retryDelaysMs: required(settings.webhookRetryDelaysMs),
    maxFailedAttempts: required(settings.webhookMaxFailedAttempts),
    attemptRetentionMs: required(settings.webhookAttemptRetentionMs),
    bodyRetentionMs: required(settings.webhookBodyRetentionMs),
    deactivateOnGone: required(settings.webhookDeactivateOnGone),
  }
}

/** Explains or quotes the given value, shortened and on one line, unless it may contain a secret. */
function faultOf(row: Setting<unknown>, given: Given): SettingProblem {
  const explained = row.secret ? undefined : row.kind.explain?.(given.text)
  const mayQuote = !row.secret && !mayContainSecret.test(given.text)
  const quoted = mayQuote ? `it is ${JSON.stringify(given.text.slice(0, 80))}` : undefined
  const said = explained ?? quoted
  const why = said === undefined ? '' : `; ${said}`
  return { name: row.name, message: `must be ${row.kind.expects}${why} (${given.origin})` }
}

/** URLs can contain passwords before an `@`, and keys in their query and fragment. */
const mayContainSecret = /@|:\/\/.*[?#]/s

function defaultOf<Value>(row: Setting<Value>, input: ValuesInput): Value | undefined {
  const text = typeof row.default === 'object' ? row.default[input.profile] : row.default
  return text === undefined ? undefined : row.kind.parse(text, input.productDir)
}

function show<Value>(row: Setting<Value>, value: Value | undefined): string | undefined {
  if (value === undefined) return undefined
  return row.secret ? secretMask : row.kind.print(value)
}

/** Replaces wildcard addresses with loopback. */
function urlOf(scheme: 'http' | 'https', host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const isUsual = port === (scheme === 'https' ? 443 : 80)
  return `${scheme}://${isIPv6(name) ? `[${name}]` : name}${isUsual ? '' : `:${port}`}`
}
