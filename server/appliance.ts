// The composition root: builds everything the product runs on, once, and hands it on as one value.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRefusalCounter, type RefusalCounter } from './audit/refusals.ts'
import type { Config, LoadedSettings, Secrets } from './config.ts'
import { createKeyring, type Keyring } from './crypto/keyring.ts'
import { MasterKeyError, readMasterKey } from './crypto/master-key.ts'
import { findInstance, type Instance, insertInstance } from './db/instance.ts'
import { migrate, readExpectedSchema, schemaVersion } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import { type OpenedDb, openDb } from './db/open-db.ts'
import { holdServerLock, serverLockFile } from './db/server-lock.ts'
import { type Db, inTransaction } from './db/transaction.ts'
import { type Egress, openEgress } from './egress/guard-service.ts'
import type { HostResolver } from './egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from './egress/target-policy.ts'
import { type EvidenceFiles, evidenceFiles } from './evidence/evidence-files.ts'
import { createImageReader, type ImageReader } from './evidence/inspect-image.ts'
import { createVirusScanner, noScanner, type VirusScanner } from './evidence/scan-image.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { newId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import { type AuditGuard, createAuditGuard } from './operations/audit-guard.ts'
import { createDutyLog, type DutyLog } from './operations/duty-log.ts'
import type { OnCall } from './outbound/outbound.ts'
import { openOutboundLedger } from './outbound/record-outbound.ts'
import { productVersion } from './product-version.ts'
import type { IdentityProvider } from './providers/provider.ts'
import { createProvider } from './providers/provider-registry.ts'
import { createScoringEngine, readClientCertificate } from './scoring/create-scoring-engine.ts'
import type { ScoringEngine } from './scoring/engine.ts'
import { readScoringReference } from './scoring/read-reference.ts'
import type { ScoringReference } from './scoring/scoring-reference.ts'
import type { EffectiveSetting } from './settings/setting-values.ts'
import type { TlsMaterial } from './settings/tls-files.ts'
import { createPasswords, type Passwords } from './staff/passwords.ts'
import type { Lane } from './webhooks/delivery.ts'
import { createWebhookSender, type WebhookSender } from './webhooks/sender.ts'
import { createTestSlots, type TestSlots } from './webhooks/test-slots.ts'

export interface Appliance {
  readonly config: Config
  readonly secrets: Secrets
  readonly about: About
  readonly clock: Clock
  readonly log: Log
  readonly keyring: Keyring
  readonly db: Db
  readonly files: EvidenceFiles
  readonly images: ImageReader
  readonly virusScanner: VirusScanner
  readonly passwords: Passwords
  /** Who was turned away, until the audit log has it. */
  readonly refusals: RefusalCounter
  /** Refuses verifications while the copy of the audit log lags too far, where this process copies it. */
  readonly auditGuard: AuditGuard
  /** undefined where no partner account is set: live verifications are refused. */
  readonly provider: IdentityProvider | undefined
  /** undefined where no engine is set: scoring is skipped as unavailable. */
  readonly scoring: ScoringEngine | undefined
  readonly scoringReference: ScoringReference
  /** Tells the job runner that there is work; does nothing where no runner runs. */
  readonly wakeJobs: () => void
  /** The runner, once there is one, asks to be told. */
  onJobsWaiting(wake: () => void): void
  /** What this process listens on, once it does: no webhook is ever sent there. */
  readonly ownPorts: Set<number>
  /** Where webhooks may go, and where their names lead. */
  readonly webhookTargets: { readonly policy: TargetPolicy; readonly resolver: HostResolver }
  readonly webhookSender: WebhookSender
  /** Bounds the tests of webhooks that are under way. */
  readonly testSlots: TestSlots
  /** Tells the dispatcher that these webhooks have something to be sent. */
  readonly wakeDeliveries: WakeDeliveries
  /** The dispatcher, once there is one, asks to be told. */
  onDeliveriesWaiting(wake: WakeDeliveries): void
  /** How the duties of the schedule went, where this process keeps it. */
  readonly duties: DutyLog
  close(): Promise<void>
}

/** What operators are told of this process. */
export interface About {
  readonly version: string
  readonly startedAt: number
  readonly databaseFile: string
  /** With secrets masked; empty where the settings came from elsewhere. */
  readonly settings: readonly EffectiveSetting[]
}

type WakeDeliveries = (webhookIds: readonly string[], lane: Lane) => void

/** What a test may put in the place of the outside world. */
export interface ApplianceParts {
  readonly clock?: Clock
  readonly log: Log
  readonly provider?: IdentityProvider
  readonly scoring?: ScoringEngine
  readonly images?: ImageReader
  /** Instead of one that reads its own lists of refused passwords. */
  readonly passwords?: Passwords
  /** Puts something between the product and the outside; closing what it returns closes all of it. */
  readonly wrapOutside?: (outside: Outside, onCall: OnCall) => Outside
}

/** Whom the product asks. */
export type Outside = Pick<Appliance, 'provider' | 'scoring'>

/** Pictures decoded at the same time, each in a program of its own that lasts as long as there is work. */
const imageConcurrency = 2

/** For one image; clamd takes a tenth of a second for the largest that are taken. */
const scanTimeoutMs = 10_000

/** @throws MasterKeyError, MigrationError, ServerLockedError: each says what to do. */
export async function openAppliance(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'> & Partial<Pick<LoadedSettings, 'effective'>>,
  parts: ApplianceParts,
): Promise<Appliance> {
  const { config } = loaded
  const clock = parts.clock ?? systemClock
  const scoringReference = readScoringReference()
  const clientCertificate = await readClientCertificate(config.scoring)
  const keyring = createKeyring(readMasterKey(config.masterKeyFile))
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = openDb(databaseFile(config))
  try {
    await prepareDatabase(db, config, keyring, clock)
    return assemble(loaded, parts, { db, clock, keyring, scoringReference, clientCertificate })
  } catch (error) {
    await db.close()
    throw error
  }
}

interface Opened extends Pick<Appliance, 'db' | 'clock' | 'keyring' | 'scoringReference'> {
  /** Shown to the scoring engine. */
  readonly clientCertificate: TlsMaterial | undefined
}

/** What is built upon the database; files that it reads may turn out to be wrong. */
function assemble(
  loaded: Parameters<typeof openAppliance>[0],
  parts: ApplianceParts,
  { db, clock, keyring, scoringReference, clientCertificate }: Opened,
): Appliance {
  const { config, secrets } = loaded
  const outbound = openOutboundLedger({ db, clock, log: parts.log })
  const { onCall } = outbound
  const ownPorts = new Set([config.port])
  const egress = openEgress(clock, ownPorts)
  const outsideNeeds = { config, secrets, clock, log: parts.log, egress, onCall }
  const outside: Outside = {
    provider: parts.provider ?? createProvider(outsideNeeds),
    scoring: parts.scoring ?? createScoringEngine(outsideNeeds, clientCertificate),
  }
  const { provider, scoring } = parts.wrapOutside?.(outside, onCall) ?? outside
  const webhookTargets = createWebhookTargets(config, egress)
  const webhookSender = createWebhookSender({
    ...webhookTargets,
    timeoutMs: config.webhooks.timeoutMs,
    extraCa: config.webhooks.caFile && readFileSync(config.webhooks.caFile, 'utf8'),
    clock,
  })
  const images = parts.images ?? openImageReader(parts.log)
  let wake = () => {}
  let wakeDeliveries: WakeDeliveries = () => {}
  return {
    config,
    secrets,
    about: aboutOf(loaded, clock.now()),
    clock,
    log: parts.log,
    keyring,
    db,
    files: evidenceFiles(config.dataDir),
    images,
    virusScanner: openVirusScanner(config, clock, parts.log),
    refusals: createRefusalCounter({ db, clock, keyring }),
    auditGuard: createAuditGuard({ clock }, config.auditCopy?.lagStopMs),
    passwords: parts.passwords ?? createPasswords(config.staff.passwordBlocklistFile),
    provider,
    scoring,
    scoringReference,
    ownPorts,
    webhookTargets,
    webhookSender,
    testSlots: createTestSlots(),
    duties: createDutyLog(clock),
    wakeJobs: () => wake(),
    onJobsWaiting: (told) => {
      wake = told
    },
    wakeDeliveries: (webhookIds, lane) => wakeDeliveries(webhookIds, lane),
    onDeliveriesWaiting: (told) => {
      wakeDeliveries = told
    },
    async close() {
      images.close()
      await webhookSender.close()
      await scoring?.close()
      await provider?.close()
      await outbound.close()
      await db.close()
    },
  }
}

function openImageReader(log: Log): ImageReader {
  const onFailure = (reason: string) => log.warn('image_decoder_failed', { reason })
  return createImageReader({ concurrency: imageConcurrency, onFailure })
}

function openVirusScanner(config: Config, clock: Clock, log: Log): VirusScanner {
  const { virusScanner: address, virusScannerDown: whenDown } = config
  if (address === undefined) return noScanner
  return createVirusScanner({ address, whenDown, timeoutMs: scanTimeoutMs, clock, log })
}

function createWebhookTargets(config: Config, egress: Egress): Appliance['webhookTargets'] {
  const { allow, allowLoopback } = config.webhooks
  const policy = createTargetPolicy({ allow, allowLoopback, ...egress })
  return { policy, resolver: egress.resolver }
}

function aboutOf(
  { config, effective = [] }: Parameters<typeof openAppliance>[0],
  startedAt: number,
): About {
  const version = productVersion()
  return { version, startedAt, databaseFile: databaseFile(config), settings: effective }
}

export function databaseFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'svc.db')
}

async function prepareDatabase(
  db: OpenedDb,
  config: Config,
  keyring: Keyring,
  clock: Clock,
): Promise<void> {
  const plan = {
    migrations,
    expectedSchema: readExpectedSchema(),
    backupFolder: join(config.dataDir, 'backups'),
  }
  const version = schemaVersion(db.raw)
  // A database is not touched with the wrong key at hand, nor under a running server of another release.
  if (version > 0) assertMasterKey(await findInstance(db.reader), keyring)
  const isBehind = version < (migrations.at(-1)?.version ?? 0)
  const lock = isBehind ? holdServerLock(serverLockFile(config.dataDir)) : undefined
  try {
    await migrate(db, plan, clock.now())
  } finally {
    lock?.release()
  }
  if (!(await findInstance(db.reader))) await recordInstance(db, keyring, clock)
}

function assertMasterKey(instance: Instance | undefined, keyring: Keyring): void {
  if (!instance || instance.masterKeyId === keyring.masterKeyId) return
  throw new MasterKeyError(
    `the master key has fingerprint ${keyring.masterKeyId}, this database belongs to ${instance.masterKeyId}. Bring back the right key file; nothing can be read without it.`,
  )
}

/** The first start writes down which master key this database belongs to; later ones must bring it. */
async function recordInstance(db: Db, keyring: Keyring, clock: Clock): Promise<void> {
  const nowMs = clock.now()
  const instance = { id: newId('ins', nowMs), masterKeyId: keyring.masterKeyId }
  await inTransaction(db, (trx) => insertInstance(trx, instance, nowMs))
}
