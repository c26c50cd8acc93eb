// `svc webhooks delete`: deletes a webhook and cancels its waiting deliveries.

import type { Command } from 'commander'
import { cancelBacklog } from '../../server/deliveries/cancel-backlog.ts'
import { deleteWebhook } from '../../server/deliveries/delete-webhook.ts'
import { countPending } from '../../server/deliveries/delivery-view.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { deliveriesText } from './show-delivery.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples('svc webhooks delete wh_01kx…', 'svc webhooks delete wh_01kx… --yes'),
    )
    .action((id: string, options: YesOption) => remove(context, id, options))
}

async function remove(context: CommandContext, id: string, options: YesOption): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { reader } = appliance.db
  const name = { id, environment: undefined }
  const { environment, url } = await readWebhook(appliance, reader, name)
  const pending = await countPending(reader, id)
  const loss =
    pending === 0 ? 'No deliveries are waiting' : `${deliveriesText(pending)} will not be sent`
  await io.confirm(`Delete ${id} (${environment}, ${new URL(url).host})? ${loss}.`, options)
  const cancelled = await deleteWebhook(appliance, session.origin, name)
  await cancelBacklog(appliance, id)
  const lost = cancelled === 0 ? '' : ` Cancelled: ${deliveriesText(cancelled)}.`
  io.report(
    { id, deleted: true, cancelled_deliveries: cancelled },
    `Deleted ${id} and its secret.${lost}`,
    `Its deliveries can still be read: ${commandToCopy(session, `svc webhooks deliveries ${id}`)}`,
  )
}
