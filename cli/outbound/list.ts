// `svc outbound list`: lists calls to the identity provider and the scoring engine, newest first.

import type { Command } from 'commander'
import { outboundPurposes } from '../../server/egress/outbound.ts'
import { type OutboundJson, outboundJson } from '../../server/egress/outbound-json.ts'
import { listOutbound } from '../../server/egress/outbound-view.ts'
import { decodeCursor, pageLimitDefault, pageLimitMax, toPage } from '../../server/kernel/page.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { parseLimit, wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { addSpanOptions, type FilterOptions, filterOf } from './outbound-options.ts'

interface Options extends FilterOptions {
  readonly limit: number
  readonly cursor?: string
}

export function define(command: Command, context: CommandContext): void {
  addSpanOptions(command)
    .addOption(wordOption('--purpose <purpose>', 'only this purpose', outboundPurposes))
    .option('--host <name>', 'only this host, with its port if it has one')
    .option('--limit <number>', `how many, at most ${pageLimitMax}`, parseLimit, pageLimitDefault)
    .option('--cursor <text>', 'next_cursor of the page before')
    .addHelpText(
      'before',
      examples(
        'svc outbound list --purpose score',
        'svc outbound list --from 2026-11-01 --to 2026-12-01 --json',
      ),
    )
    .addHelpText('after', `\n${scope}`)
    .action((options: Options) => list(context, options))
}

/** Fits 80 columns. */
export const scope =
  'Every call to the identity provider and the scoring engine: time, host, names of\n' +
  'the fields sent, size and SHA-256 of the body. Never the values.\n' +
  'Webhook deliveries have their own log: svc webhooks deliveries.'

async function list({ io, session }: CommandContext, options: Options): Promise<void> {
  const filter = filterOf(options)
  const after = options.cursor === undefined ? undefined : decodeCursor(options.cursor, 'out')
  const { limit } = options
  const { db } = await session.appliance()
  // One extra row shows whether there is another page.
  const page = { order: 'newest_first', after, limit: limit + 1 } as const
  const { items, nextCursor } = toPage(await listOutbound(db.reader, filter, page), limit)
  const listed = items.map(outboundJson)
  io.show({ items: listed, next_cursor: nextCursor }, () => toText(io, listed))
  if (nextCursor !== null && !io.isJson) io.say(`More: add --cursor ${nextCursor}`)
}

function toText(io: Io, items: readonly OutboundJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  io.say('No outbound call matches.')
  return ''
}

function outcomeOf({ status, outcome }: OutboundJson): string {
  if (outcome === 'begun') return 'in progress'
  return outcome === 'cut_off' ? 'interrupted' : String(status ?? outcome)
}

const columns: readonly TableColumn<OutboundJson>[] = [
  { title: 'MADE (UTC)', cell: (call) => call.started_at.slice(0, 19).replace('T', ' ') },
  { title: 'PURPOSE', cell: (call) => call.purpose },
  { title: 'HOST', cell: (call) => call.host, shrinks: true },
  { title: 'OUTCOME', cell: outcomeOf },
  { title: 'MS', cell: (call) => String(call.duration_ms ?? '-'), isExtra: true },
  { title: 'BYTES', cell: (call) => String(call.body_bytes) },
  { title: 'FIELDS', cell: (call) => String(call.field_names.length) },
  { title: 'SHA-256', cell: (call) => call.body_sha256?.slice(0, 12) ?? '-', isExtra: true },
]
