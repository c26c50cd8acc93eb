// Rotates the secret of a webhook in two phases (rulings 6.8): the new secret is shown at once and
// begins to sign later, so that the receiver can be updated in time.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type InSameTransaction, nothingMore } from '../db/in-same-transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { toIso } from '../kernel/clock.ts'
import { readEncryptedWebhook, type WebhookName } from './read-webhook.ts'
import { type WebhookNeeds, webhookInAudit } from './register-webhook.ts'
import { generateSecret, type SecretState, signingSecrets } from './sign.ts'
import type { WebhookWithSecret } from './webhook.ts'
import { encryptSecrets } from './webhook-secrets.ts'
import { setEncryptedSecrets } from './webhook-store.ts'

interface SecretRotation extends WebhookName {
  /** How long the old secret still signs, in milliseconds; 0 to stop at once. */
  readonly activatesInMs: number
  /** Whether to drop the pending secret of an earlier rotation. */
  readonly replacesPending: boolean
}

/**
 * Where the old secret does not open, the new one signs at once.
 * @throws AppError `not_found`; `conflict` while an earlier rotation is pending, as for API keys,
 * because its secret may already be at the receiver
 */
export function rotateSecret(
  needs: WebhookNeeds,
  by: AuditOrigin,
  rotation: SecretRotation,
  inSameTransaction: InSameTransaction<WebhookWithSecret> = nothingMore,
): Promise<WebhookWithSecret> {
  return inTransaction(needs.db, async (trx) => {
    const { webhook, encrypted } = await readEncryptedWebhook(needs, trx, rotation)
    const { id } = webhook
    const nowMs = needs.clock.now()
    if (!rotation.replacesPending) requireNonePending(webhook.secrets, nowMs)
    const secret = generateSecret()
    const activatesAt = nowMs + rotation.activatesInMs
    const secrets = withNext(webhook.secrets, { secret, activatesAt }, nowMs)
    await setEncryptedSecrets(trx, id, {
      ...encrypted,
      secrets: encryptSecrets(needs.keyring, id, secrets),
    })
    const made = { webhook: { ...webhook, secrets }, secret }
    await recordAudit(needs, trx, {
      by,
      action: 'webhook.secret_rotated',
      ...webhookInAudit(webhook),
    })
    await inSameTransaction(trx, made)
    return made
  })
}

function requireNonePending(secrets: SecretState | undefined, nowMs: number): void {
  const next = secrets?.next
  if (next === undefined || next.activatesAt <= nowMs) return
  const when = toIso(next.activatesAt)
  throw new AppError(
    'conflict',
    `A rotation is pending: its secret signs from ${when}. Wait for that, or send replace_pending true where that secret is lost or known to others.`,
  )
}

/**
 * The secret that signs at this moment goes on until `next` takes over. A rotation whose time has
 * passed counts as completed.
 */
function withNext(
  secrets: SecretState | undefined,
  next: NonNullable<SecretState['next']>,
  nowMs: number,
): SecretState {
  if (secrets === undefined || next.activatesAt <= nowMs)
    return { current: next.secret, next: undefined }
  return { current: signingSecrets(secrets, nowMs).signing, next }
}
