// `svc keys revoke`

import type { Command } from 'commander'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { AppError } from '../../server/kernel/app-error.ts'
import { keyJson } from '../../server/keys/key-json.ts'
import { findKey } from '../../server/keys/key-store.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'
import { samePlace } from '../same-place.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('<id>', 'the id of the key, from svc keys list')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc keys revoke key_01kx…', 'svc keys revoke key_01kx… --yes'))
    .action((id: string, options: { readonly yes?: boolean }) => revoke(context, id, options))
}

async function revoke(
  { io, session, interrupted }: Context,
  id: string,
  options: { readonly yes?: boolean },
): Promise<void> {
  const appliance = await session.appliance()
  const found = await findKey(appliance.db.reader, id)
  if (found === undefined) {
    const list = samePlace(session, 'svc keys list')
    throw new AppError('not_found', `No API key has the id ${id}. See: ${list}`)
  }
  const { environment, name } = found
  await io.confirm(
    `Revoke ${id} (${environment}, ${name})? Its clients are refused from the next request on.`,
    { ...options, signal: interrupted },
  )
  const key = keyJson(await revokeKey(appliance, fromCommandLine, id), appliance.clock.now())
  io.show(key, () => '')
  if (!io.isJson)
    io.say(`Revoked ${key.id} (${key.environment}, ${key.name}) at ${key.revoked_at}.`)
}
