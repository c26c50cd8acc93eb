// The parts of the product that send webhooks, for benchmarks: a real database on disk, synced at every commit, the
// real sender and dispatcher, and invented events.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyring } from '../../../server/crypto/keyring.ts'
import { keyPurposes, newPurposeKey } from '../../../server/crypto/purpose-key.ts'
import { storeDataKey } from '../../../server/data-keys/store-data-key.ts'
import { migrate, readExpectedSchema } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { type OpenedDb, openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import type { DeliveryPriority } from '../../../server/deliveries/delivery.ts'
import { Dispatcher } from '../../../server/deliveries/dispatcher.ts'
import { leaseTimeOf } from '../../../server/deliveries/lease-time.ts'
import { publishEvent } from '../../../server/deliveries/publish-event.ts'
import { createWebhookSender, type WebhookSender } from '../../../server/deliveries/sender.ts'
import { ownAddresses } from '../../../server/egress/own-addresses.ts'
import { createHostResolver } from '../../../server/egress/resolve-host.ts'
import { createTargetPolicy } from '../../../server/egress/target-policy.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { encryptSecrets } from '../../../server/webhooks/webhook-secrets.ts'
import { insertWebhook } from '../../../server/webhooks/webhook-store.ts'
import { onlyNode } from '../../../test/support/only-node.ts'
import type { BenchReceiver } from './receiver.ts'

interface BenchAppliance {
  readonly dispatcher: Dispatcher
  /** Webhook endpoint ids, in the order of the paths. */
  readonly webhookIds: readonly string[]
  /** Writes one event and a delivery to each webhook; resolves once they are on disk. */
  publishEvent(number: number): Promise<void>
  /** Writes `count` events, many in parallel. */
  publishMany(count: number): Promise<void>
  hasPending(webhookIds: readonly string[]): boolean
  countDelivered(): number
  /** Aborts attempts in progress and deletes the database. */
  close(): Promise<void>
}

/** As in production. */
const timeoutMs = 10_000
const plan = {
  retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
  maxFailedAttempts: 5,
  deactivateOnGone: false,
  timeoutMs,
}
/** Pads the body to 1 KB, envelope included. */
const padding = 'x'.repeat(870)
const publishedAtOnce = 64
export const benchSecret = 'whsec_abcdefghijklmnopqrstuvwxyz012345'

/** Creates one webhook endpoint per path of the receiver; each receives every event. */
export async function openBenchAppliance(
  receiver: BenchReceiver,
  paths: readonly string[],
): Promise<BenchAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const keyring = openKeyring()
  const db = openDb(join(folder, 'svc.db'))
  const schema = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
  await migrate(db, schema, systemClock.now())
  // As `svc serve` does; without, deliveries would be read after a second sync of each commit.
  db.runInThreads(silentLog)
  const webhookIds = await insertWebhooks(
    db,
    keyring,
    paths.map((path) => receiver.url + path),
  )
  const webhookSender = openSender(receiver)
  const liveNodes = onlyNode('bench')
  const parts = { db, keyring, webhookSender, clock: systemClock, log: silentLog, liveNodes }
  const leaseTime = leaseTimeOf(parts)
  const dispatcher = new Dispatcher({ ...parts, leaseTime, config: { webhooks: plan } })
  const wakeDeliveries = (ids: readonly string[], priority: DeliveryPriority) =>
    dispatcher.wake(ids, priority)
  const pending = db.raw.prepare(
    "select 1 from webhook_deliveries where state = 'pending' and webhook_id = ? limit 1",
  )
  const delivered = db.raw
    .prepare("select count(*) from webhook_deliveries where state = 'delivered'")
    .pluck()
  const publish = (number: number) => publishOne({ ...parts, wakeDeliveries }, number)
  return {
    dispatcher,
    webhookIds,
    publishEvent: publish,
    async publishMany(count) {
      for (let made = 0; made < count; made += publishedAtOnce) {
        const some = Array.from({ length: Math.min(publishedAtOnce, count - made) })
        await Promise.all(some.map((_, index) => publish(made + index)))
      }
    },
    hasPending: (ids) => ids.some((id) => pending.get(id) !== undefined),
    countDelivered: () => Number(delivered.get()),
    async close() {
      await dispatcher.stop(0)
      await webhookSender.close()
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type BenchKeyring = ReturnType<typeof createKeyring>

function openKeyring(): BenchKeyring {
  const keys = keyPurposes.map((purpose) => newPurposeKey(purpose, 0))
  return createKeyring({ masterKeyId: '0000000000000000', keys, nowMs: 0 })
}

async function insertWebhooks(
  db: OpenedDb,
  keyring: BenchKeyring,
  urls: readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const url of urls) {
    const createdAt = systemClock.now()
    const id = newId('wh', createdAt)
    const webhook = {
      id,
      environment: 'live',
      url,
      events: ['verification.completed'],
      description: undefined,
      active: true,
      timestampMode: 'auto',
      clientCertificate: undefined,
      version: 1,
      failingSince: undefined,
      createdAt,
    } as const
    const secrets = encryptSecrets(keyring, id, { current: benchSecret, next: undefined })
    await inTransaction(db, (trx) => insertWebhook(trx, webhook, { secrets, clientKey: undefined }))
    ids.push(id)
  }
  return ids
}

function openSender(receiver: BenchReceiver): WebhookSender {
  const policy = createTargetPolicy({
    allow: [],
    allowLoopback: true,
    ownPorts: new Set(),
    ownAddresses,
  })
  const resolver = createHostResolver({ clock: systemClock })
  return createWebhookSender({
    policy,
    resolver,
    timeoutMs,
    extraCa: receiver.ca,
    clock: systemClock,
  })
}

/** Writes the same rows for webhooks as a completed verification. */
function publishOne(
  needs: Parameters<typeof publishEvent>[0] & {
    readonly db: OpenedDb
    readonly keyring: BenchKeyring
  },
  number: number,
): Promise<void> {
  const subjectId = newId('ver', systemClock.now())
  const dataKey = needs.keyring.createDataKey()
  const payload = { number, padding }
  const event = { environment: 'live', type: 'verification.completed' } as const
  return inTransaction(needs.db, async (trx) => {
    await storeDataKey(needs, trx, subjectId, dataKey)
    await publishEvent(needs, trx, { ...event, subjectId, dataKey, payload })
  })
}
