// `svc usage export`

import type { Command } from 'commander'
import { findInstance } from '../../server/db/instance.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { type Environment, environments } from '../../server/keys/key.ts'
import { cloudEventJson } from '../../server/usage/cloud-event-json.ts'
import { eachUsageEvent } from '../../server/usage/export-usage.ts'
import { settledAfterMs } from '../../server/usage/span.ts'
import type { UsageEvent } from '../../server/usage/usage.ts'
import { parseUsageFilter } from '../../server/usage/usage-input.ts'
import { usageEventJson } from '../../server/usage/usage-json.ts'
import type { Context } from '../context.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'

const formats = ['cloudevents', 'csv'] as const

interface Options {
  readonly from?: string
  readonly to?: string
  readonly env?: Environment
  readonly format: (typeof formats)[number]
}

export function define(command: Command, context: Context): void {
  command
    .option('--from <when>', 'from this instant or date on, UTC (the first event)')
    .option('--to <when>', 'before this instant or date, UTC (ten minutes ago)')
    .addOption(command.createOption('--env <environment>', 'only this').choices(environments))
    .addOption(
      command
        .createOption('--format <format>', 'CloudEvents 1.0, one JSON a line; or CSV')
        .choices(formats)
        .default('cloudevents'),
    )
    .addHelpText(
      'before',
      examples(
        'svc usage export --from 2026-11-01 --to 2026-12-01 --env live > november.jsonl',
        'svc usage export --from 2026-11-01 --format csv > november.csv',
      ),
    )
    .addHelpText(
      'after',
      '\nWhat was metered in the last ten minutes may not be on disk yet: end there, begin there next time.\n',
    )
    // `svc usage` itself takes some of these, and has them then.
    .action((_options, own: Command) => write(context, own.optsWithGlobals<Options>()))
}

async function write({ io, session, interrupted }: Context, options: Options): Promise<void> {
  const { from: start, to: end } = options
  const { from = 0, to } = namingOptions({ from: '--from', to: '--to' }, () =>
    parseUsageFilter({
      ...(start === undefined ? {} : { from: start }),
      ...(end === undefined ? {} : { to: end }),
    }),
  )
  const { db, clock } = await session.appliance()
  const lineOf = await writerOf(options.format, db.reader)
  if (options.format === 'csv') io.out.write(`${csvColumns.join(',')}\n`)
  const settledTo = clock.now() - settledAfterMs
  if (to !== undefined && to > settledTo) {
    io.say(`--to is after ${toIso(settledTo)}: events may still be added to what was exported.`)
  }
  const asked = { from, to: to ?? settledTo, environment: options.env }
  let lines = ''
  let count = 0
  for await (const event of eachUsageEvent(db.reader, asked, interrupted)) {
    lines += lineOf(event)
    count += 1
    if (count % linesAtOnce > 0) continue
    io.out.write(lines)
    lines = ''
    // Waits for a slow reader instead of holding what it has not taken yet.
    if (!(await io.out.isTaken())) return
  }
  io.out.write(lines)
  if (!io.isJson) io.say(`${count} ${count === 1 ? 'event' : 'events'}.`)
}

const linesAtOnce = 500

type Reader = Parameters<typeof findInstance>[0]

async function writerOf(
  format: Options['format'],
  db: Reader,
): Promise<(event: UsageEvent) => string> {
  if (format === 'csv') return csvLine
  const instance = await findInstance(db)
  if (!instance) throw new Error('the database does not say which installation it is')
  return (event) => `${JSON.stringify(cloudEventJson(event, instance.id))}\n`
}

const csvColumns = [
  'id',
  'type',
  'environment',
  'api_key_id',
  'verification_id',
  'quantity',
  'billable',
  'source',
  'created_at',
  'corrects_id',
  'reason',
]

function csvLine(event: UsageEvent): string {
  const { corrects, reason = '', ...plain } = usageEventJson(event)
  const cells = [...Object.values(plain), corrects?.id ?? '', reason]
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\n`
}

/** A text that a spreadsheet would take for a formula stays a text. */
function quoted(text: string): string {
  const inert = /^[=+@]|^-(?!\d+$)/.test(text) ? `'${text}` : text
  return /[",\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
