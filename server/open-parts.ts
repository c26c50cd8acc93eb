// Builds components of the appliance that need more than one line.

import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { DeliveryPriority } from './deliveries/delivery.ts'
import { createWebhookSender, type WebhookSender } from './deliveries/sender.ts'
import type { Egress } from './egress/guard-service.ts'
import type { HostResolver } from './egress/resolve-host.ts'
import { createTargetPolicy, type TargetPolicy } from './egress/target-policy.ts'
import { createImageReader, type ImageReader } from './images/inspect-image.ts'
import { createVirusScanner, noScanner, type VirusScanner } from './images/scan-image.ts'
import type { Clock } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
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

export type WakeDeliveries = (webhookIds: readonly string[], priority: DeliveryPriority) => void

interface Wakers {
  readonly wakeJobs: () => void
  onJobsWaiting(wake: () => void): void
  readonly wakeDeliveries: WakeDeliveries
  onDeliveriesWaiting(wake: WakeDeliveries): void
}

/** Wakers that do nothing until the job runner and the dispatcher have registered. */
export function createWakers(): Wakers {
  let wakeJobs = () => {}
  let wakeDeliveries: WakeDeliveries = () => {}
  return {
    wakeJobs: () => wakeJobs(),
    onJobsWaiting: (registered) => {
      wakeJobs = registered
    },
    wakeDeliveries: (webhookIds, priority) => wakeDeliveries(webhookIds, priority),
    onDeliveriesWaiting: (registered) => {
      wakeDeliveries = registered
    },
  }
}
