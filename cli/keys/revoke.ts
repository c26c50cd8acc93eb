// `svc keys revoke`: revokes an API key, and with --with-children the keys it created.

import type { Command } from 'commander'
import { revokedKeyJson } from '../../server/api/keys/key-api.ts'
import { AppError } from '../../server/kernel/app-error.ts'
import type { ApiKey } from '../../server/keys/key.ts'
import { findKey } from '../../server/keys/key-view.ts'
import { listRemainingChildren, revokeKey } from '../../server/keys/revoke-key.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'

interface Options extends YesOption {
  readonly withChildren?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the key, from svc keys list')
    .option('--with-children', 'also revoke the keys that it created over REST')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc keys revoke key_01kx…',
        'svc keys revoke key_01kx… --yes',
        'svc keys revoke key_01kx… --with-children --yes',
      ),
    )
    .action((id: string, options: Options) => revoke(context, id, options))
}

async function revoke(context: CommandContext, id: string, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const key = await findKey(appliance.db.reader, id)
  if (key === undefined) {
    const list = commandToCopy(session, 'svc keys list')
    throw new AppError('not_found', `No API key has the id ${id}. See: ${list}`)
  }
  const { environment, name } = key
  const children = await listRemainingChildren(appliance.db.reader, id, appliance.clock.now())
  const what = options.withChildren
    ? ` and ${countedNoun(children.length, 'key')} that it created`
    : ''
  await io.confirm(
    `Revoke ${id} (${environment}, ${name})${what}? Its clients will be refused at once.`,
    options,
  )
  const withChildren = options.withChildren === true || (await offer(context, children, options))
  const revoked = await revokeKey(appliance, session.origin, id, { withChildren })
  const shown = revokedKeyJson(revoked, appliance.clock.now())
  io.report(
    shown,
    `Revoked ${id} (${environment}, ${name}) at ${shown.revoked_at}.`,
    ...revoked.children.map((child) => `Revoked ${nameOf(child)}, which it created.`),
  )
  if (io.isJson || revoked.left.length === 0) return
  io.say(`Still active, ${countedNoun(revoked.left.length, 'key')} that it created:`)
  for (const child of revoked.left) io.say(`  ${nameOf(child)}`)
  io.say(`Revoke them with ${commandToCopy(session, `svc keys revoke ${id} --with-children`)}`)
}

/** With --yes nothing is asked, so only the key itself is revoked. */
async function offer(
  { io }: CommandContext,
  children: readonly ApiKey[],
  { yes = false }: Options,
): Promise<boolean> {
  if (children.length === 0 || yes) return false
  const names = children.map(nameOf).join(', ')
  return io.offer(`It created ${countedNoun(children.length, 'key')}: ${names}. Revoke them, too?`)
}

function nameOf({ id, name }: ApiKey): string {
  return `${id} (${name})`
}
