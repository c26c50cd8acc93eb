// `svc hold release`: releases a legal hold.

import type { Command } from 'commander'
import { releaseHold } from '../../server/erasure/hold-verification.ts'
import { holdJson } from '../../server/erasure/retention-json.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly yes?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the hold')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc hold release hld_01kx…'))
    .action((id: string, options: Options) => release(context, id, options))
}

async function release(context: CommandContext, id: string, options: Options): Promise<void> {
  const { io, session, interrupted: signal } = context
  const appliance = await session.appliance()
  const question = `Release ${id}? The verification may then be erased when its period is over.`
  await io.confirm(question, { ...options, signal })
  const hold = await releaseHold(appliance, session.origin, id)
  io.show(holdJson(hold, appliance.clock.now()), () => '')
  if (!io.isJson) io.say(`Released ${id}.`)
}
