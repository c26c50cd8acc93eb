// `svc keys mark`: sets whether keys that an API key creates over REST may have scopes that it lacks.

import type { Command } from 'commander'
import { keyJson } from '../../server/api/keys/key-api.ts'
import { setUnrestricted } from '../../server/keys/set-unrestricted.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly unrestricted?: boolean
  readonly restricted?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the key, from svc keys list')
    .option('--unrestricted', 'it may create keys with any scope over REST')
    .option('--restricted', 'keys that it creates have only scopes that it has')
    .addHelpText(
      'before',
      examples('svc keys mark key_01kx… --unrestricted', 'svc keys mark key_01kx… --restricted'),
    )
    .action((id: string, options: Options) => mark(context, id, options))
}

async function mark({ io, session }: CommandContext, id: string, options: Options): Promise<void> {
  const { unrestricted = false, restricted = false } = options
  if (unrestricted === restricted) {
    throw new CommandError('usage', 'Give either --unrestricted or --restricted.')
  }
  const appliance = await session.appliance()
  const key = await setUnrestricted(appliance, session.origin, id, unrestricted)
  const what = unrestricted ? 'may have scopes that it lacks' : 'have no more scopes than it has'
  io.report(
    keyJson(key, appliance.clock.now()),
    `${key.id} (${key.environment}, ${key.name}): keys that it creates ${what}.`,
  )
}
