// The composition root: builds every component of the product once and returns them as one value.

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
import { type Db, inTransaction, type Trx } from './db/transaction.ts'
import type { DeliveryPriority } from './deliveries/delivery.ts'
import { createWebhookSender, type WebhookSender } from './deliveries/sender.ts'
import { createTestSlots, type TestSlots } from './deliveries/test-slots.ts'
import { type Egress, openEgress } from './egress/guard-service.ts'
import type { OnCall } from './egress/outbound.ts'
import { openOutboundLedger } from './egress/record-outbound.ts'
import type { HostResolver } from './egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from './egress/target-policy.ts'
import { type ImageFiles, imageFiles } from './images/image-files.ts'
import { createImageReader, type ImageReader } from './images/inspect-image.ts'
import { createVirusScanner, noScanner, type VirusScanner } from './images/scan-image.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { newId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import { type AuditGuard, createAuditGuard } from './operations/audit-guard.ts'
import { createTaskLog, type TaskLog } from './operations/task-log.ts'
import { productVersion } from './product-version.ts'
import type { IdentityProvider } from './providers/provider.ts'
import { createProvider } from './providers/provider-registry.ts'
import { enterQueue } from './reviews/enter-queue.ts'
import { createScoringEngine, readScoringCertificate } from './scoring/create-scoring-engine.ts'
import type { ScoringEngine } from './scoring/engine.ts'
import { readScoringReference } from './scoring/read-reference.ts'
import type { ScoringReference } from './scoring/scoring-reference.ts'
import type { EffectiveSetting } from './settings/setting-values.ts'
import type { TlsMaterial } from './settings/tls-files.ts'
import { createPasswords, type Passwords } from './users/passwords.ts'
import type { Verification } from './verifications/verification.ts'

export interface Appliance {
  readonly config: Config
  readonly secrets: Secrets
  readonly about: About
  readonly clock: Clock
  readonly log: Log
  readonly keyring: Keyring
  readonly db: Db
  readonly files: ImageFiles
  readonly images: ImageReader
  readonly virusScanner: VirusScanner
  readonly passwords: Passwords
  /** Counts of refused requests that are not in the audit log yet. */
  readonly refusals: RefusalCounter
  /** Refuses verifications while the copy of the audit log lags too far, if this process copies it. */
  readonly auditGuard: AuditGuard
  /** undefined if no partner account is set; live verifications are then refused. */
  readonly provider: IdentityProvider | undefined
  /** undefined if no engine is set; scoring is then skipped as unavailable. */
  readonly scoring: ScoringEngine | undefined
  readonly scoringReference: ScoringReference
  /** Wakes the job runner; does nothing if none is running. */
  readonly wakeJobs: () => void
  /** Registers the job runner's function to be called by `wakeJobs`. */
  onJobsWaiting(wake: () => void): void
  /** Ports that this process listens on; webhooks are never sent there. */
  readonly ownPorts: Set<number>
  /** Policy and resolver for webhook addresses. */
  readonly webhookTargets: { readonly policy: TargetPolicy; readonly resolver: HostResolver }
  readonly webhookSender: WebhookSender
  /** Limits the webhook tests that run at the same time. */
  readonly testSlots: TestSlots
  /** Wakes the dispatcher for webhooks with new deliveries. */
  readonly wakeDeliveries: WakeDeliveries
  /** Registers the dispatcher's function to be called by `wakeDeliveries`. */
  onDeliveriesWaiting(wake: WakeDeliveries): void
  /** Opens a review if a verification needs one; verifications cannot import reviews, which build on them. */
  readonly enterReviewQueue: (trx: Trx, verification: Verification) => Promise<void>
  /** Results of the scheduled tasks, if this process runs them. */
  readonly scheduledTasks: TaskLog
  close(): Promise<void>
}

/** Facts about this process for operators. */
export interface About {
  readonly version: string
  readonly startedAt: number
  readonly databaseFile: string
  /** Secrets are masked; empty if the settings were not loaded with their origins. */
  readonly settings: readonly EffectiveSetting[]
}

type WakeDeliveries = (webhookIds: readonly string[], priority: DeliveryPriority) => void

/** Components that tests and the demo can replace. */
export interface ApplianceParts {
  readonly clock?: Clock
  readonly log: Log
  readonly provider?: IdentityProvider
  readonly scoring?: ScoringEngine
  readonly images?: ImageReader
  /** Replaces the one that reads the lists of refused passwords. */
  readonly passwords?: Passwords
  /** Wraps the external services; closing the wrappers must close the services. */
  readonly wrapServices?: (services: ExternalServices, onCall: OnCall) => ExternalServices
}

/** External services that the product calls. */
export type ExternalServices = Pick<Appliance, 'provider' | 'scoring'>

/** Images decoded at the same time, each in its own process. */
const imageConcurrency = 2

/** For one image; clamd needs 100 ms for the largest accepted image. */
const scanTimeoutMs = 10_000

/** @throws MasterKeyError, MigrationError, ServerLockedError, each with a message that says what to do */
export async function openAppliance(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'> & Partial<Pick<LoadedSettings, 'effective'>>,
  parts: ApplianceParts,
): Promise<Appliance> {
  const { config } = loaded
  const clock = parts.clock ?? systemClock
  const scoringReference = readScoringReference()
  const clientCertificate = await readScoringCertificate(config.scoring)
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
  /** Client certificate for the scoring engine. */
  readonly clientCertificate: TlsMaterial | undefined
}

/** Builds the components on top of the database. @throws Error if a file that a setting names is unusable */
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
  const serviceNeeds = { config, secrets, clock, log: parts.log, egress, onCall }
  const services: ExternalServices = {
    provider: parts.provider ?? createProvider(serviceNeeds),
    scoring: parts.scoring ?? createScoringEngine(serviceNeeds, clientCertificate),
  }
  const { provider, scoring } = parts.wrapServices?.(services, onCall) ?? services
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
    files: imageFiles(config.dataDir),
    images,
    virusScanner: openVirusScanner(config, clock, parts.log),
    refusals: createRefusalCounter({ db, clock, keyring }),
    auditGuard: createAuditGuard({ clock }, config.auditCopy?.lagStopMs),
    passwords: parts.passwords ?? createPasswords(config.users.passwordBlocklistFile),
    provider,
    scoring,
    scoringReference,
    ownPorts,
    webhookTargets,
    webhookSender,
    testSlots: createTestSlots(),
    enterReviewQueue: (trx, verification) =>
      enterQueue({ clock, keyring, config }, trx, verification),
    scheduledTasks: createTaskLog(clock),
    wakeJobs: () => wake(),
    onJobsWaiting: (registered) => {
      wake = registered
    },
    wakeDeliveries: (webhookIds, priority) => wakeDeliveries(webhookIds, priority),
    onDeliveriesWaiting: (registered) => {
      wakeDeliveries = registered
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
  // Never migrate with the wrong master key or while a server of another release is running.
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
    `the master key has fingerprint ${keyring.masterKeyId}, but this database belongs to ${instance.masterKeyId}. Restore the right key file; without it nothing can be decrypted.`,
  )
}

/** At the first start, records the master key that the database belongs to. */
async function recordInstance(db: Db, keyring: Keyring, clock: Clock): Promise<void> {
  const nowMs = clock.now()
  const instance = { id: newId('ins', nowMs), masterKeyId: keyring.masterKeyId }
  await inTransaction(db, (trx) => insertInstance(trx, instance, nowMs))
}
