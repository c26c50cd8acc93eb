// `svc hold release`: releases a legal hold.

import type { Command } from 'commander'
import { releaseHold, requireHeld } from '../../server/erasure/hold-verification.ts'
import { holdJson } from '../../server/erasure/retention-json.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the hold')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc hold release hld_01kx…'))
    .action((id: string, options: YesOption) => release(context, id, options))
}

async function release(context: CommandContext, id: string, options: YesOption): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { verificationId, reason } = await requireHeld(appliance.db.reader, id)
  const question = `Release ${id} (${reason}, ${verificationId})? The verification may then be erased when its period is over.`
  await io.confirm(question, options)
  const hold = await releaseHold(appliance, session.origin, id)
  io.report(holdJson(hold, appliance.clock.now()), `Released ${id}.`)
}
