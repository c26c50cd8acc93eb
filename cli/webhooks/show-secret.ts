// Shows a new webhook secret, which cannot be shown again.

import { webhookWithSecretJson } from '../../server/api/webhooks/webhook-api.ts'
import type { WebhookWithSecret } from '../../server/webhooks/webhook.ts'
import type { Io } from '../io.ts'

/** Only the secret goes to stdout, for scripts; the rest are messages. */
export function showSecret(io: Io, made: WebhookWithSecret, nowMs: number): void {
  const { id, environment, url } = made.webhook
  if (!io.isJson) io.say(`${id}, ${environment}: ${url}`)
  io.show(webhookWithSecretJson(made, nowMs), () => `${made.secret}\n`)
  if (!io.isJson) io.say('Store the secret now: it will not be shown again.')
}
