// `svc resume-outgoing`: ends the pause that a restore began.

import type { Command } from 'commander'
import { findOutgoingPause } from '../server/egress/outgoing-pause-view.ts'
import { resumeOutgoing } from '../server/operations/resume-outgoing.ts'
import type { CommandContext } from './context.ts'
import type { Io, YesOption } from './io.ts'
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
  // Where nothing is paused, the question would alarm.
  if ((await findOutgoingPause(appliance.db.reader)) === undefined) return tell(io, false)
  await io.confirm(
    'Is this copy the installation from now on, and may it send to the identity provider and to webhooks again?',
    options,
  )
  tell(io, await resumeOutgoing(appliance, session.origin))
}

function tell(io: Io, wasPaused: boolean): void {
  io.report(
    { resumed: wasPaused },
    wasPaused
      ? 'Outgoing calls go on; a running server notices within seconds.'
      : 'Outgoing calls were not paused.',
  )
}
