// `svc resume-outgoing`: ends the pause that a restore began.

import type { Command } from 'commander'
import { resumeOutgoing } from '../server/operations/resume-outgoing.ts'
import type { CommandContext } from './context.ts'
import { examples } from './root-command.ts'

interface Options {
  readonly yes?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc resume-outgoing'))
    .addHelpText(
      'after',
      '\nAfter a restore nothing is sent: verifications wait, webhooks wait, the schedule\nrests. What the restored data holds as undelivered is sent again afterwards: tell\nthe receivers, who recognise events by their id. With the next backup this copy takes\nover the place of the backups (svc help backup). Not for a trial.\n',
    )
    .action((options: Options) => resume(context, options))
}

async function resume(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted: signal } = context
  const appliance = await session.appliance()
  await io.confirm(
    'Is this copy the installation from now on, and may it send to the identity provider and to webhooks again?',
    { ...options, signal },
  )
  const wasPaused = await resumeOutgoing(appliance, session.origin)
  io.show({ resumed: wasPaused }, () => '')
  if (io.isJson) return
  io.say(
    wasPaused
      ? 'Outgoing calls go on; a running server notices within seconds.'
      : 'Outgoing calls were not paused.',
  )
}
