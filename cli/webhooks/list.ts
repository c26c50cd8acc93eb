// `svc webhooks list`: lists the webhooks.

import type { Command } from 'commander'
import { type WebhookJson, webhookJson } from '../../server/api/webhooks/webhook-api.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { readWebhooks } from '../../server/webhooks/read-webhook.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { Sink } from '../io.ts'
import { environmentOption } from '../options/option-kinds.ts'
import { readEveryPage } from '../pages.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { paintWebhookStatus, shortEvent, webhookStatusOf } from './show-webhook.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addOption(environmentOption())
    .addHelpText('before', examples('svc webhooks list', 'svc webhooks list --env live --json'))
    .action((options: { readonly env?: Environment }) => list(context, options.env))
}

async function list(context: CommandContext, environment: Environment | undefined): Promise<void> {
  const { io, session, interrupted } = context
  const appliance = await session.appliance()
  const { reader } = appliance.db
  const webhooks = await readEveryPage(
    (page) => readWebhooks(appliance, reader, { environment }, page),
    interrupted,
  )
  const nowMs = appliance.clock.now()
  const items = webhooks.map((webhook) => webhookJson(webhook, nowMs))
  io.show({ items, next_cursor: null }, () => toText(context, items))
}

function toText({ io, session }: CommandContext, items: readonly WebhookJson[]): string {
  if (items.length > 0) return renderTable(io.out, columnsFor(io.out), items)
  const create = 'svc webhooks create --env sandbox --url https://hooks.bank.example/svc'
  io.say(`There is no webhook yet. Create one: ${commandToCopy(session, create)}`)
  return ''
}

/** On a narrower terminal the events are left out for the URL. */
const columnsWideMin = 120

function columnsFor(sink: Sink): readonly TableColumn<WebhookJson>[] {
  const isWide = (sink.width ?? columnsWideMin) >= columnsWideMin
  if (!isWide) sink.leaveOut(['EVENTS'])
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'ENV', cell: ({ environment }) => environment },
    { title: 'STATUS', cell: webhookStatusOf, paint: (text) => paintWebhookStatus(sink, text) },
    { title: 'URL', cell: ({ url }) => url, shrinks: true },
    ...(isWide ? [{ title: 'EVENTS', cell: eventsOf }] : []),
  ]
}

function eventsOf({ events }: WebhookJson): string {
  return events.map(shortEvent).join(', ')
}
