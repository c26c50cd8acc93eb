// `svc webhooks replay`: sends one delivery, or a range of deliveries, again.

import type { Command } from 'commander'
import {
  deliveryJson,
  parseReplaySpan,
  replayCountsJson,
} from '../../server/api/webhooks/delivery-api.ts'
import type { Appliance } from '../../server/appliance.ts'
import {
  type ReplayCounts,
  type ReplaySpan,
  replayableStates,
} from '../../server/deliveries/delivery.ts'
import { replayDelivery } from '../../server/deliveries/replay-delivery.ts'
import { replayRange } from '../../server/deliveries/replay-range.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { isServed } from '../../server/operations/is-serving.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'
import { renderFacts } from '../text/table.ts'
import {
  addDeliveryOptions,
  type DeliveryOptions,
  deliveryOptionOfField,
  fieldsOf,
} from './delivery-options.ts'
import { replayInCalls } from './replay-in-calls.ts'
import { deliveriesText } from './show-delivery.ts'

interface Options extends YesOption, DeliveryOptions {
  readonly dryRun?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .argument('[delivery-id]', 'one delivery (otherwise those that the options match)')
  addDeliveryOptions(command, replayableStates)
    .option('--dry-run', 'only count the deliveries')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc webhooks replay wh_01kx… dlv_01kx…',
        'svc webhooks replay wh_01kx… --from 2026-11-21 --to 2026-11-22 --dry-run',
        'svc webhooks replay wh_01kx… --from 2026-11-21T09:30:00Z --yes',
      ),
    )
    .addHelpText(
      'after',
      '\nA range needs --from or --to; without --status it means failed deliveries.' +
        '\nA replayed delivery keeps its ids and may use all its attempts again.',
    )
    .action((id: string, deliveryId: string | undefined, options: Options) =>
      deliveryId === undefined
        ? replayMany(context, id, options)
        : replayOne(context, id, deliveryId, options),
    )
}

async function replayOne(
  context: CommandContext,
  webhookId: string,
  deliveryId: string,
  { yes: _, ...options }: Options,
): Promise<void> {
  if (Object.keys(options).length > 0) {
    const message = 'Name either a delivery or a range with options.'
    throw new CommandError('usage', message)
  }
  const { io, session } = context
  const appliance = await session.appliance()
  const replayed = deliveryJson(
    await replayDelivery(appliance, session.origin, { webhookId, deliveryId }),
  )
  io.report(replayed, `${deliveryId} is due again.`)
  if (!io.isJson) io.say(await whenSent(appliance))
}

async function replayMany(
  context: CommandContext,
  webhookId: string,
  options: Options,
): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const span = parse(options, appliance.clock.now())
  const target = { webhookId }
  const counted = await replayRange(appliance, session.origin, target, { ...span, isDryRun: true })
  if (span.isDryRun || counted.matched === 0) {
    return showCounts(context, { ...counted, isDryRun: span.isDryRun })
  }
  const question = `Send ${describe(span, counted)} to ${webhookId} again?`
  await io.confirm(question, options)
  showCounts(context, await replayInCalls(context, appliance, { target, span, counted }))
  if (!io.isJson) io.say(await whenSent(appliance))
}

/** @throws AppError `invalid_request`; CommandError `usage` without --from and --to */
function parse(options: Options, nowMs: number): ReplaySpan {
  if (options.from === undefined && options.to === undefined) {
    const message = 'Name a delivery, or a range with --from, --to or both.'
    throw new CommandError('usage', message)
  }
  const fields = { created_to: toIso(nowMs), ...fieldsOf(options) }
  const span = namingOptions(deliveryOptionOfField, () => parseReplaySpan(fields))
  return { ...span, isDryRun: options.dryRun === true }
}

function showCounts({ io }: CommandContext, counts: ReplayCounts): void {
  const { matched, replayed, isDryRun, nextCreatedFrom } = counts
  io.show(replayCountsJson(counts), () =>
    renderFacts(io.out, [
      ['matched', String(matched)],
      ['oldest', isDryRun && nextCreatedFrom ? toIso(nextCreatedFrom) : undefined],
      ['replayed', isDryRun ? undefined : String(replayed)],
    ]),
  )
  if (!io.isJson && matched === 0) io.say('No delivery with a kept body matches.')
}

/** `12 deliveries (failed, created from ... until ...)` */
function describe(
  { state, createdFrom, createdTo }: ReplaySpan,
  { matched }: ReplayCounts,
): string {
  const from = createdFrom === undefined ? '' : ` from ${toIso(createdFrom)}`
  return `${deliveriesText(matched)} (${state}, created${from} until ${toIso(createdTo)})`
}

async function whenSent(appliance: Appliance): Promise<string> {
  return (await isServed(appliance))
    ? 'The running server sends it within a second.'
    : 'No server is running: it is sent after the next start.'
}
