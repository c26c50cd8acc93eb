// `svc retention end`: records the day on which the relationship with a client ended.

import type { Command } from 'commander'
import { parseErasure } from '../../server/erasure/erasure-input.ts'
import { endRelationship } from '../../server/erasure/hold-verification.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { CommandContext } from '../context.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly verification: string
  readonly on: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .requiredOption('--verification <id>', 'the id of the verification')
    .requiredOption('--on <day>', 'the day on which the relationship ended, UTC')
    .addHelpText('before', examples('svc retention end --verification ver_01kx… --on 2026-03-31'))
    .action((options: Options) => end(context, options))
}

async function end({ io, session }: CommandContext, options: Options): Promise<void> {
  const { on: endedAt } = namingOptions({ on: '--on' }, () => parseErasure('end', options))
  const { verification: verificationId } = options
  const appliance = await session.appliance()
  await endRelationship(appliance, session.origin, { verificationId, endedAt })
  io.show({ verification_id: verificationId, ended_at: toIso(endedAt) }, () => '')
  if (!io.isJson) io.say(`Recorded. See: svc retention explain ${verificationId}`)
}
