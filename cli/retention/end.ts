// `svc retention end`: records the day on which the relationship with a client ended.

import type { Command } from 'commander'
import { parseErasure } from '../../server/erasure/erasure-input.ts'
import { endRelationship, withdrawRelationshipEnd } from '../../server/erasure/hold-verification.ts'
import { isoOrNull, toIso } from '../../server/kernel/clock.ts'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'
import { day } from '../text/instant-text.ts'

interface Options {
  readonly verification: string
  readonly on?: string
  readonly withdraw?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .requiredOption('--verification <id>', 'the id of the verification')
    .option('--on <day>', 'the day on which the relationship ended, UTC')
    .option('--withdraw', 'take back an end that was stated for the wrong client')
    .addHelpText(
      'before',
      examples(
        'svc retention end --verification ver_01kx… --on 2026-03-31',
        'svc retention end --verification ver_01kx… --withdraw',
      ),
    )
    .addHelpText(
      'after',
      '\nAnother day replaces the one before. The audit log keeps both, with who stated\neach and when: svc audit list --action verification.relationship_end_corrected.\n',
    )
    .action((options: Options) => end(context, options))
}

async function end({ io, session }: CommandContext, options: Options): Promise<void> {
  const { verification: verificationId, on, withdraw } = options
  if ((on === undefined) === (withdraw === undefined)) {
    throw new CommandError('usage', 'Give the day with --on, or --withdraw.')
  }
  const appliance = await session.appliance()
  if (withdraw) {
    const former = await withdrawRelationshipEnd(appliance, session.origin, verificationId)
    io.report(
      { verification_id: verificationId, ended_at: null, former: toIso(former) },
      `Withdrawn: ${day(former)}. The audit log keeps it.`,
    )
    return
  }
  const { on: endedAt } = namingOptions({ on: '--on' }, () => parseErasure('end', { on }))
  const order = { verificationId, endedAt }
  const former = await endRelationship(appliance, session.origin, order)
  io.show(
    { verification_id: verificationId, ended_at: toIso(endedAt), former: isoOrNull(former) },
    () => '',
  )
  if (io.isJson) return
  if (former !== undefined) io.say(`It replaces ${day(former)}, which the audit log keeps.`)
  const explain = commandToCopy(session, `svc retention explain ${verificationId}`)
  io.say(`Recorded. See: ${explain}`)
}
