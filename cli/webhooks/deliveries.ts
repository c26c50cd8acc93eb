// `svc webhooks deliveries`: lists the deliveries of a webhook, or shows one with its attempts.

import type { Command } from 'commander'
import {
  type DeliveryJson,
  deliveryDetailJson,
  deliveryJson,
  parseDeliveryFilter,
} from '../../server/api/webhooks/delivery-api.ts'
import { deliveryStates } from '../../server/deliveries/delivery.ts'
import { listAttempts, listDeliveries } from '../../server/deliveries/delivery-view.ts'
import { requireDelivery, requireWebhook } from '../../server/deliveries/replay-delivery.ts'
import { decodeCursor, pageLimitDefault, pageLimitMax, toPage } from '../../server/kernel/page.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import { parseLimit } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import {
  addDeliveryOptions,
  type DeliveryOptions,
  deliveryOptionOfField,
  fieldsOf,
} from './delivery-options.ts'
import { deliveryTable, deliveryText } from './show-delivery.ts'

interface Options extends DeliveryOptions {
  readonly limit?: number
  readonly cursor?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .argument('[delivery-id]', 'one delivery, with its attempts')
  addDeliveryOptions(command, deliveryStates)
    .option('--verification <id>', 'only deliveries about this verification')
    .option(
      '--limit <number>',
      `how many, at most ${pageLimitMax} (${pageLimitDefault})`,
      parseLimit,
    )
    .option('--cursor <text>', 'next_cursor of the page before')
    .addHelpText(
      'before',
      examples(
        'svc webhooks deliveries wh_01kx… --status failed',
        'svc webhooks deliveries wh_01kx… --from 2026-11-21 --to 2026-11-22 --json',
        'svc webhooks deliveries wh_01kx… dlv_01kx…',
      ),
    )
    .action((id: string, deliveryId: string | undefined, options: Options) =>
      deliveryId === undefined
        ? list(context, id, options)
        : show(context, id, deliveryId, options),
    )
}

async function list(
  { io, session }: CommandContext,
  webhookId: string,
  options: Options,
): Promise<void> {
  const filter = namingOptions(deliveryOptionOfField, () => parseDeliveryFilter(fieldsOf(options)))
  const { limit = pageLimitDefault, cursor } = options
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'dlv')
  const { db, clock } = await session.appliance()
  await requireWebhook(db.reader, { webhookId })
  const rows = await listDeliveries(db.reader, webhookId, filter, { limit, after })
  const { items, nextCursor } = toPage(rows, limit)
  const listed = items.map(deliveryJson)
  io.show({ items: listed, next_cursor: nextCursor }, () => toText(io, listed, clock.now()))
  if (nextCursor !== null && !io.isJson) io.say(`More: add --cursor ${nextCursor}`)
}

function toText(io: Io, items: readonly DeliveryJson[], nowMs: number): string {
  if (items.length > 0) return deliveryTable(io.out, items, nowMs)
  io.say('No delivery matches.')
  return ''
}

async function show(
  { io, session }: CommandContext,
  webhookId: string,
  id: string,
  options: Options,
): Promise<void> {
  if (Object.keys(options).length > 0) {
    throw new CommandError('usage', 'Options do not apply to a single delivery.')
  }
  const { db, clock } = await session.appliance()
  await requireWebhook(db.reader, { webhookId })
  const delivery = await requireDelivery(db.reader, webhookId, id)
  const shown = deliveryDetailJson(delivery, await listAttempts(db.reader, id))
  io.show(shown, () => deliveryText(io.out, shown, clock.now()))
}
