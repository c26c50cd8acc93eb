// `svc webhooks deliveries`

import type { Command } from 'commander'
import { decodeCursor, pageLimitDefault, pageLimitMax, toPage } from '../../server/kernel/page.ts'
import { deliveryStates } from '../../server/webhooks/delivery.ts'
import { parseDeliveryFilter } from '../../server/webhooks/delivery-input.ts'
import {
  type DeliveryJson,
  deliveryDetailJson,
  deliveryJson,
} from '../../server/webhooks/delivery-json.ts'
import { listAttempts } from '../../server/webhooks/delivery-store.ts'
import { listDeliveries } from '../../server/webhooks/delivery-view.ts'
import { requireDelivery, requireKnown } from '../../server/webhooks/replay-delivery.ts'
import { CommandError } from '../command-error.ts'
import type { Context } from '../context.ts'
import type { Io } from '../io.ts'
import { namingOptions } from '../option-faults.ts'
import { parseLimit } from '../option-kinds.ts'
import { examples } from '../root-command.ts'
import {
  addDeliveryOptions,
  type DeliveryOptions,
  fieldsOf,
  optionOfField,
} from './delivery-options.ts'
import { deliveryTable, deliveryText } from './show-delivery.ts'

interface Options extends DeliveryOptions {
  readonly limit?: number
  readonly cursor?: string
}

export function define(command: Command, context: Context): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .argument('[delivery-id]', 'one delivery, with the log of its attempts')
  addDeliveryOptions(command, deliveryStates)
    .option('--verification <id>', 'only those that tell of it')
    .option(
      '--limit <number>',
      `how many, at most ${pageLimitMax} (${pageLimitDefault})`,
      parseLimit,
    )
    .option('--cursor <text>', 'go on where the last list ended')
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

async function list({ io, session }: Context, webhookId: string, options: Options): Promise<void> {
  const filter = namingOptions(optionOfField, () => parseDeliveryFilter(fieldsOf(options)))
  const { limit = pageLimitDefault, cursor } = options
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'dlv')
  const { db, clock } = await session.appliance()
  await requireKnown(db.reader, { webhookId })
  const found = await listDeliveries(db.reader, webhookId, filter, { limit, after })
  const { items, nextCursor } = toPage(found, limit)
  const listed = items.map(deliveryJson)
  io.show({ items: listed, next_cursor: nextCursor }, () => toText(io, listed, clock.now()))
  if (nextCursor !== null && !io.isJson) io.say(`There are more: add --cursor ${nextCursor}`)
}

function toText(io: Io, items: readonly DeliveryJson[], nowMs: number): string {
  if (items.length > 0) return deliveryTable(io.out, items, nowMs)
  io.say('No delivery matches.')
  return ''
}

async function show(
  { io, session }: Context,
  webhookId: string,
  id: string,
  options: Options,
): Promise<void> {
  if (Object.keys(options).length > 0) {
    throw new CommandError('usage', 'One delivery is shown whole: leave the options away.')
  }
  const { db, clock } = await session.appliance()
  await requireKnown(db.reader, { webhookId })
  const delivery = await requireDelivery(db.reader, webhookId, id)
  const shown = deliveryDetailJson(delivery, await listAttempts(db.reader, id))
  io.show(shown, () => deliveryText(io.out, shown, clock.now()))
}
