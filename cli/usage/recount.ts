// `svc usage recount`

import type { Command } from 'commander'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { parseUsageFilter } from '../../server/usage/usage-input.ts'
import type { Context } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly from?: string
  readonly repair?: boolean
  readonly yes?: boolean
}

export function define(command: Command, context: Context): void {
  command
    .option('--from <when>', 'from this day on, UTC (where the last recount ended)')
    .option('--repair', 'write what the events come to over sums that say something else')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples('svc usage recount --from 2026-11-01', 'svc usage recount --repair'),
    )
    .addHelpText(
      'after',
      `\nEnds with ${exitStatus.problemsFound} when a sum differs and was not repaired.\n`,
    )
    .action((options: Options) => recount(context, options))
}

async function recount(context: Context, options: Options): Promise<void> {
  const { io, session, interrupted, finish } = context
  const { repair = false } = options
  const { from } = namingOptions({ from: '--from' }, () =>
    parseUsageFilter(options.from === undefined ? {} : { from: options.from }),
  )
  const appliance = await session.appliance()
  if (repair) {
    const question = 'Write over the sums that differ? The events themselves stay as they are.'
    await io.confirm(question, { ...options, signal: interrupted })
  }
  const differences = await recountUsage(appliance, {
    from,
    repairFor: repair ? session.origin : undefined,
  })
  io.show({ differences, repaired: repair }, () => '')
  if (!io.isJson) io.say(verdictOf(differences, repair))
  if (differences > 0 && !repair) finish(exitStatus.problemsFound)
}

function verdictOf(differences: number, repair: boolean): string {
  if (differences === 0) return 'Every sum says what its events come to.'
  return repair
    ? `${differences} sums differed and are true again.`
    : `${differences} sums differ from their events. Put them right: svc usage recount --repair`
}
