// Gives a webhook another secret, in two phases (rulings 6.8): it is shown at once and begins to sign
// later, so that the receiver can learn it in time.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Alongside, nothingAlongside } from '../db/alongside.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { toIso } from '../kernel/clock.ts'
import { readSealedWebhook, type WebhookName } from './read-webhook.ts'
import { namedBy, type WebhookNeeds, type WebhookWithSecret } from './register-webhook.ts'
import { generateSecret, type SecretState, signingSecrets } from './sign.ts'
import { sealSecrets } from './webhook-secrets.ts'
import { setSealedSecrets } from './webhook-store.ts'

export interface SecretRotation extends WebhookName {
  /** How long the old secret still signs; 0 ends it at once. */
  readonly activatesInMs: number
  /** A secret that still waits from an earlier rotation is given up for this one. */
  readonly replacesPending: boolean
}

/**
 * Where the old secret does not open, there is nothing else to sign with, and the new one does at once.
 * @throws AppError `not_found`; `conflict` while an earlier rotation waits, as for keys: whoever asked for
 * it has given its secret to a receiver
 */
export function rotateSecret(
  needs: WebhookNeeds,
  by: AuditOrigin,
  rotation: SecretRotation,
  alongside: Alongside<WebhookWithSecret> = nothingAlongside,
): Promise<WebhookWithSecret> {
  return inTransaction(needs.db, async (trx) => {
    const { webhook, sealed } = await readSealedWebhook(needs, trx, rotation)
    const { id } = webhook
    const nowMs = needs.clock.now()
    if (!rotation.replacesPending) requireNonePending(webhook.secrets, nowMs)
    const secret = generateSecret()
    const activatesAt = nowMs + rotation.activatesInMs
    const secrets = withNext(webhook.secrets, { secret, activatesAt }, nowMs)
    await setSealedSecrets(trx, id, { ...sealed, secrets: sealSecrets(needs.keyring, id, secrets) })
    const made = { webhook: { ...webhook, secrets }, secret }
    await recordAudit(needs, trx, { by, action: 'webhook.secret_rotated', ...namedBy(webhook) })
    await alongside(trx, made)
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

/** The one that signs at this moment goes on until `next` does; a rotation whose time has come is over. */
function withNext(
  secrets: SecretState | undefined,
  next: NonNullable<SecretState['next']>,
  nowMs: number,
): SecretState {
  if (secrets === undefined || next.activatesAt <= nowMs)
    return { current: next.secret, next: undefined }
  return { current: signingSecrets(secrets, nowMs).signing, next }
}
