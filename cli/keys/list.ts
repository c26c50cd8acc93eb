// `svc keys list`

import type { Command } from 'commander'
import { type Environment, environments } from '../../server/keys/key.ts'
import { type KeyJson, keyJson } from '../../server/keys/key-json.ts'
import { listKeys } from '../../server/keys/key-store.ts'
import type { Context } from '../context.ts'
import type { Io } from '../io.ts'
import { readEveryPage } from '../pages.ts'
import { examples } from '../root-command.ts'
import { type Column, renderTable } from '../table.ts'

export function define(command: Command, context: Context): void {
  command
    .addOption(command.createOption('--env <environment>', 'only these').choices(environments))
    .addHelpText('before', examples('svc keys list', 'svc keys list --env live --json'))
    .action((options: { readonly env?: Environment }) => list(context, options.env))
}

async function list(
  { io, session, interrupted }: Context,
  environment: Environment | undefined,
): Promise<void> {
  const { db, clock } = await session.appliance()
  const keys = await readEveryPage(
    (page) => listKeys(db.reader, { environment }, page),
    interrupted,
  )
  const nowMs = clock.now()
  const items = keys.map((key) => keyJson(key, nowMs))
  io.show({ items, next_cursor: null }, () => toText(io, items))
}

function toText(io: Io, items: readonly KeyJson[]): string {
  if (items.length > 0) return renderTable(io.out, columns, items)
  io.say('There is no key yet. Make one: svc keys create --name "Core banking" --env sandbox')
  return ''
}

const columns: readonly Column<KeyJson>[] = [
  { title: 'ID', cell: (key) => key.id },
  { title: 'ENV', cell: (key) => key.environment },
  { title: 'STATUS', cell: (key) => key.status },
  { title: 'NAME', cell: (key) => key.name, shrinks: true },
  { title: 'KEY', cell: (key) => key.hint.replace(/^.*_/, '') },
  { title: 'EXPIRES', cell: (key) => dayOf(key.expires_at), isExtra: true },
  { title: 'LAST USED', cell: (key) => dayOf(key.last_used_at), isExtra: true },
]

function dayOf(instant: string | null): string {
  return instant?.slice(0, 10) ?? 'never'
}
