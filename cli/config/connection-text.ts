// What came of dialling a service, in words: each step on a line, and what to do about the one that failed.

import type { ScannerFailure } from '../../server/evidence/scan.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { ConnectionTrial } from '../../server/operations/try-connection.ts'
import type {
  ScannerTrial,
  ServiceTrial,
  TimedTrial,
} from '../../server/operations/try-services.ts'
import type { RefusedReason } from '../../server/providers/provider.ts'
import type { AccountTrial } from '../../server/providers/smile-id/try-account.ts'

export interface StepTold {
  readonly step: 'name' | 'connection' | 'tls' | 'answer'
  readonly ok: boolean
  /** null where nothing was done. */
  readonly duration_ms: number | null
  readonly told: string
}

/** In the order in which they were made; the last may have failed. */
export function stepsOf(trial: ServiceTrial): readonly StepTold[] {
  if (trial.service === 'virus_scanner') return [pingStep(trial)]
  const { connection, account, service } = trial
  if (connection.kind === 'failed') return [failedStep(connection)]
  const { address, nameMs, connectMs, tls } = connection
  const [name, connected]: readonly StepTold[] = [
    { step: 'name', ok: true, duration_ms: nameMs, told: `leads to ${address}` },
    { step: 'connection', ok: true, duration_ms: connectMs, told: 'is taken' },
  ]
  const secured: StepTold =
    tls === undefined
      ? { step: 'tls', ok: true, duration_ms: null, told: 'none: plain http on this machine' }
      : {
          step: 'tls',
          ok: true,
          duration_ms: tls.durationMs,
          told: `${tls.protocol}, certificate by ${tls.issuer}, good until ${toIso(tls.validUntil).slice(0, 10)}`,
        }
  const steps = [name, connected, secured].filter((step) => step !== undefined)
  if (service === 'scoring_engine') return [...steps, notAsked]
  return account === undefined ? steps : [...steps, answerStep(account)]
}

/** The engine's contract has one question, which is to be paid for. */
const notAsked: StepTold = {
  step: 'answer',
  ok: true,
  duration_ms: null,
  told: 'not asked: every question is for a score. Token and certificate show with the first',
}

function pingStep({ failure, durationMs }: ScannerTrial): StepTold {
  const told = failure === undefined ? 'PONG: it is ready to scan' : scannerTexts[failure]
  return { step: 'answer', ok: failure === undefined, duration_ms: durationMs, told }
}

const notClamd = 'what answers there is no clamd. Check SVC_VIRUS_SCANNER'

const scannerTexts: Readonly<Record<ScannerFailure, string>> = {
  unreachable:
    'none came: it cannot be reached. Does clamd run, and may this user open its socket?',
  over_time: 'none came within the time',
  broken_off: 'none came: it broke off',
  size_limit: notClamd,
  scanner_error: notClamd,
  garbled: notClamd,
}

type FailedConnection = Extract<ConnectionTrial, { readonly kind: 'failed' }>

function failedStep({ step, code, durationMs }: FailedConnection): StepTold {
  const told = faultTexts[code] ?? `failed (${code})`
  return { step, ok: false, duration_ms: durationMs, told }
}

const untrusted =
  'the certificate is by nobody we trust. Name its authority in the setting ..._CA_FILE'

const faultTexts: Readonly<Record<string, string>> = {
  ENOTFOUND:
    'is not known to DNS. Write it in full (search domains are not tried), and check this machine’s resolver',
  ADDRESS_FORBIDDEN:
    'leads to an address that calls never go to, so nothing was sent. Private ranges are for hosts that a setting names in full, this machine for one spelled localhost or 127.0.0.1',
  EAI_AGAIN: 'could not be asked of DNS. Check this machine’s resolver',
  ECONNREFUSED: 'is refused: nothing listens there',
  ECONNRESET: 'was broken off by the other side',
  EPIPE: 'was broken off by the other side',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'nothing came within the time. Does a firewall stand between?',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet. Is this machine’s clock right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is made out to another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  EPROTO: 'the other side does not speak TLS, or none that we speak',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the other side does not speak TLS',
}

function answerStep({ trial, durationMs }: TimedTrial): StepTold {
  const told =
    trial.kind === 'unavailable' ? 'none came' : `HTTP ${trial.status}: ${wordsOf(trial)}`
  return { step: 'answer', ok: trial.kind === 'accepted', duration_ms: durationMs, told }
}

function wordsOf(trial: Exclude<AccountTrial, { readonly kind: 'unavailable' }>): string {
  switch (trial.kind) {
    case 'accepted':
      return 'it knows our account. Whether there is credit, only a check shows'
    case 'unclear':
      return 'not what the provider answers. Check SVC_SMILE_BASE_URL, and proxies'
    case 'refused':
      return refusalTexts[trial.reason]
  }
}

const refusalTexts: Readonly<Record<RefusedReason, string>> = {
  provider_credentials_refused:
    'it refuses us. Check SVC_SMILE_PARTNER_ID, SVC_SMILE_API_KEY and the clock',
  provider_wallet_empty: 'the account has no credit. Top it up there',
  provider_misconfigured: 'the account lacks this product. Have it enabled there',
  provider_rejected_request: 'it takes the question for malformed',
}
