// Tests the configured services for an operator: connects to each, sends the identity provider a free request, has the
// virus scanner scan zeros, and looks at the buckets. The scoring engine gets no request, because its only request is a
// paid one.

import { readFileSync } from 'node:fs'
import { backupPlaceOf } from '../../backup/backup-settings.ts'
import { type BackupStoreLook, tryBackupStore } from '../../backup/places/ask-bucket.ts'
import { databaseAddressOf } from '../../db/postgres/database-address.ts'
import type { DatabaseTrial } from '../../db/postgres/try-database.ts'
import { startDeadline } from '../../egress/deadline.ts'
import { type Egress, guardService } from '../../egress/guard-service.ts'
import { createServiceClient } from '../../egress/service-client.ts'
import { prepareUndici } from '../../egress/undici.ts'
import { askClamd, pingClamd } from '../../images/admission/clamd.ts'
import { imageBytesMax } from '../../images/image.ts'
import type { ScannerAddress, ScannerFailure } from '../../images/scan.ts'
import { type StoreLook, tryBucket } from '../../images/storage/try-bucket.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AccountTrial, ProviderAccount } from '../../providers/provider-kind.ts'
import { findProvider, type ProviderChoice } from '../../providers/provider-registry.ts'
import { s3Scheme } from '../../s3/s3-place.ts'
import { engineHosts } from '../../scoring/create-scoring-engine.ts'
import { scannerAddress } from '../../settings/setting-scanner.ts'
import { readTlsFiles, scoringClientRole } from '../../settings/tls-files.ts'
import { guardSecondSystem } from '../second-systems/guard-second-system.ts'
import {
  type SecondSystem,
  type SecondSystemName,
  secondSystemsOf,
} from '../second-systems/second-systems.ts'
import { type ConnectionTrial, tryConnection } from './try-connection.ts'

export type ServiceTrial =
  | DialTrial
  | ScannerTrial
  | DatabaseServiceTrial
  | ImageStoreTrial
  | BackupStoreTrial

interface DialTrial {
  readonly service: 'identity_provider' | 'scoring_engine' | SecondSystemName
  /** Host name, and the port if it is not the default. */
  readonly host: string
  readonly connection: ConnectionTrial
  /** Result of the free request; undefined if none was sent. */
  readonly account: TimedTrial | undefined
  /** The settings to check; undefined for all others than the provider. */
  readonly settings?: ProviderAccount['settings']
}

export interface DatabaseServiceTrial {
  readonly service: 'database' | 'database_owner'
  /** Database, address and role, without the password. */
  readonly host: string
  readonly trial: DatabaseTrial
  readonly durationMs: number
}

export interface ImageStoreTrial {
  readonly service: 'image_store'
  /** `s3://bucket/prefix` */
  readonly host: string
  readonly look: StoreLook
}

export interface BackupStoreTrial {
  readonly service: 'backup_store'
  /** `s3://bucket/prefix` */
  readonly host: string
  readonly look: BackupStoreLook
}

export interface ScannerTrial {
  readonly service: 'virus_scanner'
  /** The address in the settings. */
  readonly host: string
  /** undefined if it answered. */
  readonly failure: ScannerFailure | undefined
  readonly durationMs: number
  /** How it took a stream as long as the largest image; undefined if none was sent. */
  readonly stream:
    | { readonly failure: ScannerFailure | undefined; readonly durationMs: number }
    | undefined
}

export interface TimedTrial {
  readonly trial: AccountTrial
  readonly durationMs: number
}

const timeoutMs = 10_000

interface TrialNeeds extends ProviderChoice {
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
    await tryDatabaseAs(needs, 'user'),
    await tryDatabaseAs(needs, 'owner'),
    await tryProvider(needs, signal),
    await tryEngine(needs, signal),
    await tryScanner(needs, signal),
    await tryImageStore(needs),
    await tryBackups(needs),
    ...(await trySecondSystems(needs, signal)),
  ]
  return trials.filter((trial) => trial !== undefined)
}

async function tryDatabaseAs(
  { config, secrets, clock }: TrialNeeds,
  role: 'user' | 'owner',
): Promise<DatabaseServiceTrial | undefined> {
  const { databaseUrl, databaseOwnerUrl } = secrets
  const url = role === 'user' ? databaseUrl : databaseOwnerUrl
  if (url === undefined) return undefined
  const startedMs = clock.steadyMs()
  const { caFile } = config.database
  const { tryDatabase } = await import('../../db/postgres/try-database.ts')
  const trial = await tryDatabase({ address: databaseAddressOf(url), caFile, role })
  const durationMs = Math.round(clock.steadyMs() - startedMs)
  const service = role === 'user' ? 'database' : 'database_owner'
  return { service, host: trial.shown, trial, durationMs }
}

async function tryProvider(needs: TrialNeeds, signal: AbortSignal): Promise<DialTrial | undefined> {
  const { clock, egress } = needs
  const account = findProvider(needs)?.account
  if (account === undefined) return undefined
  const { url, settings } = account
  const extraCa = authoritiesIn(account.caFile)
  const guard = guardService(egress, account.hosts)
  const connection = await tryConnection(
    { url, guard, extraCa, clientCertificate: undefined },
    { timeoutMs, signal, clock },
  )
  const trial = { service: 'identity_provider', host: url.host, connection, settings } as const
  if (connection.kind === 'failed') return { ...trial, account: undefined }
  const fetch = createServiceClient({ guard, extraCa })
  try {
    // Loading the client is no part of the provider's time.
    await prepareUndici()
    const startedMs = clock.steadyMs()
    const answered = await account.tryOut({ fetch, clock }, { timeoutMs, signal })
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

/** Nothing is sent: a line that no log has would be kept for ever. */
async function trySecondSystems(
  needs: TrialNeeds,
  signal: AbortSignal,
): Promise<readonly DialTrial[]> {
  const trials: DialTrial[] = []
  for (const target of secondSystemsOf(needs.config)) {
    const { service, url } = target
    const connection = await tryTarget(needs, target, signal)
    trials.push({ service, host: url.host, connection, account: undefined })
  }
  return trials
}

function tryTarget(
  { clock, egress }: TrialNeeds,
  target: SecondSystem,
  signal: AbortSignal,
): Promise<ConnectionTrial> {
  const guard = guardSecondSystem(egress, target.url)
  const extraCa = authoritiesIn(target.caFile)
  return tryConnection(
    { url: target.url, guard, extraCa, clientCertificate: undefined },
    { timeoutMs, signal, clock },
  )
}

async function tryImageStore(needs: TrialNeeds): Promise<ImageStoreTrial | undefined> {
  const { imagesS3 } = needs.config
  if (imagesS3 === undefined) return undefined
  const look = await tryBucket(needs, imagesS3.url)
  return { service: 'image_store', host: look.label, look }
}

async function tryBackups(needs: TrialNeeds): Promise<BackupStoreTrial | undefined> {
  if (needs.config.backup === undefined) return undefined
  const place = backupPlaceOf({ ...needs, ownPorts: new Set() })
  if (place.s3 === undefined || !place.to.startsWith(s3Scheme)) return undefined
  const look = await tryBackupStore(place, place.s3)
  return { service: 'backup_store', host: look.label, look }
}

async function tryScanner(
  { config: { virusScanner: address }, clock }: TrialNeeds,
  signal: AbortSignal,
): Promise<ScannerTrial | undefined> {
  if (address === undefined) return undefined
  const timed = async (ask: (within: AbortSignal) => Promise<ScannerFailure | undefined>) => {
    const startedMs = clock.steadyMs()
    const deadline = startDeadline(signal, timeoutMs)
    try {
      const failure = await ask(deadline.signal)
      return { failure, durationMs: Math.round(clock.steadyMs() - startedMs) }
    } finally {
      deadline.clear()
    }
  }
  const pinged = await timed((within) => pingClamd(address, within))
  const stream =
    pinged.failure === undefined ? await timed((within) => tryStream(address, within)) : undefined
  return { service: 'virus_scanner', host: scannerAddress.print(address), ...pinged, stream }
}

/** As long as the largest image: a limit of clamd below it shows with the first large photo otherwise. */
async function tryStream(
  address: ScannerAddress,
  signal: AbortSignal,
): Promise<ScannerFailure | undefined> {
  const answer = await askClamd(address, Buffer.alloc(imageBytesMax), signal)
  if (answer.kind === 'failed') return answer.failure
  return answer.kind === 'clean' ? undefined : 'scanner_error'
}

function authoritiesIn(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}
