// Tests the configured services for an operator: connects to each, sends the identity provider a free request and
// pings the virus scanner. The scoring engine gets no request, because its only request is a paid one.

import { readFileSync } from 'node:fs'
import type { Config, Secrets } from '../config.ts'
import { startDeadline } from '../egress/deadline.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import { pingClamd } from '../images/clamd.ts'
import type { ScannerFailure } from '../images/scan.ts'
import type { Clock } from '../kernel/clock.ts'
import { createProviderFetch } from '../providers/provider-fetch.ts'
import { smileHosts } from '../providers/smile-id/allowed-hosts.ts'
import { type AccountTrial, tryAccount } from '../providers/smile-id/try-account.ts'
import { engineHosts } from '../scoring/create-scoring-engine.ts'
import { scannerAddress } from '../settings/setting-scanner.ts'
import { readTlsFiles, scoringClientRole } from '../settings/tls-files.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

/** Result for one service. */
export type ServiceTrial = DialTrial | ScannerTrial

interface DialTrial {
  readonly service: 'identity_provider' | 'scoring_engine'
  /** Host name, and the port if it is not the default. */
  readonly host: string
  readonly connection: ConnectionTrial
  /** Result of the free request; undefined if none was sent. */
  readonly account: TimedTrial | undefined
}

export interface ScannerTrial {
  readonly service: 'virus_scanner'
  /** The address in the settings. */
  readonly host: string
  /** undefined if it answered. */
  readonly failure: ScannerFailure | undefined
  readonly durationMs: number
}

export interface TimedTrial {
  readonly trial: AccountTrial
  readonly durationMs: number
}

const timeoutMs = 10_000

interface TrialNeeds {
  readonly config: Pick<Config, 'smile' | 'scoring' | 'virusScanner'>
  readonly secrets: Pick<Secrets, 'smileApiKey'>
  readonly clock: Clock
  readonly egress: Egress
}

/**
 * Returns one result per configured service.
 * @throws TlsFilesError; errors of the file system for a CA file that cannot be read
 */
export async function tryServices(
  needs: TrialNeeds,
  signal: AbortSignal,
): Promise<readonly ServiceTrial[]> {
  const trials = [
    await tryProvider(needs, signal),
    await tryEngine(needs, signal),
    await tryScanner(needs, signal),
  ]
  return trials.filter((trial) => trial !== undefined)
}

async function tryProvider(
  { config: { smile }, secrets, clock, egress }: TrialNeeds,
  signal: AbortSignal,
): Promise<DialTrial | undefined> {
  const { smileApiKey: apiKey } = secrets
  if (smile === undefined || apiKey === undefined) return undefined
  const url = new URL(smile.baseUrl)
  const extraCa = authoritiesIn(smile.caFile)
  const guard = guardService(egress, smileHosts(smile))
  const connection = await tryConnection(
    { url, guard, extraCa, clientCertificate: undefined },
    { timeoutMs, signal, clock },
  )
  const trial = { service: 'identity_provider', host: url.host, connection } as const
  if (connection.kind === 'failed') return { ...trial, account: undefined }
  const fetch = createProviderFetch({ guard, extraCa })
  try {
    const startedMs = clock.steadyMs()
    const access = { baseUrl: url, credentials: { partnerId: smile.partnerId, apiKey } }
    const answered = await tryAccount({ fetch, clock }, access, { timeoutMs, signal })
    const durationMs = Math.round(clock.steadyMs() - startedMs)
    return { ...trial, account: { trial: answered, durationMs } }
  } finally {
    await fetch.close()
  }
}

async function tryEngine(
  { config: { scoring }, clock, egress }: TrialNeeds,
  signal: AbortSignal,
): Promise<DialTrial | undefined> {
  if (scoring === undefined) return undefined
  const { clientCertificate: files } = scoring
  const url = new URL(scoring.url)
  const connection = await tryConnection(
    {
      url,
      guard: guardService(egress, engineHosts(scoring)),
      extraCa: authoritiesIn(scoring.caFile),
      clientCertificate: files && (await readTlsFiles(files, scoringClientRole)),
    },
    { timeoutMs: scoring.timeoutMs, signal, clock },
  )
  return { service: 'scoring_engine', host: url.host, connection, account: undefined }
}

async function tryScanner(
  { config: { virusScanner: address }, clock }: TrialNeeds,
  signal: AbortSignal,
): Promise<ScannerTrial | undefined> {
  if (address === undefined) return undefined
  const startedMs = clock.steadyMs()
  const deadline = startDeadline(signal, timeoutMs)
  try {
    const failure = await pingClamd(address, deadline.signal)
    const durationMs = Math.round(clock.steadyMs() - startedMs)
    return { service: 'virus_scanner', host: scannerAddress.print(address), failure, durationMs }
  } finally {
    deadline.clear()
  }
}

function authoritiesIn(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
