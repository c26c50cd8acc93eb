// `svc usage recount`: compares the usage counters with the events, and repairs them with --repair.

import { type Command, Option } from 'commander'
import { parseUsageFilter } from '../../server/api/usage/usage-api.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { startOfNext } from '../../server/usage/span.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { YesOption } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import type { HasPlace } from '../place.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'

interface Options extends YesOption {
  readonly day?: string
  readonly from?: string
  readonly to?: string
  readonly repair?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .addOption(new Option('--day <day>', 'this day only, UTC').conflicts(['from', 'to']))
    .option('--from <when>', 'from this day on, UTC (where the last recount ended)')
    .option('--to <when>', 'to before this day, UTC (the end of yesterday)')
    .option('--repair', 'set counters that differ to the total of their events')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc usage recount --day 2026-11-20',
        'svc usage recount --from 2026-10-01 --to 2026-11-01',
        'svc usage recount --repair',
      ),
    )
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: a counter differs and was not repaired.\n`,
    )
    .action((options: Options) => recount(context, options))
}

async function recount(context: CommandContext, options: Options): Promise<void> {
  const { io, session, finish } = context
  const { repair = false } = options
  const period = periodOf(options)
  const appliance = await session.appliance()
  if (repair) {
    const question = 'Overwrite the counters that differ? The events stay as they are.'
    await io.confirm(question, options)
  }
  const differences = await recountUsage(appliance, {
    ...period,
    by: session.origin,
    repairs: repair,
  })
  io.report({ differences, repaired: repair }, verdictOf(session, differences, repair))
  if (differences > 0 && !repair) finish(exitStatus.problemsFound)
}

function periodOf({ day, from, to }: Options) {
  if (day === undefined) {
    const given = { ...(from && { from }), ...(to && { to }) }
    return namingOptions({ from: '--from', to: '--to' }, () => parseUsageFilter(given))
  }
  const start = namingOptions({ from: '--day' }, () => parseUsageFilter({ from: day })).from ?? 0
  return { from: start, to: startOfNext('day', start) }
}

function verdictOf(session: HasPlace, differences: number, repair: boolean): string {
  if (differences === 0) return 'All counters match their events.'
  return repair
    ? `${countedNoun(differences, 'counter')} differed and were repaired.`
    : `${countedNoun(differences, 'counter')} ${differences === 1 ? 'differs' : 'differ'} from the events. Repair: ${commandToCopy(session, 'svc usage recount --repair')}`
}
