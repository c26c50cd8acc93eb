// `svc outbound export`: the whole ledger of outbound calls, oldest first, a page at a time in memory.

import type { Command } from 'commander'
import { recordAccess } from '../../server/audit/look-at-audit.ts'
import type { Reader } from '../../server/db/transaction.ts'
import { csvLines } from '../../server/kernel/csv.ts'
import type { OutboundEntry } from '../../server/outbound/outbound.ts'
import { outboundColumns, outboundJson, outboundRow } from '../../server/outbound/outbound-json.ts'
import { listOutbound, type OutboundFilter } from '../../server/outbound/outbound-store.ts'
import { jsonText } from '../clean-text.ts'
import type { Context } from '../context.ts'
import {
  addExportOptions,
  type ExportOptions,
  refuseOtherThanJson,
  tellExported,
} from '../export-options.ts'
import { examples } from '../root-command.ts'
import { digesting, writeOut } from '../write-out.ts'
import { scope } from './list.ts'
import { addSpanOptions, filterOf, type SpanOptions } from './outbound-options.ts'

const formats = ['csv', 'json'] as const

type Options = SpanOptions & ExportOptions<(typeof formats)[number]>

export function define(command: Command, context: Context): void {
  addExportOptions(addSpanOptions(command), formats, 'CSV; or JSON, which --json asks for, too')
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
  'An entry with the outcome begun is not finished: it is completed in its place\n' +
  'later, or turns into cut_off. Export the days of such entries once more.'

/** How a list is written, piece by piece. */
interface Writing {
  readonly begin: string
  readonly items: (entries: readonly OutboundEntry[]) => string
  readonly between: string
  readonly end: string
}

const csv: Writing = {
  begin: csvLines([outboundColumns]),
  items: (entries) => csvLines(entries.map(outboundRow)),
  between: '',
  end: '',
}

const json: Writing = {
  begin: '{"items":[',
  items: (entries) => entries.map((entry) => `\n${jsonText(outboundJson(entry))}`).join(','),
  between: ',',
  end: '\n]}\n',
}

async function exportCalls(context: Context, options: Options): Promise<void> {
  const { io, session, interrupted } = context
  refuseOtherThanJson(io, options)
  const filter = filterOf(options)
  const appliance = await session.appliance()
  const { db } = appliance
  const isJson = io.isJson || options.format === 'json'
  const { begin, items, between, end } = isJson ? json : csv
  const said = { format: isJson ? 'json' : 'csv' }
  let count = 0
  let isRead = true
  await writeOut(io, options.out, async (plainly) => {
    await recordAccess(appliance, session.origin, { action: 'outbound.exported', details: said })
    const { write, digest } = digesting(plainly)
    isRead = await write(begin)
    for await (const entries of pagesOf(db.reader, filter)) {
      interrupted.throwIfAborted()
      isRead = await write((count === 0 ? '' : between) + items(entries))
      if (!isRead) return
      count += entries.length
    }
    isRead = await write(end)
    const details = { ...said, count, hash: digest() }
    await recordAccess(appliance, session.origin, { action: 'outbound.exported', details })
  })
  const what = ['outbound call', 'outbound calls'] as const
  if (isRead) tellExported(io, { file: options.out, count, what })
}

const pageRows = 500

/** Never an empty page. */
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
