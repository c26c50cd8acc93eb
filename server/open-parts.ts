// Builds components of the appliance that need more than one line.

import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { OpenedDatabase } from './db/open-database.ts'
import type { LinkNeeds, ListeningLink } from './db/postgres/notice-link.ts'
import type { DeliveryPriority } from './deliveries/delivery.ts'
import { createWebhookSender, type WebhookSender } from './deliveries/sender.ts'
import type { Egress } from './egress/guard-service.ts'
import type { HostResolver } from './egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from './egress/target-policy.ts'
import { createImageReader, type ImageReader } from './images/inspect-image.ts'
import { createVirusScanner, noScanner, type VirusScanner } from './images/scan-image.ts'
import type { Clock } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import type { Notices, Topic } from './kernel/notices.ts'
import { type AuditGuard, createAuditGuard } from './operations/audit-guard.ts'
import { createDiskGuard, type DiskGuard } from './operations/disk-guard.ts'

/** Images decoded at the same time, each in its own process. */
const imageConcurrency = 2

/** For one image; clamd needs 100 ms for the largest accepted image. */
const scanTimeoutMs = 10_000

export function createGuards(needs: {
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
}): { readonly auditGuard: AuditGuard; readonly diskGuard: DiskGuard } {
  return {
    auditGuard: createAuditGuard(needs, needs.config.auditCopy.lagStopMs),
    diskGuard: createDiskGuard(needs),
  }
}

export function openImageReader(log: Log): ImageReader {
  const onFailure = (reason: string) => log.warn('image_decoder_failed', { reason })
  return createImageReader({ concurrency: imageConcurrency, onFailure })
}

export function openVirusScanner(config: Config, clock: Clock, log: Log): VirusScanner {
  const { virusScanner: address, virusScannerDown: whenDown } = config
  if (address === undefined) return noScanner
  return createVirusScanner({ address, whenDown, timeoutMs: scanTimeoutMs, clock, log })
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

export type WakeDeliveries = (webhookIds: readonly string[], priority: DeliveryPriority) => void

interface Wakers {
  readonly wakeJobs: () => void
  onJobsWaiting(wake: () => void): void
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
