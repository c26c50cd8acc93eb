// The composition root: builds every component of the product once and returns them as one value.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type About, openAbout } from './about.ts'
import { forgetResponses } from './api/idempotency/forget-responses.ts'
import { createRefusalCounter, type RefusalCounter } from './audit/refusals.ts'
import { openInstallationImages } from './backup/open-installation-images.ts'
import type { Config, LoadedSettings, Secrets } from './config.ts'
import type { Keyring } from './crypto/keyring.ts'
import { MasterKeyError } from './crypto/master-key.ts'
import { readOfferedKeys } from './crypto/master-key-source.ts'
import { type KeyHolder, openKeyHolder } from './data-keys/key-holder.ts'
import { type DatabasePlace, type OpenedDatabase, openDatabase } from './db/open-database.ts'
import { databaseAddressOf } from './db/postgres/database-address.ts'
import type { Db } from './db/transaction.ts'
import type { LeaseNodes } from './deliveries/lease-nodes.ts'
import type { WebhookSender } from './deliveries/sender.ts'
import { createTestSlots, type TestSlots } from './deliveries/test-slots.ts'
import type { Directory } from './directory/directory.ts'
import { createDirectory } from './directory/open-directory.ts'
import { type Egress, openEgress } from './egress/guard-service.ts'
import { meterCalls } from './egress/meter-calls.ts'
import { openOutboundLedger } from './egress/record-outbound.ts'
import type { FaceComparer } from './faces/face-comparer.ts'
import type { ImageReader } from './images/admission/inspect-image.ts'
import type { VirusScanner } from './images/admission/scan-image.ts'
import type { ImageFiles } from './images/storage/image-files.ts'
import type { ImageStore } from './images/storage/open-image-files.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { createForwardedCounter, type ForwardedCounter } from './kernel/forwarded-counts.ts'
import type { Log } from './kernel/log.ts'
import { createMetricsRelay, type MetricsRelay } from './kernel/metrics.ts'
import { createNotices, type NoticeLink } from './kernel/notices.ts'
import type { MrzReader } from './mrz/mrz-reading.ts'
import { OwnNode } from './nodes/own-node.ts'
import {
  createGuards,
  createServices,
  createWakers,
  createWebhookTargets,
  type Guards,
  openNoticeLink,
  openReaders,
  openWebhookSender,
  type ReaderParts,
  type ServiceParts,
  type WakeDeliveries,
  type WebhookTargets,
} from './open-parts.ts'
import { createKeySource, type KeySource } from './operations/encryption-keys/key-source.ts'
import { createTaskLog, type TaskLog } from './operations/task-log.ts'
import { prepareDatabase } from './prepare-database.ts'
import { productVersion } from './product-version.ts'
import type { IdentityProvider } from './providers/provider.ts'
import type { ProviderKind } from './providers/provider-kind.ts'
import { providerKinds } from './providers/provider-registry.ts'
import { openResponseClock, type ResponseClock } from './response-clock.ts'
import { type EnterReviewQueue, enterQueue } from './reviews/enter-queue.ts'
import { readScoringCertificate } from './scoring/create-scoring-engine.ts'
import type { ScoringEngine } from './scoring/engine.ts'
import { readScoringReference } from './scoring/read-reference.ts'
import type { ScoringReference } from './scoring/scoring-reference.ts'
import type { TlsMaterial } from './settings/tls-files.ts'
import { createPasswords, type Passwords } from './users/passwords/passwords.ts'

export interface Appliance extends ResponseClock, Guards {
  readonly config: Config
  readonly secrets: Secrets
  readonly about: About
  readonly clock: Clock
  readonly log: Log
  readonly keyring: Keyring
  /** Keeps `keyring` in step with changes that another process makes. */
  readonly keyHolder: KeyHolder
  /** Whether the source of the master key still gives it. */
  readonly keySource: KeySource
  readonly db: Db
  /** This process among the servers that work on the database; it joins them when it serves. */
  readonly node: OwnNode
  /** The nodes that share what only one may do. */
  readonly liveNodes: LeaseNodes
  readonly files: ImageFiles
  /** The bucket of the images; undefined if they are in a folder. */
  readonly imageStore: ImageStore | undefined
  readonly images: ImageReader
  readonly virusScanner: VirusScanner
  /** Reads the machine-readable zones of documents. */
  readonly mrzReader: MrzReader
  /** Compares portrait and selfie by the bank's own face model; undefined if the settings name none. */
  readonly faceComparer: FaceComparer | undefined
  readonly passwords: Passwords
  /** Counts of refused requests that are not in the audit log yet. */
  readonly refusals: RefusalCounter
  /** Counts the requests that this process answers, by whether a proxy forwarded them. */
  readonly forwardedCounter: ForwardedCounter
  /** Counts nothing until a server attaches where to. */
  readonly metrics: MetricsRelay
  /** The providers that settings can choose and stored answers can come from. */
  readonly providerKinds: readonly ProviderKind[]
  /** undefined if the settings choose none; live verifications are then refused. */
  readonly provider: IdentityProvider | undefined
  /** undefined if no engine is set; scoring is then skipped as unavailable. */
  readonly scoring: ScoringEngine | undefined
  readonly scoringReference: ScoringReference
  /** The bank's directory; undefined if none is set. */
  readonly directory: Directory | undefined
  /** Wakes the job runner; does nothing if none is running. */
  readonly wakeJobs: () => void
  /** Wakes the job runners of the other nodes: this one has more than it can run. */
  readonly offerJobs: () => void
  /** Registers the job runner's function to be called by `wakeJobs`; it returns whether no other node has to look. */
  onJobsWaiting(wake: () => unknown): void
  /** Ports that this process listens on; webhooks are never sent there. */
  readonly ownPorts: Set<number>
  /** What every guarded outgoing call needs. */
  readonly egress: Egress
  readonly webhookTargets: WebhookTargets
  readonly webhookSender: WebhookSender
  /** Limits the webhook tests that run at the same time. */
  readonly testSlots: TestSlots
  /** Wakes the dispatcher for webhooks with new deliveries. */
  readonly wakeDeliveries: WakeDeliveries
  /** Registers the dispatcher's function to be called by `wakeDeliveries`. */
  onDeliveriesWaiting(wake: WakeDeliveries): void
  /** From now on notices of other nodes wake this one, and those of this one wake others. For a server. */
  listenForNotices(): void
  /** Opens a review if a verification needs one; verifications cannot import reviews, which build on them. */
  readonly enterReviewQueue: EnterReviewQueue
  /** Deletes the stored responses that name one of these verifications, for an erasure. Returns how many. */
  readonly forgetResponses: (verificationIds: ReadonlySet<string>) => Promise<number>
  /** Results of the scheduled tasks, if this process runs them. */
  readonly scheduledTasks: TaskLog
  close(): Promise<void>
}

/** Components that tests and the demo can replace. */
export interface ApplianceParts extends ServiceParts, ReaderParts {
  readonly clock?: Clock
  readonly log: Log
  /** Whether migrations run as the owner of the tables (SVC_DATABASE_OWNER_URL), as svc init and svc migrate do. */
  readonly migratesAsOwner?: boolean
  readonly providerKinds?: readonly ProviderKind[]
  /** Default: this process is the only node. */
  readonly liveNodes?: LeaseNodes
  /** Carries notices to other nodes. Default: over PostgreSQL; with SQLite there are none. */
  readonly noticeLink?: NoticeLink
  /** Replaces the one that reads the lists of refused passwords. */
  readonly passwords?: Passwords
}

/** @throws MasterKeyError, MigrationError, ServerLockedError, each with a message that says what to do */
export async function openAppliance(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'> & Partial<Pick<LoadedSettings, 'effective'>>,
  parts: ApplianceParts,
): Promise<Appliance> {
  const { config } = loaded
  const clock = parts.clock ?? systemClock
  const scoringReference = readScoringReference()
  const clientCertificate = await readScoringCertificate(config.scoring)
  const offered = await readOfferedKeys(config)
  // Nothing is created for a mistyped path of the key.
  if (offered.keys.length === 0) throw new MasterKeyError(offered.faults.join(' '))
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(databasePlace(loaded, parts))
  try {
    const contracts = parts.migratesAsOwner
    await prepareDatabase({ db, config, clock, log: parts.log, contracts }, offered)
    const keyHolder = await openKeyHolder({ db, clock, log: parts.log, settings: config }, offered)
    return assemble(loaded, parts, { db, clock, keyHolder, scoringReference, clientCertificate })
  } catch (error) {
    await db.close()
    throw error
  }
}

interface Opened extends Pick<Appliance, 'clock' | 'keyHolder' | 'scoringReference'> {
  readonly db: OpenedDatabase
  /** Client certificate for the scoring engine. */
  readonly clientCertificate: TlsMaterial | undefined
}

/** Builds the components on top of the database. @throws Error if a file that a setting names is unusable */
function assemble(
  loaded: Parameters<typeof openAppliance>[0],
  parts: ApplianceParts,
  { db, clock, keyHolder, scoringReference, clientCertificate }: Opened,
): Appliance {
  const { config, secrets } = loaded
  const { keyring } = keyHolder
  const node = new OwnNode({ db, clock, log: parts.log, version: productVersion(), keyHolder })
  const link = openNoticeLink(db, { clock, log: parts.log, nodeId: node.id })
  const outbound = openOutboundLedger({ db, clock, log: parts.log })
  const metrics = createMetricsRelay()
  const onCall = meterCalls(metrics, clock, outbound.onCall)
  const ownPorts = new Set([config.port])
  const egress = openEgress(clock, ownPorts)
  const kinds = parts.providerKinds ?? providerKinds
  const common = { config, secrets, clock, log: parts.log }
  const serviceNeeds = { ...common, egress, onCall, providerKinds: kinds }
  const { provider, scoring } = createServices(parts, serviceNeeds, clientCertificate)
  const directory = createDirectory(serviceNeeds)
  const webhookTargets = createWebhookTargets(config, egress)
  const webhookSender = openWebhookSender(config, webhookTargets, clock)
  const readers = openReaders(parts, common)
  const place = openInstallationImages({ ...serviceNeeds, metrics, nodeId: node.id, ownPorts, db })
  return {
    config,
    secrets,
    about: openAbout(loaded.effective, databaseFile(config), clock.now()),
    clock,
    log: parts.log,
    keyring,
    keyHolder,
    keySource: createKeySource({ config, clock, log: parts.log, keyHolder }),
    db,
    node,
    liveNodes: parts.liveNodes ?? node,
    files: place.files,
    imageStore: place.store,
    ...readers,
    refusals: createRefusalCounter({ db, clock, keyring }),
    ...createGuards(serviceNeeds),
    forwardedCounter: createForwardedCounter(),
    metrics,
    passwords: parts.passwords ?? createPasswords(config.users.passwordBlocklistFile),
    providerKinds: kinds,
    provider,
    scoring,
    scoringReference,
    directory,
    ownPorts,
    egress,
    webhookTargets,
    webhookSender,
    testSlots: createTestSlots(),
    enterReviewQueue: (trx, verification, known) =>
      enterQueue({ clock, keyring, config }, trx, verification, known),
    ...openResponseClock({ clock, config }),
    forgetResponses: (verificationIds) => forgetResponses({ db, keyring }, verificationIds),
    scheduledTasks: createTaskLog(clock),
    ...createWakers(createNotices(parts.noticeLink ?? link), link),
    close: () =>
      closeAll(
        [readers.images, readers.mrzReader, readers.faceComparer],
        [link, webhookSender, place, scoring, directory, provider, outbound, db],
      ),
  }
}

/** In this order: what calls before what is called, the database last. */
async function closeAll(
  readers: readonly ({ close(): void } | undefined)[],
  parts: readonly ({ close(): Promise<void> } | undefined)[],
): Promise<void> {
  for (const reader of readers) reader?.close()
  for (const part of parts) await part?.close()
}

/** Returns which database the settings name. */
export function databasePlace(
  { config, secrets }: Pick<LoadedSettings, 'config' | 'secrets'>,
  { migratesAsOwner = false }: Pick<ApplianceParts, 'migratesAsOwner'> = {},
): DatabasePlace {
  const { databaseUrl, databaseOwnerUrl } = secrets
  const file = databaseFile(config)
  if (databaseUrl === undefined) return { file, postgres: undefined }
  const owner = migratesAsOwner ? databaseOwnerUrl : undefined
  return {
    file,
    postgres: {
      address: databaseAddressOf(databaseUrl),
      owner: owner === undefined ? undefined : databaseAddressOf(owner),
      ...config.database,
    },
  }
}

/** The file of a SQLite database. */
export function databaseFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'svc.db')
}
