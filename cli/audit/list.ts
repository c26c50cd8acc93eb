// `svc audit list`: shows entries of the audit log, newest first.

import type { Command } from 'commander'
import { auditActions } from '../../server/audit/audit.ts'
import { parseAuditFilter } from '../../server/audit/audit-input.ts'
import { type AuditEntryJson, auditEntryJson } from '../../server/audit/audit-json.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { recordAccess } from '../../server/audit/record-access.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import { parseLimit, wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { dayAndMinute } from '../text/instant-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

interface Options {
  readonly actor?: string
  readonly subject?: string
  readonly action?: string
  readonly from?: string
  readonly to?: string
  readonly limit: number
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--actor <id>', 'only actions of this user or API key')
    .option('--subject <id>', 'only actions on this, such as ver_01kx…')
    .addOption(wordOption('--action <action>', 'only this action', auditActions))
    .option('--from <instant>', 'from this instant on')
    .option('--to <instant>', 'before this instant')
    .option('--limit <count>', 'how many, newest first', parseLimit, 50)
    .addHelpText(
      'before',
      examples('svc audit list', 'svc audit list --action user.signed_in --limit 100 --json'),
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

async function list({ io, session }: CommandContext, options: Options): Promise<void> {
  const { actor, subject, limit, action, from, to } = options
  const filter = namingOptions(optionOfField, () =>
    parseAuditFilter({ actor_id: actor, subject_id: subject, action, from, to }),
  )
  const appliance = await session.appliance()
  const page = { limit, after: undefined }
  const entries = await listAuditEntries(appliance.db.reader, filter, page)
  const items = entries.slice(0, limit).map(auditEntryJson)
  const details = { count: items.length }
  await recordAccess(appliance, session.origin, { action: 'audit.viewed', details })
  io.show({ items }, () => toText(io, items, appliance.clock.now()))
}

function toText(io: Io, items: readonly AuditEntryJson[], nowMs: number): string {
  if (items.length > 0) return renderTable(io.out, columnsAt(nowMs), items)
  io.say('No entry matches.')
  return ''
}

const columnsAt = (nowMs: number): readonly TableColumn<AuditEntryJson>[] => [
  { title: 'NO', cell: ({ sequence }) => String(sequence), isExtra: true },
  { title: 'AT (UTC)', cell: ({ at }) => dayAndMinute(at, nowMs) },
  { title: 'ACTOR', cell: actorText },
  { title: 'ACTION', cell: ({ action }) => action, shrinks: true },
  { title: 'OUTCOME', cell: ({ outcome }) => outcome },
  { title: 'SUBJECT', cell: ({ subject }) => subject?.id ?? '-', isExtra: true },
  { title: 'FROM', cell: (entry) => entry.client_address ?? '-', isExtra: true },
]

/** For a command, the host account that ran it. */
function actorText({ actor, details }: AuditEntryJson): string {
  const account = details.sudo_user ?? details.os_user
  return actor.id ?? (account === undefined ? actor.kind : `${actor.kind}:${account}`)
}
