// `svc export handed-over`: records to whom an export of a person's data was given.

import type { Command } from 'commander'
import { noteHandover } from '../../server/erasure/note-export.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<export>', 'the id of the export')
    .requiredOption('--to <reference>', "the bank's reference of the recipient, never a name")
    .addHelpText('before', examples('svc export handed-over exp_01kx… --to request-118'))
    .action((id: string, options: { readonly to: string }) => note(context, id, options.to))
}

async function note({ io, session }: CommandContext, exportId: string, to: string): Promise<void> {
  const appliance = await session.appliance()
  await noteHandover(appliance, session.origin, { exportId, recipient: to })
  io.report(
    { id: exportId, recipient: to },
    `Recorded. Delete the folder, then: ${commandToCopy(session, `svc export deleted ${exportId}`)}`,
  )
}
