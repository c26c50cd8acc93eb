// `svc resume-outgoing`: ends the pause that a restore began.

import type { Command } from 'commander'
import { resumeOutgoing } from '../server/operations/resume-outgoing.ts'
import type { CommandContext } from './context.ts'
import type { YesOption } from './io.ts'
import { examples } from './root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc resume-outgoing'))
    .addHelpText(
      'after',
      '\nAfter a restore nothing is sent: verifications wait, webhooks wait, the schedule\nrests. What the restored data holds as undelivered is sent again afterwards:\ntell the receivers, who recognise events by their id. With the next backup this\ncopy takes over the place of the backups (svc help backup). Not for a trial.\n',
    )
    .action((options: YesOption) => resume(context, options))
}

async function resume(context: CommandContext, options: YesOption): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  await io.confirm(
    'Is this copy the installation from now on, and may it send to the identity provider and to webhooks again?',
    options,
  )
  const wasPaused = await resumeOutgoing(appliance, session.origin)
  io.report(
    { resumed: wasPaused },
    wasPaused
      ? 'Outgoing calls go on; a running server notices within seconds.'
      : 'Outgoing calls were not paused.',
  )
}
