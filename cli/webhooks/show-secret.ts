// Shows a webhook's new secret for the only time.

import type { WebhookWithSecret } from '../../server/webhooks/register-webhook.ts'
import { webhookWithSecretJson } from '../../server/webhooks/webhook-json.ts'
import type { Io } from '../io.ts'

/** The secret alone is data, so that a script can take it; what there is to say of it is talk. */
export function showSecret(io: Io, made: WebhookWithSecret, nowMs: number): void {
  const { id, environment, url } = made.webhook
  if (!io.isJson) io.say(`${id}, ${environment}: ${url}`)
  io.show(webhookWithSecretJson(made, nowMs), () => `${made.secret}\n`)
  if (!io.isJson) io.say('Store the secret now: it will not be shown again.')
}
