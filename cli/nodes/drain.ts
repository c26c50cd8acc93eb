// `svc nodes drain`: lets a node begin no more work, so that it can be stopped without anybody noticing.

import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { changeDraining } from './change-draining.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[id]', 'the id of the node, if there are several')
    .option('--wait', 'return once the node has ended its jobs')
    .addHelpText(
      'before',
      examples(
        'svc nodes drain',
        'svc nodes drain node_01kx…',
        'svc nodes drain node_01kx… --wait',
      ),
    )
    .addHelpText(
      'after',
      '\nThe node is not ready any more (/readyz), so that a load balancer sends it no\nrequests. It answers those that come, begins no job and no scheduled task, and\nfinishes what it does. Stop it then; a new start takes work again, and so does\nsvc nodes resume.\n',
    )
    .action((id: string | undefined, { wait = false }: { readonly wait?: boolean }) =>
      changeDraining(context, { id, isDraining: true, waits: wait }),
    )
}
