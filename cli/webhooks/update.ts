// `svc webhooks update`: changes a webhook.

import type { Command } from 'commander'
import { webhookJson } from '../../server/api/webhooks/webhook-api.ts'
import { parseWebhookChange, type WebhookRules } from '../../server/api/webhooks/webhook-input.ts'
import { cancelBacklog } from '../../server/deliveries/cancel-backlog.ts'
import { changeWebhook } from '../../server/deliveries/change-webhook.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { inOptions, namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'
import { deliveriesText } from './show-delivery.ts'
import { webhookText } from './show-webhook.ts'
import {
  addWebhookOptions,
  eventsHelp,
  readWebhookOptions,
  type WebhookOptions,
  webhookOptionOfField,
} from './webhook-options.ts'

export function define(command: Command, context: CommandContext): void {
  addWebhookOptions(command, { isNew: false })
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .option('--no-description', 'remove the description')
    .option('--no-client-cert', 'remove the client certificate')
    .option('--active', 'send events to it')
    .addOption(
      command
        .createOption('--inactive', 'stop sending, and cancel waiting deliveries')
        .conflicts('active'),
    )
    .addHelpText(
      'before',
      examples(
        'svc webhooks update wh_01kx… --url https://hooks.bank.example/v2',
        'svc webhooks update wh_01kx… --inactive',
      ),
    )
    .addHelpText('after', `\nEvents:\n${eventsHelp}`)
    .action((id: string, options: WebhookOptions) => update(context, id, options))
}

async function update(context: CommandContext, id: string, options: WebhookOptions): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { clock, webhookTargets } = appliance
  // Checked first, so that an unknown id is reported before other faults.
  await readWebhook(appliance, appliance.db.reader, { id, environment: undefined })
  const rules = { policy: webhookTargets.policy, nowMs: clock.now() }
  const asked = { id, environment: undefined, change: await parse(options, rules) }
  const changed = await changeWebhook(appliance, session.origin, asked).catch((error: unknown) => {
    throw inOptions(webhookOptionOfField, error)
  })
  const { webhook, cancelled } = changed
  if (cancelled > 0) await cancelBacklog(appliance, id)
  const shown = webhookJson(webhook, clock.now())
  io.show(shown, () => webhookText(io.out, shown))
  if (io.isJson || cancelled === 0) return
  const later = commandToCopy(session, `svc webhooks replay ${id} --from … --status cancelled`)
  io.say(`Cancelled ${deliveriesText(cancelled)} that waited. To send them later: ${later}`)
}

/** @throws AppError with every fault; CommandError `usage` without any option */
async function parse(options: WebhookOptions, rules: WebhookRules) {
  if (Object.keys(options).length === 0) {
    const message =
      'Nothing to change. Give one of --url, --events, --description, --active, --inactive, --timestamp-mode or --client-cert.'
    throw new CommandError('usage', message)
  }
  const { fields, faults } = await readWebhookOptions(options)
  // There may be no field left if the only option was a file that cannot be read.
  const isNothingLeft = Object.keys(fields).length === 0
  const read = () => (isNothingLeft ? {} : parseWebhookChange(fields, rules))
  return namingOptions(webhookOptionOfField, read, faults)
}
