// `svc keys revoke`

import type { Command } from 'commander'
import { keyJson } from '../../server/keys/key-json.ts'
import { revokeKey } from '../../server/keys/revoke-key.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'

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
  await io.confirm(`Revoke ${id}? Its clients are refused from the next request on.`, {
    ...options,
    signal: interrupted,
  })
  const key = keyJson(await revokeKey(appliance, id), appliance.clock.now())
  io.show(key, () => '')
  if (!io.isJson)
    io.say(`Revoked ${key.id} (${key.environment}, ${key.name}) at ${key.revoked_at}.`)
}
