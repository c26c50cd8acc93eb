// `svc outbound export`: writes the outbound log, oldest first, reading one page at a time.

import type { Command } from 'commander'
import { recordAccess } from '../../server/audit/record-access.ts'
import type { Reader } from '../../server/db/transaction.ts'
import type { OutboundEntry } from '../../server/egress/outbound.ts'
import { outboundColumns, outboundJson, outboundRow } from '../../server/egress/outbound-json.ts'
import { listOutbound, type OutboundFilter } from '../../server/egress/outbound-view.ts'
import { csvLines } from '../../server/kernel/csv.ts'
import type { CommandContext } from '../context.ts'
import {
  addExportOptions,
  type ExportOptions,
  refuseOtherThanJson,
  reportExported,
} from '../options/export-options.ts'
import { examples } from '../root-command.ts'
import { jsonText } from '../text/clean-text.ts'
import { digesting, writeOut } from '../write-out.ts'
import { scope } from './list.ts'
import { addSpanOptions, filterOf, type SpanOptions } from './outbound-options.ts'

const formats = ['csv', 'json'] as const

type Options = SpanOptions & ExportOptions<(typeof formats)[number]>

export function define(command: Command, context: CommandContext): void {
  addExportOptions(addSpanOptions(command), formats, 'CSV; or JSON, as with --json')
    .addHelpText(
      'before',
      examples(
        'svc outbound export --from 2026-10-01 --to 2027-01-01 --out calls.csv',
        'svc outbound export --format json | jq .items[].host',
      ),
    )
    .addHelpText('after', `\n${scope}\n\n${unfinished}`)
    .action((options: Options) => exportCalls(context, options))
}

/** Fits 80 columns. */
const unfinished =
  'An entry with the outcome begun is not final: it is completed later, or becomes\n' +
  'cut_off. Export the days of such entries again.'

/** How the pieces of the file are written. */
interface OutputFormat {
  readonly begin: string
  readonly items: (entries: readonly OutboundEntry[]) => string
  readonly between: string
  readonly end: string
}

const csv: OutputFormat = {
  begin: csvLines([outboundColumns]),
  items: (entries) => csvLines(entries.map(outboundRow)),
  between: '',
  end: '',
}

const json: OutputFormat = {
  begin: '{"items":[',
  items: (entries) => entries.map((entry) => `\n${jsonText(outboundJson(entry))}`).join(','),
  between: ',',
  end: '\n]}\n',
}

async function exportCalls(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted } = context
  refuseOtherThanJson(io, options)
  const filter = filterOf(options)
  const appliance = await session.appliance()
  const { db } = appliance
  const isJson = io.isJson || options.format === 'json'
  const { begin, items, between, end } = isJson ? json : csv
  const begun = { format: isJson ? 'json' : 'csv' }
  let count = 0
  let isReaderThere = true
  await writeOut(io, options.out, async (writeText) => {
    await recordAccess(appliance, session.origin, { action: 'outbound.exported', details: begun })
    const { write, digest } = digesting(writeText)
    isReaderThere = await write(begin)
    for await (const entries of pagesOf(db.reader, filter)) {
      interrupted.throwIfAborted()
      isReaderThere = await write((count === 0 ? '' : between) + items(entries))
      if (!isReaderThere) return
      count += entries.length
    }
    isReaderThere = await write(end)
    const details = { ...begun, count, hash: digest() }
    await recordAccess(appliance, session.origin, { action: 'outbound.exported', details })
  })
  if (isReaderThere) reportExported(io, { file: options.out, count, noun: ['outbound call'] })
}

const pageRows = 500

/** Yields no empty page. */
async function* pagesOf(
  db: Reader,
  filter: OutboundFilter,
): AsyncGenerator<readonly OutboundEntry[]> {
  let after: string | undefined
  for (;;) {
    const entries = await listOutbound(db, filter, {
      order: 'oldest_first',
      after,
      limit: pageRows,
    })
    if (entries.length > 0) yield entries
    if (entries.length < pageRows) return
    after = entries.at(-1)?.id
  }
}
