// The command of the operator that lifts what keeps a verification from being erased.

import type { ErasureBlock } from '../server/erasure/retention-policy.ts'
import { commandToCopy } from './command-to-copy.ts'
import type { CommandContext } from './context.ts'

const commands: Readonly<Partial<Record<ErasureBlock, string>>> = {
  legal_hold: 'svc hold release',
  relationship_not_ended: 'svc retention end',
}

/** In parentheses, to follow the text of the block; empty where no command lifts it. */
export function liftingCommand(session: CommandContext['session'], block: ErasureBlock): string {
  const command = commands[block]
  return command === undefined ? '' : ` (${commandToCopy(session, command)})`
}
