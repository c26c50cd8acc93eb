// `svc outbound export`: the whole ledger of outbound calls, oldest first, a page at a time in memory.

import type { Command } from 'commander'
import type { Reader } from '../../server/db/transaction.ts'
import type { OutboundEntry } from '../../server/outbound/outbound.ts'
import {
  outboundCsvHead,
  outboundCsvLine,
  outboundJson,
} from '../../server/outbound/outbound-json.ts'
import { listOutbound, type OutboundFilter } from '../../server/outbound/outbound-store.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'
import { scope } from './list.ts'
import { addSpanOptions, filterOf, type SpanOptions } from './outbound-options.ts'

interface Options extends SpanOptions {
  readonly csv?: boolean
}

export function define(command: Command, context: Context): void {
  addSpanOptions(command)
    .option('--csv', 'comma-separated values (unless --json is given)')
    .addHelpText(
      'before',
      examples(
        'svc outbound export --from 2026-10-01 --to 2027-01-01 --csv > calls.csv',
        'svc outbound export --json | jq .items[].host',
      ),
    )
    .addHelpText('after', `\n${scope}`)
    .action((options: Options) => exportCalls(context, options))
}

/** How a list is written, piece by piece. */
interface Writing {
  readonly begin: string
  readonly item: (entry: OutboundEntry) => string
  readonly between: string
  readonly end: string
}

/** Lines end as RFC 4180 has it. */
const csv: Writing = {
  begin: `${outboundCsvHead}\r\n`,
  item: (entry) => `${outboundCsvLine(entry)}\r\n`,
  between: '',
  end: '',
}

const json: Writing = {
  begin: '{"items":[',
  item: (entry) => `\n${JSON.stringify(outboundJson(entry))}`,
  between: ',',
  end: '\n]}\n',
}

async function exportCalls(context: Context, options: Options): Promise<void> {
  const { io, session, interrupted } = context
  const filter = filterOf(options)
  const { db } = await session.appliance()
  const { begin, item, between, end } = io.isJson ? json : csv
  io.out.write(begin)
  let count = 0
  for await (const entries of pagesOf(db.reader, filter)) {
    interrupted.throwIfAborted()
    io.out.write((count === 0 ? '' : between) + entries.map(item).join(between))
    count += entries.length
    // Waits for a slow reader instead of holding what it has not taken yet.
    if (!(await io.out.isTaken())) return
  }
  io.out.write(end)
  io.say(`${count} outbound ${count === 1 ? 'call' : 'calls'} exported.`)
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
