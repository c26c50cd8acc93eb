// `svc usage export`: writes usage events as CloudEvents or CSV, for a billing system.

import type { Command } from 'commander'
import { cloudEventJson } from '../../server/api/usage/cloud-event-json.ts'
import { parseUsageFilter, usageEventJson } from '../../server/api/usage/usage-api.ts'
import { recordAccess } from '../../server/audit/record-access.ts'
import { findInstance } from '../../server/db/instance.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { type CsvCell, csvLines } from '../../server/kernel/csv.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { eachUsageEvent } from '../../server/usage/export-usage.ts'
import { settledAfterMs } from '../../server/usage/span.ts'
import type { UsageEvent } from '../../server/usage/usage.ts'
import type { CommandContext } from '../context.ts'
import {
  addExportOptions,
  type ExportOptions,
  refuseOtherThanJson,
  reportExported,
} from '../options/export-options.ts'
import { namingOptions } from '../options/option-faults.ts'
import { environmentOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { jsonText } from '../text/clean-text.ts'
import { digesting, writeOut } from '../write-out.ts'

const formats = ['cloudevents', 'csv'] as const

interface Options extends ExportOptions<(typeof formats)[number]> {
  readonly from?: string
  readonly to?: string
  readonly env?: Environment
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--from <when>', 'from this instant or date on, UTC (the first event)')
    .option('--to <when>', 'before this instant or date, UTC (ten minutes ago)')
    .addOption(environmentOption())
  addExportOptions(command, formats, 'CloudEvents 1.0, one JSON a line; or CSV')
    .addHelpText(
      'before',
      examples(
        'svc usage export --from 2026-11-01 --to 2026-12-01 --env live > november.jsonl',
        'svc usage export --from 2026-11-01 --format csv --out november.csv',
      ),
    )
    .addHelpText(
      'after',
      '\nEvents of the last ten minutes may not be on disk yet. Without --to the export\nends before them, and says where the next one begins.\n',
    )
    .action((options: Options) => exportEvents(context, options))
}

async function exportEvents(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted } = context
  refuseOtherThanJson(io, options)
  const { from: start, to: end, out: file } = options
  const { from = 0, to } = namingOptions({ from: '--from', to: '--to' }, () =>
    parseUsageFilter({
      ...(start === undefined ? {} : { from: start }),
      ...(end === undefined ? {} : { to: end }),
    }),
  )
  const appliance = await session.appliance()
  const { db, clock } = appliance
  const { heading, lines } = await outputFormatOf(options.format ?? 'cloudevents', db.reader)
  const settledTo = clock.now() - settledAfterMs
  if (to !== undefined && to > settledTo) {
    io.say(`--to is after ${toIso(settledTo)}: later exports may contain more events of this time.`)
  }
  const asked = { from, to: to ?? settledTo, environment: options.env }
  const format = options.format ?? 'cloudevents'
  const begun = {
    format,
    filters: filtersOf(asked),
    ...(options.env === undefined ? {} : { environment: options.env }),
  }
  let count = 0
  let isReaderThere = true
  await writeOut(io, file, async (writeText) => {
    await recordAccess(appliance, session.origin, { action: 'usage.exported', details: begun })
    const { write, digest } = digesting(writeText)
    isReaderThere = await write(heading)
    for await (const events of inBatches(eachUsageEvent(db.reader, asked, interrupted))) {
      isReaderThere = await write(lines(events))
      if (!isReaderThere) return
      count += events.length
    }
    const details = { ...begun, count, hash: digest() }
    await recordAccess(appliance, session.origin, { action: 'usage.exported', details })
  })
  if (!isReaderThere) return
  const endsBefore = to === undefined ? toIso(settledTo) : undefined
  reportExported(io, { file, count, noun: ['event'], endsBefore })
}

/** Returns the filters in the form of the audit log. */
function filtersOf({ from, to }: { readonly from: number; readonly to: number }): string[] {
  return [...(from === 0 ? [] : [`created_from:${toIso(from)}`]), `created_to:${toIso(to)}`]
}

const eventsAtOnce = 500

async function* inBatches(
  events: AsyncIterable<UsageEvent>,
): AsyncGenerator<readonly UsageEvent[]> {
  let batch: UsageEvent[] = []
  for await (const event of events) {
    batch.push(event)
    if (batch.length < eventsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface OutputFormat {
  readonly heading: string
  readonly lines: (events: readonly UsageEvent[]) => string
}

async function outputFormatOf(
  format: (typeof formats)[number],
  db: Parameters<typeof findInstance>[0],
): Promise<OutputFormat> {
  if (format === 'csv') {
    return { heading: csvLines([columns]), lines: (events) => csvLines(events.map(rowOf)) }
  }
  const instance = await findInstance(db)
  if (!instance) throw new Error('the database has no installation id')
  const line = (event: UsageEvent) => `${jsonText(cloudEventJson(event, instance.id))}\n`
  return { heading: '', lines: (events) => events.map(line).join('') }
}

const columns = [
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
] as const

function rowOf(event: UsageEvent): readonly CsvCell[] {
  const { corrects, ...plain } = usageEventJson(event)
  const row = { ...plain, corrects_id: corrects?.id, reason: plain.reason }
  return columns.map((column) => row[column])
}
