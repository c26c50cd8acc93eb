// `svc audit export`: one JSON document a line, oldest first, for a second system.

import { type Command, InvalidArgumentError } from 'commander'
import { fromCommandLine, printHead } from '../../server/audit/audit.ts'
import { auditEntryJson } from '../../server/audit/audit-json.ts'
import { findHead, readKeptEntries } from '../../server/audit/audit-store.ts'
import { recordLook } from '../../server/audit/look-at-audit.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

const rowsAtOnce = 500

export function define(command: Command, context: Context): void {
  command
    .option('--after <number>', 'only entries after this one', parseSequence, 0)
    .addHelpText(
      'before',
      examples('svc audit export > audit.jsonl', 'svc audit export --after 1200'),
    )
    .action((options: { readonly after: number }) => exportEntries(context, options.after))
}

async function exportEntries({ io, session, interrupted }: Context, from: number): Promise<void> {
  const appliance = await session.appliance()
  const { db } = appliance
  const head = await findHead(db.reader)
  const details = { sequence: head.sequence }
  await recordLook(appliance, fromCommandLine, { action: 'audit.exported', details })
  let after = from
  while (after < head.sequence) {
    interrupted.throwIfAborted()
    const rows = await readKeptEntries(db.reader, after, rowsAtOnce)
    for (const { sequence, entry } of rows) {
      if (sequence > head.sequence) break
      if (entry === undefined) io.warn(`Entry ${sequence} is damaged; run svc audit verify.`)
      else io.out.write(`${JSON.stringify(auditEntryJson(entry))}\n`)
    }
    after = rows.at(-1)?.sequence ?? head.sequence
  }
  io.say(`Head: ${printHead(head)}`)
}

function parseSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of an entry.')
}
