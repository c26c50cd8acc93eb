// `svc hold set`: forbids the erasure of a verification.

import type { Command } from 'commander'
import { parseErasure } from '../../server/erasure/erasure-input.ts'
import { holdReasons } from '../../server/erasure/hold.ts'
import { setHold } from '../../server/erasure/hold-verification.ts'
import { holdJson } from '../../server/erasure/retention-json.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { namingOptions } from '../options/option-faults.ts'
import { wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly verification: string
  readonly reason?: string
  readonly reference?: string
  readonly until?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .requiredOption('--verification <id>', 'the id of the verification')
    .addOption(wordOption('--reason <reason>', 'why it is held', holdReasons))
    .option('--reference <number>', 'file number of the case; no personal data')
    .option('--until <day>', 'last day, UTC (until it is released)')
    .addHelpText(
      'before',
      examples(
        'svc hold set --verification ver_01kx… --reason investigation --reference CENTIF-2026-118',
        'svc hold set --verification ver_01kx… --reason dispute --until 2027-03-31',
      ),
    )
    .action((options: Options) => set(context, options))
}

const optionOfField = { reason: '--reason', reference: '--reference', until: '--until' }

async function set({ io, session }: CommandContext, options: Options): Promise<void> {
  const parsed = namingOptions(optionOfField, () => parseErasure('hold', options))
  const appliance = await session.appliance()
  const { reason, reference, until } = parsed
  const order = { verificationId: options.verification, reason, reference, until }
  const hold = await setHold(appliance, session.origin, order)
  io.report(
    holdJson(hold, appliance.clock.now()),
    `Set ${hold.id}. Release it with: ${commandToCopy(session, `svc hold release ${hold.id}`)}`,
  )
}
