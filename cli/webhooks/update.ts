// `svc webhooks update`

import type { Command } from 'commander'
import { cancelBacklog } from '../../server/webhooks/cancel-backlog.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import { changeWebhook } from '../../server/webhooks/update-webhook.ts'
import { parseWebhookChange, type WebhookRules } from '../../server/webhooks/webhook-input.ts'
import { webhookJson } from '../../server/webhooks/webhook-json.ts'
import { CommandError } from '../command-error.ts'
import type { Context } from '../context.ts'
import { inOptions, namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'
import { samePlace } from '../same-place.ts'
import { deliveriesText } from './show-delivery.ts'
import { webhookText } from './show-webhook.ts'
import {
  addWebhookOptions,
  eventsHelp,
  optionOfField,
  readWebhookOptions,
  type WebhookOptions,
} from './webhook-options.ts'

export function define(command: Command, context: Context): void {
  addWebhookOptions(command, { isNew: false })
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .option('--no-description', 'go without one')
    .option('--no-client-cert', 'show none from here on')
    .option('--active', 'send to it')
    .addOption(
      command
        .createOption('--inactive', 'send nothing more, also of what waits')
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

async function update(context: Context, id: string, options: WebhookOptions): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { clock, webhookTargets } = appliance
  // First, so that who names one that is not there hears that, and not what else is wrong.
  await readWebhook(appliance, appliance.db.reader, { id, environment: undefined })
  const rules = { policy: webhookTargets.policy, nowMs: clock.now() }
  const asked = { id, environment: undefined, change: await parse(options, rules) }
  const changed = await changeWebhook(appliance, session.origin, asked).catch((error: unknown) => {
    throw inOptions(optionOfField, error)
  })
  const { webhook, cancelled } = changed
  if (cancelled > 0) await cancelBacklog(appliance, id)
  const shown = webhookJson(webhook, clock.now())
  io.show(shown, () => webhookText(io.out, shown))
  if (io.isJson || cancelled === 0) return
  const later = samePlace(session, `svc webhooks replay ${id} --from … --status cancelled`)
  io.say(`Called off ${deliveriesText(cancelled)} that waited. To send them later: ${later}`)
}

/** @throws AppError with every fault; CommandError `usage` where nothing is asked for */
async function parse(options: WebhookOptions, rules: WebhookRules) {
  if (Object.keys(options).length === 0) {
    const message =
      'Nothing is to be changed. Say what: --url, --events, --description, --active, --inactive, --timestamp-mode or --client-cert.'
    throw new CommandError('usage', message)
  }
  const { fields, faults } = await readWebhookOptions(options)
  // A file that could not be read may have been all that was to change.
  const isNothingLeft = Object.keys(fields).length === 0
  const read = () => (isNothingLeft ? {} : parseWebhookChange(fields, rules))
  return namingOptions(optionOfField, read, faults)
}
