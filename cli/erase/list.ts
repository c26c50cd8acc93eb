// `svc erase list`: prints the ledger of erasures, or writes it to a file that a restore can read.

import type { Command } from 'commander'
import { createLedgerDigest } from '../../server/backup/ledger/judge-ledger.ts'
import { proofLine } from '../../server/backup/ledger/ledger-proof.ts'
import type { ErasureEntry } from '../../server/erasure/erasure.ts'
import { readLedger } from '../../server/erasure/read-ledger.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { CommandContext } from '../context.ts'
import { reportExported } from '../options/export-options.ts'
import { examples } from '../root-command.ts'
import { jsonText } from '../text/clean-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { writeOut } from '../write-out.ts'

interface Options {
  readonly export?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--export <file>', 'write every entry as a line of JSON to this file')
    .addHelpText('before', examples('svc erase list', 'svc erase list --export erasures.jsonl'))
    .action((options: Options) => list(context, options))
}

async function list({ io, session }: CommandContext, { export: file }: Options): Promise<void> {
  const { db, keyring } = await session.appliance()
  if (file === undefined) {
    const entries: ErasureEntry[] = []
    for await (const page of readLedger(db.reader)) entries.push(...page)
    io.show({ items: entries }, () => renderTable(io.out, columns, entries))
    return
  }
  const digest = createLedgerDigest()
  await writeOut(io, file, async (write) => {
    for await (const page of readLedger(db.reader)) {
      const lines = page.map((entry) => jsonText(entry))
      for (const line of lines) digest.add(line)
      await write(lines.map((line) => `${line}\n`).join(''))
    }
    await write(`${proofLine(keyring, digest.value())}\n`)
  })
  const { entries: count } = digest.value()
  reportExported(io, { file, count, noun: ['entry', 'entries'] })
}

const columns: readonly TableColumn<ErasureEntry>[] = [
  { title: 'ERASED', cell: ({ erased_at: at }) => toIso(at) },
  { title: 'VERIFICATION', cell: ({ verification_id: id }) => id },
  { title: 'MARKET', cell: ({ country }) => country },
  { title: 'REASON', cell: ({ reason }) => reason },
  { title: 'GROUND', cell: ({ ground }) => ground, isExtra: true },
  { title: 'BY', cell: ({ by_id: id, by_kind: kind }) => id ?? kind, isExtra: true },
]
