// `svc usage export`

import type { Command } from 'commander'
import { recordAccess } from '../../server/audit/look-at-audit.ts'
import { findInstance } from '../../server/db/instance.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { type CsvCell, csvLines } from '../../server/kernel/csv.ts'
import { type Environment, environments } from '../../server/keys/key.ts'
import { cloudEventJson } from '../../server/usage/cloud-event-json.ts'
import { eachUsageEvent } from '../../server/usage/export-usage.ts'
import { settledAfterMs } from '../../server/usage/span.ts'
import type { UsageEvent } from '../../server/usage/usage.ts'
import { parseUsageFilter } from '../../server/usage/usage-input.ts'
import { usageEventJson } from '../../server/usage/usage-json.ts'
import { jsonText } from '../clean-text.ts'
import type { Context } from '../context.ts'
import {
  addExportOptions,
  type ExportOptions,
  refuseOtherThanJson,
  tellExported,
} from '../export-options.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'
import { digesting, writeOut } from '../write-out.ts'

const formats = ['cloudevents', 'csv'] as const

interface Options extends ExportOptions<(typeof formats)[number]> {
  readonly from?: string
  readonly to?: string
  readonly env?: Environment
}

export function define(command: Command, context: Context): void {
  command
    .option('--from <when>', 'from this instant or date on, UTC (the first event)')
    .option('--to <when>', 'before this instant or date, UTC (ten minutes ago)')
    .addOption(command.createOption('--env <environment>', 'only this').choices(environments))
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
      '\nWhat was metered in the last ten minutes may not be on disk yet: end there, begin there next time.\n',
    )
    .action((options: Options) => exportEvents(context, options))
}

async function exportEvents(context: Context, options: Options): Promise<void> {
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
  const { heading, lines } = await writingIn(options.format ?? 'cloudevents', db.reader)
  const settledTo = clock.now() - settledAfterMs
  if (to !== undefined && to > settledTo) {
    io.say(`--to is after ${toIso(settledTo)}: events may still be added to what was exported.`)
  }
  const asked = { from, to: to ?? settledTo, environment: options.env }
  const format = options.format ?? 'cloudevents'
  const said = {
    format,
    filters: filtersOf(asked),
    ...(options.env === undefined ? {} : { environment: options.env }),
  }
  let count = 0
  let isRead = true
  await writeOut(io, file, async (plainly) => {
    await recordAccess(appliance, session.origin, { action: 'usage.exported', details: said })
    const { write, digest } = digesting(plainly)
    isRead = await write(heading)
    for await (const events of inBatches(eachUsageEvent(db.reader, asked, interrupted))) {
      isRead = await write(lines(events))
      if (!isRead) return
      count += events.length
    }
    const details = { ...said, count, hash: digest() }
    await recordAccess(appliance, session.origin, { action: 'usage.exported', details })
  })
  if (isRead) tellExported(io, { file, count, what: ['event', 'events'] })
}

/** As the audit log tells what an export was filtered by. */
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

interface Writing {
  readonly heading: string
  readonly lines: (events: readonly UsageEvent[]) => string
}

async function writingIn(
  format: (typeof formats)[number],
  db: Parameters<typeof findInstance>[0],
): Promise<Writing> {
  if (format === 'csv') {
    return { heading: csvLines([columns]), lines: (events) => csvLines(events.map(rowOf)) }
  }
  const instance = await findInstance(db)
  if (!instance) throw new Error('the database does not say which installation it is')
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
