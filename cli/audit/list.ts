// `svc audit list`

import type { Command } from 'commander'
import { auditActions } from '../../server/audit/audit.ts'
import { parseAuditFilter } from '../../server/audit/audit-input.ts'
import { type AuditEntryJson, auditEntryJson } from '../../server/audit/audit-json.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { recordLook } from '../../server/audit/look-at-audit.ts'
import type { Context } from '../context.ts'
import type { Io } from '../io.ts'
import { namingOptions } from '../option-faults.ts'
import { parseLimit, wordOption } from '../option-kinds.ts'
import { examples } from '../root-command.ts'
import { type Column, renderTable } from '../table.ts'
import { dayAndMinute } from '../webhooks/show-delivery.ts'

interface Options {
  readonly actor?: string
  readonly subject?: string
  readonly action?: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

export function define(command: Command, context: Context): void {
  command
    .option('--actor <id>', 'only what this member or key did')
    .option('--subject <id>', 'only what was done to this')
    .addOption(wordOption('--action <action>', 'only this', auditActions))
    .option('--from <instant>', 'from this instant on')
    .option('--to <instant>', 'before this instant')
    .option('--limit <count>', 'how many, newest first', parseLimit, 50)
    .addHelpText(
      'before',
      examples('svc audit list', 'svc audit list --action staff.signed_in --limit 100 --json'),
    )
    .action((options: Options) => list(context, options))
}

const optionOfField = {
  actor_id: '--actor',
  subject_id: '--subject',
  action: '--action',
  from: '--from',
  to: '--to',
}

async function list({ io, session }: Context, options: Options): Promise<void> {
  const { actor, subject, limit, action, from, to } = options
  const filter = namingOptions(optionOfField, () =>
    parseAuditFilter({ actor_id: actor, subject_id: subject, action, from, to }),
  )
  const appliance = await session.appliance()
  const page = { limit, after: undefined }
  const found = await listAuditEntries(appliance.db.reader, filter, page)
  const items = found.slice(0, limit).map(auditEntryJson)
  const details = { count: items.length }
  await recordLook(appliance, session.origin, { action: 'audit.viewed', details })
  io.show({ items }, () => toText(io, items))
}

function toText(io: Io, items: readonly AuditEntryJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  io.say('No entry is like this.')
  return ''
}

const columns: readonly Column<AuditEntryJson>[] = [
  { title: 'NO', cell: ({ sequence }) => String(sequence), isExtra: true },
  { title: 'AT (UTC)', cell: ({ at }) => dayAndMinute(at) },
  { title: 'ACTOR', cell: actorText },
  { title: 'ACTION', cell: ({ action }) => action, shrinks: true },
  { title: 'END', cell: ({ outcome }) => outcome },
  { title: 'SUBJECT', cell: ({ subject }) => subject?.id ?? '-', isExtra: true },
  { title: 'FROM', cell: (entry) => entry.client_address ?? '-', isExtra: true },
]

/** Of a command: under which account of the host it ran. */
function actorText({ actor, details }: AuditEntryJson): string {
  const account = details.sudo_user ?? details.os_user
  return actor.id ?? (account === undefined ? actor.kind : `${actor.kind}:${account}`)
}
