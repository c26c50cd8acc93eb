// Tries the services that the settings name, when an operator asks for it: dials each, and puts to the
// identity provider a question that costs nothing. The scoring engine is only dialled, as its contract has
// one question and that is a paid one. The scanner for viruses is pinged.

import { readFileSync } from 'node:fs'
import type { Config, Secrets } from '../config.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import { pingClamd } from '../evidence/clamd.ts'
import type { ScannerFailure } from '../evidence/scan.ts'
import type { Clock } from '../kernel/clock.ts'
import { startDeadline } from '../providers/deadline.ts'
import { createProviderFetch } from '../providers/provider-fetch.ts'
import { smileReach } from '../providers/smile-id/reach.ts'
import { type AccountTrial, tryAccount } from '../providers/smile-id/try-account.ts'
import { engineReach } from '../scoring/create-scoring-engine.ts'
import { scannerAddress } from '../settings/setting-scanner.ts'
import { readTlsFiles, scoringClientRole } from '../settings/tls-files.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

/** What was found of one of them. */
export type ServiceTrial = DialTrial | ScannerTrial

export interface DialTrial {
  readonly service: 'identity_provider' | 'scoring_engine'
  /** Name and, where it is not the usual one, port. */
  readonly host: string
  readonly connection: ConnectionTrial
  /** undefined where nothing was asked. */
  readonly account: TimedTrial | undefined
}

export interface ScannerTrial {
  readonly service: 'virus_scanner'
  /** As the setting names it. */
  readonly host: string
  /** undefined where it answered. */
  readonly failure: ScannerFailure | undefined
  readonly durationMs: number
}

export interface TimedTrial {
  readonly trial: AccountTrial
  readonly durationMs: number
}

const timeoutMs = 10_000

export interface TrialNeeds {
  readonly config: Pick<Config, 'smile' | 'scoring' | 'virusScanner'>
  readonly secrets: Pick<Secrets, 'smileApiKey'>
  readonly clock: Clock
  readonly egress: Egress
}

/** None where none is set up. @throws TlsFilesError, and where a file of authorities cannot be read */
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
  const guard = guardService(egress, smileReach(smile))
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
    const asked = await tryAccount({ fetch, clock }, access, { timeoutMs, signal })
    const durationMs = Math.round(clock.steadyMs() - startedMs)
    return { ...trial, account: { trial: asked, durationMs } }
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
      guard: guardService(egress, engineReach(scoring)),
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
