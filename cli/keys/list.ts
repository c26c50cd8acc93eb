// `svc keys list`: lists the API keys, newest first.

import type { Command } from 'commander'
import { type KeyJson, keyJson } from '../../server/api/keys/key-api.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { scopes, scopesDefault } from '../../server/keys/key.ts'
import { listKeys } from '../../server/keys/key-view.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { environmentOption } from '../options/option-kinds.ts'
import { readEveryPage } from '../pages.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addOption(environmentOption())
    .addHelpText('before', examples('svc keys list', 'svc keys list --env live --json'))
    .action((options: { readonly env?: Environment }) => list(context, options.env))
}

async function list(context: CommandContext, environment: Environment | undefined): Promise<void> {
  const { io, session, interrupted } = context
  const { db, clock } = await session.appliance()
  const keys = await readEveryPage(
    (page) => listKeys(db.reader, { environment }, page),
    interrupted,
  )
  const nowMs = clock.now()
  const items = keys.map((key) => keyJson(key, nowMs))
  io.show({ items, next_cursor: null }, () => toText(context, items))
}

function toText({ io, session }: CommandContext, items: readonly KeyJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  const create = 'svc keys create --name "Core banking" --env sandbox'
  io.say(`There is no API key yet. Create one: ${commandToCopy(session, create)}`)
  return ''
}

const columns: readonly TableColumn<KeyJson>[] = [
  { title: 'ID', cell: (key) => key.id },
  { title: 'ENV', cell: (key) => key.environment },
  { title: 'STATUS', cell: (key) => key.status },
  { title: 'NAME', cell: (key) => key.name, shrinks: true },
  { title: 'KEY', cell: (key) => key.hint.replace(/^.*_/, '') },
  { title: 'EXPIRES', cell: (key) => dayOf(key.expires_at), isExtra: true },
  { title: 'LAST USED', cell: (key) => dayOf(key.last_used_at), isExtra: true },
  { title: 'SCOPES', cell: (key) => scopesText(key.scopes), isExtra: true },
]

/** Shortens the two usual lists of scopes, which would not fit a line. */
function scopesText(given: readonly string[]): string {
  const has = (all: readonly string[]) => all.every((scope) => given.includes(scope))
  if (has(scopes)) return 'all'
  return given.length === scopesDefault.length && has(scopesDefault)
    ? 'all but keys.manage'
    : given.join(', ')
}

function dayOf(instant: string | null): string {
  return instant?.slice(0, 10) ?? 'never'
}
