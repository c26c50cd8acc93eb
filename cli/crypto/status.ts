// `svc crypto status`: lists every key with its age and when it is due for replacement.

import type { Command } from 'commander'
import { isoOrNull, toIso } from '../../server/kernel/clock.ts'
import {
  type InventoryKey,
  type KeyLife,
  lifeMonths,
} from '../../server/operations/key-inventory.ts'
import { readKeyInventory } from '../../server/operations/read-key-inventory.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Sink } from '../io.ts'
import { examples } from '../root-command.ts'
import { renderFacts, renderTable, type TableColumn } from '../table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc crypto status', 'svc crypto status --json'))
    .addHelpText(
      'after',
      `\nNo key and no secret is shown. Recommended lives: the master key ${lifeMonths.master_key} months, the\nsecret of a webhook ${lifeMonths.webhook_secret} (svc webhooks rotate-secret), certificates until they\nexpire. Exit status ${exitStatus.problemsFound}: one is overdue, or a certificate cannot be read.\n${noRotation}\n`,
    )
    .action(() => show(context))
}

const noRotation = 'The master key itself cannot be changed yet: there is no command for it.'

async function show({ io, session, finish }: CommandContext): Promise<void> {
  const appliance = await session.appliance()
  const keys = await readKeyInventory(appliance)
  const bad = keys.filter(({ state }) => state !== 'good')
  const file = appliance.config.masterKeyFile
  io.show(
    {
      well: bad.length === 0,
      master_key: {
        fingerprint: appliance.keyring.masterKeyId,
        file,
        rotation: 'not_available',
      },
      keys: keys.map(keyJson),
    },
    () => toText(io.out, file, keys),
  )
  if (bad.length > 0) finish(exitStatus.problemsFound)
}

function keyJson(key: InventoryKey) {
  return {
    name: key.name,
    subject: key.subject ?? null,
    purpose: key.purpose,
    algorithm: key.algorithm,
    bits: key.bits ?? null,
    count: key.count,
    oldest_at: isoOrNull(key.oldestAt),
    newest_at: isoOrNull(key.newestAt),
    life: key.life.kind,
    life_months: key.life.kind === 'months' ? key.life.months : null,
    due_at: isoOrNull(key.dueAt),
    state: key.state,
  }
}

function toText(sink: Sink, file: string, keys: readonly InventoryKey[]): string {
  const bad = keys.filter(({ state }) => state !== 'good')
  const verdict =
    bad.length === 0
      ? sink.style('green', 'No key is overdue.')
      : bad.map((key) => sink.style('red', problemText(key))).join('\n')
  const facts = renderFacts(sink, [['Master key file', file]])
  return `${renderTable(sink, columns, keys)}${facts}${verdict}\n${noRotation}\n`
}

function problemText({ name, subject, dueAt, state }: InventoryKey): string {
  const which = subject === undefined ? name : `${name} ${subject}`
  return state === 'unreadable' ? `${which} cannot be read.` : `${which} was due ${dayOf(dueAt)}.`
}

const columns: readonly TableColumn<InventoryKey>[] = [
  { title: 'KEY', cell: ({ name }) => name },
  { title: 'COUNT', cell: ({ count }) => String(count) },
  { title: 'SINCE', cell: ({ oldestAt }) => dayOf(oldestAt) },
  { title: 'NEWEST', cell: ({ newestAt }) => dayOf(newestAt), isExtra: true },
  { title: 'DUE', cell: ({ dueAt }) => dayOf(dueAt) },
  { title: 'LIVES', cell: ({ life }) => lifeText(life), isExtra: true },
  { title: 'ALGORITHM', cell: ({ algorithm }) => algorithm, isExtra: true },
  { title: 'BITS', cell: ({ bits }) => String(bits ?? '-'), isExtra: true },
  { title: 'OF', cell: ({ subject }) => subject ?? '-', isExtra: true },
  { title: 'FOR', cell: ({ purpose }) => purpose, isExtra: true },
]

function lifeText(life: KeyLife): string {
  switch (life.kind) {
    case 'months':
      return `${life.months} months`
    case 'expiry':
      return 'until it expires'
    case 'verification':
      return 'as its verification'
    case 'master_key':
      return 'as the master key'
    case 'owner':
      return 'set by its owner'
  }
}

function dayOf(at: number | undefined): string {
  return at === undefined ? '-' : toIso(at).slice(0, 10)
}
