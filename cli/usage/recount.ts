// `svc usage recount`: compares the usage counters with the events, and repairs them with --repair.

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
    .option('--repair', 'set counters that differ to the total of their events')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples('svc usage recount --from 2026-11-01', 'svc usage recount --repair'),
    )
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: a counter differs and was not repaired.\n`,
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
    const question = 'Overwrite the counters that differ? The events stay as they are.'
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
  if (differences === 0) return 'All counters match their events.'
  return repair
    ? `${countText(differences)} differed and were repaired.`
    : `${countText(differences)} ${differences === 1 ? 'differs' : 'differ'} from the events. Repair: svc usage recount --repair`
}

function countText(count: number): string {
  return count === 1 ? '1 counter' : `${count} counters`
}
