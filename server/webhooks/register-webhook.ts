// Registers a webhook endpoint and returns its secret, which is shown only this once (specification
// 4.5).

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { InSameTransaction } from '../db/in-same-transaction.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError, refuseFaults } from '../kernel/app-error.ts'
import type { Environment } from '../kernel/environment.ts'
import { newId } from '../kernel/ids.ts'
import { checkTarget } from './check-target.ts'
import { addressHoldInAudit, type HoldAddress } from './hold-address.ts'
import { generateSecret } from './sign.ts'
import {
  type NewWebhook,
  type OpenedWebhook,
  type Webhook,
  type WebhookWithSecret,
  webhooksMax,
} from './webhook.ts'
import { encryptClientKey, encryptSecrets } from './webhook-secrets.ts'
import { insertWebhook, listAllWebhooks } from './webhook-store.ts'

export type WebhookNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring'>

export type TargetNeeds = Pick<Appliance, 'webhookTargets'>

interface RegisterOptions {
  /**
   * Writes that must commit with the new webhook, such as the saved response of an idempotent
   * request.
   */
  readonly inSameTransaction?: InSameTransaction<WebhookWithSecret>
  /** Decides whether the address needs approval. Absent: it does not. */
  readonly hold?: HoldAddress
}

/**
 * @throws AppError `invalid_webhook_url`; `conflict` when the environment has `webhooksMax`
 * webhooks
 */
export async function registerWebhook(
  needs: WebhookNeeds & TargetNeeds,
  by: AuditOrigin,
  asked: NewWebhook & { readonly environment: Environment },
  { inSameTransaction, hold }: RegisterOptions = {},
): Promise<WebhookWithSecret> {
  await assertTarget(needs, asked.url)
  const wanted = make(asked, needs.clock.now())
  const { id, url, secrets, clientKey } = wanted.webhook
  const encrypted = {
    secrets: encryptSecrets(needs.keyring, id, secrets),
    clientKey: encryptClientKey(needs.keyring, id, clientKey),
  }
  return inTransaction(needs.db, async (trx) => {
    await assertRoom(trx, asked.environment)
    const held = await hold?.(trx, { webhook: wanted.webhook, url, previousUrl: undefined })
    const active = wanted.webhook.active && held !== 'waits'
    const made = { ...wanted, webhook: { ...wanted.webhook, active } }
    await insertWebhook(trx, made.webhook, encrypted)
    const { subject, details } = webhookInAudit(made.webhook)
    await recordAudit(needs, trx, {
      by,
      action: 'webhook.created',
      subject,
      details: { ...details, ...addressHoldInAudit(held) },
    })
    await inSameTransaction?.(trx, made)
    return made
  })
}

/** The subject and details that name a webhook in the audit log. */
export function webhookInAudit({ id, environment }: Pick<Webhook, 'id' | 'environment'>) {
  return { subject: { kind: 'webhook', id }, details: { environment } } as const
}

/**
 * @throws AppError `invalid_webhook_url` where the host of a parsed URL resolves to an address that
 * is not allowed
 */
export async function assertTarget(needs: TargetNeeds, url: string): Promise<void> {
  const faults = await checkTarget(needs.webhookTargets, new URL(url))
  if (faults.length > 0) throw refuseFaults(faults)
}

function make(
  asked: NewWebhook & { readonly environment: Environment },
  nowMs: number,
): WebhookWithSecret & { readonly webhook: OpenedWebhook } {
  const { clientCertificate, ...plain } = asked
  const secret = generateSecret()
  const webhook = {
    ...plain,
    id: newId('wh', nowMs),
    clientCertificate: clientCertificate?.certificate,
    clientKey: clientCertificate?.privateKey,
    secrets: { current: secret, next: undefined },
    version: 1,
    failingSince: undefined,
    createdAt: nowMs,
  }
  return { webhook, secret }
}

async function assertRoom(trx: Trx, environment: Environment): Promise<void> {
  const { length } = await listAllWebhooks(trx, environment)
  if (length < webhooksMax) return
  const message = `There are ${webhooksMax} webhooks in the ${environment} environment, which is as many as it may have. Delete one first.`
  throw new AppError('conflict', message)
}
