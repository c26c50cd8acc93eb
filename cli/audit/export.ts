// `svc audit export`: prints every entry of the audit log as one JSON document a line, oldest first, for a
// second system.

import { type Command, InvalidArgumentError } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { type AuditHead, printHead } from '../../server/audit/audit.ts'
import { findHead } from '../../server/audit/audit-head-view.ts'
import { auditEntryJson } from '../../server/audit/audit-json.ts'
import { readStoredEntries } from '../../server/audit/audit-store.ts'
import { recordAccess } from '../../server/audit/record-access.ts'
import type { CommandContext } from '../context.ts'
import { addOutOption, reportExported } from '../options/export-options.ts'
import { examples } from '../root-command.ts'
import { jsonText } from '../text/clean-text.ts'
import { digesting, type Write, writeOut } from '../write-out.ts'

const rowsAtOnce = 500

interface Options {
  readonly after: number
  readonly out?: string
}

export function define(command: Command, context: CommandContext): void {
  addOutOption(command.option('--after <number>', 'only entries after this one', parseSequence, 0))
    .addHelpText(
      'before',
      examples('svc audit export > audit.jsonl', 'svc audit export --after 1200 --out audit.jsonl'),
    )
    .action((options: Options) => exportEntries(context, options))
}

async function exportEntries(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const head = await findHead(appliance.db.reader)
  let count: number | undefined
  await writeOut(io, options.out, async (writeText) => {
    const begun = { sequence: head.sequence }
    await recordAccess(appliance, session.origin, { action: 'audit.exported', details: begun })
    const { write, digest } = digesting(writeText)
    count = await writeEntries(context, appliance, { write, after: options.after, head })
    if (count === undefined) return
    const details = { ...begun, count, hash: digest() }
    await recordAccess(appliance, session.origin, { action: 'audit.exported', details })
  })
  if (count === undefined) return
  reportExported(io, { file: options.out, count, noun: ['entry', 'entries'] })
  io.say(`Checkpoint: ${printHead(head)}`)
}

/** Returns the number of entries written; undefined once the reader of the output is gone. */
async function writeEntries(
  { io, interrupted }: CommandContext,
  { db }: Appliance,
  part: { readonly write: Write; readonly after: number; readonly head: AuditHead },
): Promise<number | undefined> {
  const { sequence: last } = part.head
  let { after } = part
  let count = 0
  while (after < last) {
    interrupted.throwIfAborted()
    const rows = await readStoredEntries(db.reader, after, rowsAtOnce)
    const wanted = rows.filter(({ sequence }) => sequence <= last)
    const lines = wanted.flatMap(({ sequence, entry }) => {
      if (entry !== undefined) return [`${jsonText(auditEntryJson(entry))}\n`]
      io.warn(`Entry ${sequence} is damaged; run svc audit verify.`)
      return []
    })
    if (!(await part.write(lines.join('')))) return undefined
    count += lines.length
    after = rows.at(-1)?.sequence ?? last
  }
  return count
}

function parseSequence(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of an entry.')
}
