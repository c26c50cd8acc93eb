// `svc nodes resume`: lets a drained node take work again.

import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { changeDraining } from './change-draining.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[id]', 'the id of the node, if there are several')
    .addHelpText('before', examples('svc nodes resume', 'svc nodes resume node_01kx…'))
    .action((id: string | undefined) => changeDraining(context, { id, isDraining: false }))
}
