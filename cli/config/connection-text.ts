// Puts the result of calling a service into words: one line a step, with what to do about the one that failed.

import { imageBytesMax } from '../../server/images/image.ts'
import type { ScannerFailure } from '../../server/images/scan.ts'
import type { StoreKeeps } from '../../server/images/storage/try-bucket.ts'
import type { ConnectionTrial } from '../../server/operations/status/try-connection.ts'
import type {
  BackupStoreTrial,
  DatabaseServiceTrial,
  ImageStoreTrial,
  ScannerTrial,
  ServiceTrial,
  TimedTrial,
} from '../../server/operations/status/try-services.ts'
import type { RefusedReason } from '../../server/providers/provider.ts'
import type { AccountTrial, ProviderAccount } from '../../server/providers/provider-kind.ts'
import { day } from '../text/instant-text.ts'

export interface StepResult {
  readonly step: 'name' | 'connection' | 'tls' | 'answer' | 'scan'
  readonly ok: boolean
  /** null for a step that was not taken. */
  readonly duration_ms: number | null
  readonly told: string
}

/** Returns the steps in the order they were taken; only the last can have failed. */
export function stepsOf(trial: ServiceTrial): readonly StepResult[] {
  if (trial.service === 'virus_scanner') return scannerSteps(trial)
  if (trial.service === 'image_store') return [storeStep(trial)]
  if (trial.service === 'backup_store') return [backupStep(trial)]
  if ('trial' in trial) return [databaseStep(trial)]
  const { connection, account, service, settings } = trial
  if (connection.kind === 'failed') return [failedStep(connection)]
  const { address, nameMs, connectMs, tls } = connection
  const [name, connected]: readonly StepResult[] = [
    { step: 'name', ok: true, duration_ms: nameMs, told: `resolves to ${address}` },
    { step: 'connection', ok: true, duration_ms: connectMs, told: 'accepted' },
  ]
  const secured: StepResult =
    tls === undefined
      ? { step: 'tls', ok: true, duration_ms: null, told: 'none: plain http on this machine' }
      : {
          step: 'tls',
          ok: true,
          duration_ms: tls.durationMs,
          told: `${tls.protocol}, certificate issued by ${tls.issuer}, valid until ${day(tls.validUntil)}`,
        }
  const steps = [name, connected, secured].filter((step) => step !== undefined)
  if (service === 'scoring_engine') return [...steps, notAsked]
  return account && settings ? [...steps, answerStep(account, settings)] : steps
}

/** The engine's only request is one for a score, which may cost money. */
const notAsked: StepResult = {
  step: 'answer',
  ok: true,
  duration_ms: null,
  told: 'not asked: the only request is for a score. The first score tests token and certificate',
}

function databaseStep({ trial, durationMs }: DatabaseServiceTrial): StepResult {
  const { fault, version, tls, others } = trial
  const told = fault ?? [`PostgreSQL ${version}, TLS: ${tls}`, ...others].join('; ')
  return { step: 'answer', ok: fault === undefined, duration_ms: durationMs, told }
}

const keepsTexts: Readonly<Record<StoreKeeps, string>> = {
  nothing: '',
  versions: '. The bucket keeps versions; all of them are deleted with an image',
  locked: '. The bucket locks objects, so erasures get their certificates only when the lock ends',
  unknown:
    '. The key may not ask whether the bucket keeps versions (s3:GetBucketVersioning), so erasures would wait',
}

function storeStep({ look }: ImageStoreTrial): StepResult {
  const { fault, durationMs, keeps } = look
  const told = fault?.message ?? `it accepts the key${keepsTexts[keeps]}`
  return { step: 'answer', ok: fault === undefined, duration_ms: durationMs, told }
}

function backupStep({ look }: BackupStoreTrial): StepResult {
  const { fault, durationMs, isMarked } = look
  const unmarked = '. No installation writes there yet'
  const told = fault ?? `it accepts the key${isMarked ? '' : unmarked}. Nothing was written`
  return { step: 'answer', ok: fault === undefined, duration_ms: durationMs, told }
}

function scannerSteps({ failure, durationMs, stream }: ScannerTrial): readonly StepResult[] {
  const told = failure === undefined ? 'PONG: ready to scan' : scannerTexts[failure]
  const ping: StepResult = {
    step: 'answer',
    ok: failure === undefined,
    duration_ms: durationMs,
    told,
  }
  return stream === undefined ? [ping] : [ping, scanStep(stream)]
}

function scanStep({ failure, durationMs }: NonNullable<ScannerTrial['stream']>): StepResult {
  const told = failure === undefined ? `takes images of ${imageMegabytes} MB` : streamTexts[failure]
  return { step: 'scan', ok: failure === undefined, duration_ms: durationMs, told }
}

const imageMegabytes = imageBytesMax / 1024 / 1024
const tooShort = `it takes no images of ${imageMegabytes} MB. Set StreamMaxLength in clamd.conf to ${imageMegabytes + 1}M or more`

const notClamd = 'the service at this address is not clamd. Check SVC_VIRUS_SCANNER'

const scannerTexts: Readonly<Record<ScannerFailure, string>> = {
  unreachable: 'none: it cannot be reached. Does clamd run, and may this user open its socket?',
  over_time: 'none within the time limit',
  broken_off: 'none: it closed the connection',
  size_limit: notClamd,
  scanner_error: notClamd,
  garbled: notClamd,
}

const streamTexts: Readonly<Record<ScannerFailure, string>> = {
  ...scannerTexts,
  size_limit: tooShort,
  // The other side may close before its reason is read.
  broken_off: `${tooShort}, if that is not so already: it closed the connection`,
  scanner_error: 'it did not scan: see its own log',
}

type FailedConnection = Extract<ConnectionTrial, { readonly kind: 'failed' }>

function failedStep({ step, code, durationMs }: FailedConnection): StepResult {
  const told = faultTexts[code] ?? `failed (${code})`
  return { step, ok: false, duration_ms: durationMs, told }
}

const untrusted =
  'the certificate is not from a trusted authority. Name its authority in the setting ..._CA_FILE'

const faultTexts: Readonly<Record<string, string>> = {
  ENOTFOUND:
    'is not known to DNS. Write it in full (search domains are not tried), and check this machine’s resolver',
  ADDRESS_FORBIDDEN:
    'resolves to an address that calls may not go to; nothing was sent. Private ranges are allowed for hosts that a setting names in full, this machine only as localhost or 127.0.0.1',
  EAI_AGAIN: 'DNS did not answer. Check this machine’s resolver',
  ECONNREFUSED: 'refused: nothing listens there',
  ECONNRESET: 'closed by the other side',
  EPIPE: 'closed by the other side',
  EHOSTUNREACH: 'no route to that host',
  ENETUNREACH: 'no route to that network',
  ETIMEDOUT: 'no answer within the time limit. Is there a firewall in between?',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet. Is this machine’s clock right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  EPROTO: 'the other side does not speak TLS, or no version that we speak',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the other side does not speak TLS',
}

function answerStep({ trial, durationMs }: TimedTrial, settings: SettingNames): StepResult {
  const told =
    trial.kind === 'unavailable' ? 'none' : `HTTP ${trial.status}: ${wordsOf(trial, settings)}`
  return { step: 'answer', ok: trial.kind === 'accepted', duration_ms: durationMs, told }
}

type SettingNames = ProviderAccount['settings']

function wordsOf(
  trial: Exclude<AccountTrial, { readonly kind: 'unavailable' }>,
  settings: SettingNames,
): string {
  switch (trial.kind) {
    case 'accepted':
      return 'it knows our account. Only a real check shows whether there is credit'
    case 'unclear':
      return `not an answer of the provider. Check ${settings.url}, and proxies`
    case 'refused':
      return trial.reason === 'provider_credentials_refused'
        ? `it refuses us. Check ${settings.credentials} and the clock`
        : refusalTexts[trial.reason]
  }
}

const refusalTexts: Readonly<
  Record<Exclude<RefusedReason, 'provider_credentials_refused'>, string>
> = {
  provider_wallet_empty: 'the account has no credit. Top it up there',
  provider_misconfigured: 'the account lacks this product. Have it enabled there',
  provider_rejected_request: 'it calls the request malformed',
}
