// `svc export deleted`: records that the folder of an export of a person's data is deleted.

import type { Command } from 'commander'
import { noteDeletion } from '../../server/erasure/note-export.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<export>', 'the id of the export')
    .addHelpText('before', examples('svc export deleted exp_01kx…'))
    .addHelpText('after', '\nIt deletes nothing: delete the folder and every copy of it first.\n')
    .action((id: string) => note(context, id))
}

async function note({ io, session }: CommandContext, exportId: string): Promise<void> {
  const appliance = await session.appliance()
  await noteDeletion(appliance, session.origin, exportId)
  io.report({ id: exportId, deleted: true }, 'Recorded.')
}
