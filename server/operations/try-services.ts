// Tries the services that the settings name, when an operator asks for it: dials each, and puts to the
// identity provider a question that costs nothing. The scoring engine is only dialled, as its contract has
// one question and that is a paid one.

import { readFileSync } from 'node:fs'
import type { Config, Secrets } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import { createProviderFetch } from '../providers/provider-fetch.ts'
import { type AccountTrial, tryAccount } from '../providers/smile-id/try-account.ts'
import { readTlsFiles, scoringClientRole } from '../settings/tls-files.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

/** What was found of one of them. */
export interface ServiceTrial {
  readonly service: 'identity_provider' | 'scoring_engine'
  /** Name and, where it is not the usual one, port. */
  readonly host: string
  readonly connection: ConnectionTrial
  /** undefined where nothing was asked. */
  readonly account: TimedTrial | undefined
}

export interface TimedTrial {
  readonly trial: AccountTrial
  readonly durationMs: number
}

const timeoutMs = 10_000

export interface TrialNeeds {
  readonly config: Pick<Config, 'smile' | 'scoring'>
  readonly secrets: Pick<Secrets, 'smileApiKey'>
  readonly clock: Clock
}

/** None where none is set up. @throws TlsFilesError, and where a file of authorities cannot be read */
export async function tryServices(
  needs: TrialNeeds,
  signal: AbortSignal,
): Promise<readonly ServiceTrial[]> {
  const trials = [await tryProvider(needs, signal), await tryEngine(needs, signal)]
  return trials.filter((trial) => trial !== undefined)
}

async function tryProvider(
  { config: { smile }, secrets, clock }: TrialNeeds,
  signal: AbortSignal,
): Promise<ServiceTrial | undefined> {
  const { smileApiKey: apiKey } = secrets
  if (smile === undefined || apiKey === undefined) return undefined
  const url = new URL(smile.baseUrl)
  const extraCa = authoritiesIn(smile.caFile)
  const connection = await tryConnection(
    { url, extraCa, clientCertificate: undefined },
    { timeoutMs, signal, clock },
  )
  const trial = { service: 'identity_provider', host: url.host, connection } as const
  if (connection.kind === 'failed') return { ...trial, account: undefined }
  const fetch = createProviderFetch(extraCa === undefined ? {} : { extraCa })
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
  { config: { scoring }, clock }: TrialNeeds,
  signal: AbortSignal,
): Promise<ServiceTrial | undefined> {
  if (scoring === undefined) return undefined
  const { clientCertificate: files } = scoring
  const url = new URL(scoring.url)
  const connection = await tryConnection(
    {
      url,
      extraCa: authoritiesIn(scoring.caFile),
      clientCertificate: files && (await readTlsFiles(files, scoringClientRole)),
    },
    { timeoutMs: scoring.timeoutMs, signal, clock },
  )
  return { service: 'scoring_engine', host: url.host, connection, account: undefined }
}

function authoritiesIn(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
