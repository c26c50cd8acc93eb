// The demo's webhook receiver: on the same port as before, so that a registered URL keeps working,
// and with the webhooks' secrets once the appliance is open.

import type { Appliance } from '../appliance.ts'
import type { Config } from '../config.ts'
import type { Log } from '../kernel/log.ts'
import type { DemoNotes } from './demo-notes.ts'
import { webhookSecretsAt } from './demo-webhook-secrets.ts'
import type { RecordedDelivery } from './webhook-receiver/delivery.ts'
import type { SecretsFor } from './webhook-receiver/receive.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from './webhook-receiver/receiver.ts'

export interface DemoReceiver extends WebhookReceiver {
  /** From here on the receiver accepts deliveries that this appliance signed. */
  trust(appliance: Pick<Appliance, 'db' | 'keyring' | 'clock'>): void
}

/**
 * Call it before anything else of the demo looks for a free port, which might then be the noted
 * one.
 */
export async function startDemoReceiver(
  { port }: Pick<Config, 'port'>,
  { webhookReceiverPort: noted }: DemoNotes,
  {
    log,
    onDelivery,
  }: { readonly log: Log; readonly onDelivery: (delivery: RecordedDelivery) => void },
): Promise<DemoReceiver> {
  let secretsFor: SecretsFor = () => []
  const receiver = await startAt(noted === port ? undefined : noted, {
    log,
    onDelivery,
    secretsFor: (to) => secretsFor(to),
  })
  return {
    ...receiver,
    trust(appliance) {
      secretsFor = webhookSecretsAt(appliance, receiver.port)
    },
  }
}

/** Listens on the port, or on any free one where it is taken. */
async function startAt(
  port: number | undefined,
  options: WebhookReceiverOptions,
): Promise<WebhookReceiver> {
  if (port === undefined) return startWebhookReceiver(options)
  try {
    return await startWebhookReceiver({ ...options, port })
  } catch {
    return startWebhookReceiver(options)
  }
}
