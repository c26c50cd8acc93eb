// Builds components of the appliance that need more than one line.

import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { OpenedDatabase } from './db/open-database.ts'
import type { LinkNeeds, ListeningLink } from './db/postgres/notice-link.ts'
import type { DeliveryPriority } from './deliveries/delivery.ts'
import { createWebhookSender, type WebhookSender } from './deliveries/sender.ts'
import type { Egress } from './egress/guard-service.ts'
import type { OnCall } from './egress/outbound.ts'
import type { HostResolver } from './egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from './egress/target-policy.ts'
import type { FaceComparer } from './faces/face-comparer.ts'
import { openFaceComparer } from './faces/open-face-comparer.ts'
import { createImageReader, type ImageReader } from './images/admission/inspect-image.ts'
import { createVirusScanner, noScanner, type VirusScanner } from './images/admission/scan-image.ts'
import type { Clock } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import type { Notices, Topic } from './kernel/notices.ts'
import type { MrzReader } from './mrz/mrz-reading.ts'
import { openMrzReader } from './mrz/open-mrz-reader.ts'
import { type AuditGuard, createAuditGuard } from './operations/second-systems/audit-guard.ts'
import { createDiskGuard, type DiskGuard } from './operations/status/disk-guard.ts'
import type { IdentityProvider } from './providers/provider.ts'
import { createProvider } from './providers/provider-registry.ts'
import { createScoringEngine } from './scoring/create-scoring-engine.ts'
import type { ScoringEngine } from './scoring/engine.ts'
import type { TlsMaterial } from './settings/tls-files.ts'

/** Images decoded at the same time, each in its own process. */
const imageConcurrency = 2

/** For one image; clamd needs 100 ms for the largest accepted image. */
const scanTimeoutMs = 10_000

export interface Guards {
  /** Refuses verifications while the copy of the audit log lags too far, if this process copies it. */
  readonly auditGuard: AuditGuard
  /** Refuses verifications while the disk has less room than its reserve, if this process serves. */
  readonly diskGuard: DiskGuard
}

export function createGuards(needs: {
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
}): Guards {
  return {
    auditGuard: createAuditGuard(needs, needs.config.auditCopy.lagStopMs),
    diskGuard: createDiskGuard(needs),
  }
}

/** What reads images; tests can replace them. */
export interface ReaderParts {
  readonly images?: ImageReader
  readonly mrzReader?: MrzReader
  readonly faceComparer?: FaceComparer
}

/** `faceComparer` is undefined unless the settings name a model. */
interface OpenedReaders extends Required<Omit<ReaderParts, 'faceComparer'>> {
  readonly virusScanner: VirusScanner
  readonly faceComparer: FaceComparer | undefined
}

/** Starts no process before the first image. */
export function openReaders(
  parts: ReaderParts,
  {
    config,
    clock,
    log,
  }: { readonly config: ReaderSettings; readonly clock: Clock; readonly log: Log },
): OpenedReaders {
  return {
    images: parts.images ?? openImageReader(log),
    mrzReader: parts.mrzReader ?? openDocumentReader(clock),
    faceComparer: parts.faceComparer ?? (config.faces && openFaceComparer(config.faces)),
    virusScanner: openVirusScanner(config, clock, log),
  }
}

function openImageReader(log: Log): ImageReader {
  const onFailure = (reason: string) => log.warn('image_decoder_failed', { reason })
  return createImageReader({ concurrency: imageConcurrency, onFailure })
}

function openDocumentReader(clock: Clock): MrzReader {
  return openMrzReader({ today: () => new Date(clock.now()) })
}

type ReaderSettings = Pick<Config, 'virusScanner' | 'virusScannerDown' | 'faces'>

function openVirusScanner(config: ReaderSettings, clock: Clock, log: Log): VirusScanner {
  const { virusScanner: address, virusScannerDown: whenDown } = config
  if (address === undefined) return noScanner
  return createVirusScanner({ address, whenDown, timeoutMs: scanTimeoutMs, clock, log })
}

type ServiceNeeds = Parameters<typeof createProvider>[0] & Parameters<typeof createScoringEngine>[0]

/** External services that the product calls. */
export interface ExternalServices {
  readonly provider: IdentityProvider | undefined
  readonly scoring: ScoringEngine | undefined
}

/** Services that tests and the demo can replace. */
export interface ServiceParts {
  readonly provider?: IdentityProvider
  readonly scoring?: ScoringEngine
  /** Wraps the external services; closing the wrappers must close the services. */
  readonly wrapServices?: (services: ExternalServices, onCall: OnCall) => ExternalServices
}

/** The services that the product calls, each from the settings unless a part replaces it. */
export function createServices(
  parts: ServiceParts,
  needs: ServiceNeeds,
  clientCertificate: TlsMaterial | undefined,
): ExternalServices {
  const services: ExternalServices = {
    provider: parts.provider ?? createProvider(needs),
    scoring: parts.scoring ?? createScoringEngine(needs, clientCertificate),
  }
  return parts.wrapServices?.(services, needs.onCall) ?? services
}

/** Policy and resolver for webhook addresses. */
export interface WebhookTargets {
  readonly policy: TargetPolicy
  readonly resolver: HostResolver
}

export function createWebhookTargets(config: Config, egress: Egress): WebhookTargets {
  const { allow, allowLoopback } = config.webhooks
  const policy = createTargetPolicy({ allow, allowLoopback, ...egress })
  return { policy, resolver: egress.resolver }
}

export function openWebhookSender(
  { webhooks }: Pick<Config, 'webhooks'>,
  targets: WebhookTargets,
  clock: Clock,
): WebhookSender {
  return createWebhookSender({
    ...targets,
    timeoutMs: webhooks.timeoutMs,
    extraCa: webhooks.caFile && readFileSync(webhooks.caFile, 'utf8'),
    clock,
  })
}

/** Returns undefined with SQLite, whose database has one node. */
export function openNoticeLink(db: OpenedDatabase, needs: LinkNeeds): ListeningLink | undefined {
  return db.dialect === 'postgres' ? db.noticeLink(needs) : undefined
}

export type WakeDeliveries = (webhookIds: readonly string[], priority: DeliveryPriority) => unknown

interface Wakers {
  readonly wakeJobs: () => void
  readonly offerJobs: () => void
  onJobsWaiting(wake: () => unknown): void
  readonly wakeDeliveries: WakeDeliveries
  onDeliveriesWaiting(wake: WakeDeliveries): void
  listenForNotices(): void
}

const topicOf: Readonly<Record<DeliveryPriority, Topic>> = {
  first_attempt: 'first_attempts',
  retry: 'retries',
}

/** The job runner and the dispatcher of every node are woken; the ones that registered last in this process. */
export function createWakers(notices: Notices, link?: ListeningLink): Wakers {
  let endJobs = () => {}
  let endDeliveries = () => {}
  return {
    listenForNotices: () => link?.listen(),
    wakeJobs: () => notices.publish('jobs'),
    offerJobs: () => notices.offer('jobs'),
    onJobsWaiting(wake) {
      endJobs()
      endJobs = notices.subscribe('jobs', () => wake())
    },
    wakeDeliveries: (webhookIds, priority) => notices.publish(topicOf[priority], webhookIds),
    onDeliveriesWaiting(wake) {
      endDeliveries()
      const ends = (['first_attempt', 'retry'] as const).map((priority) =>
        notices.subscribe(topicOf[priority], (webhookIds) => wake(webhookIds, priority)),
      )
      endDeliveries = () => {
        for (const end of ends) end()
      }
    },
  }
}
