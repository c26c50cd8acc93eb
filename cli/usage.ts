// `svc usage`: shows usage by day, month, type or API key.

import type { Command } from 'commander'
import { parseSummary, usageSummaryJson } from '../server/api/usage/usage-api.ts'
import { summaryCsv } from '../server/api/usage/usage-csv.ts'
import type { Environment } from '../server/kernel/environment.ts'
import { groupings } from '../server/usage/summarise.ts'
import { readSummary } from '../server/usage/usage-report.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './context.ts'
import { readKeyNames } from './keys/key-names.ts'
import { namingOptions } from './options/option-faults.ts'
import { environmentOption, wordOption } from './options/option-kinds.ts'
import { examples } from './root-command.ts'
import { countedNoun } from './text/counted-noun.ts'
import { summaryText, withoutIdle } from './usage/show-summary.ts'

interface Options {
  readonly from?: string
  readonly to?: string
  readonly groupBy: string
  readonly env?: Environment
  readonly csv?: boolean
  readonly all?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--from <when>', 'from this instant or date on, UTC (the first of the month)')
    .option('--to <when>', 'before this instant or date, UTC (the end of today)')
    .addOption(wordOption('--group-by <what>', 'one line for each', groupings).default('day'))
    .addOption(environmentOption())
    .option('--all', 'also days and months without usage (always in --csv and --json)')
    .option('--csv', 'comma-separated values, for a spreadsheet')
    .addHelpText(
      'before',
      examples(
        'svc usage',
        'svc usage --group-by month --env live',
        'svc usage --from 2026-11-01 --to 2026-12-01 --group-by api_key --csv > november.csv',
      ),
    )
    .action((options: Options) => show(context, options))
}

async function show({ io, session, interrupted }: CommandContext, options: Options): Promise<void> {
  if (options.csv && io.isJson) {
    throw new CommandError('usage', 'Either --csv or --json, not both.')
  }
  const { db, clock } = await session.appliance()
  const asked = namingOptions(optionOfField, () => parseSummary(fieldsOf(options), clock.now()))
  const filter = { ...asked.filter, environment: options.env }
  const summary = await readSummary(db, { ...asked, filter })
  const wire = usageSummaryJson(summary)
  if (options.csv) return io.out.write(summaryCsv(wire))
  const names =
    wire.group_by === 'api_key'
      ? await readKeyNames({ db }, interrupted)
      : new Map<string, string>()
  const shown = options.all ? wire : withoutIdle(wire)
  io.show(wire, () => summaryText(io.out, shown, { names, environment: options.env }))
  const idle = wire.items.length - shown.items.length
  if (idle > 0 && !io.isJson) io.say(idleText(idle, wire.group_by))
}

function idleText(count: number, span: string): string {
  return `${countedNoun(count, span)} without usage left out; --all shows ${count === 1 ? 'it' : 'them'}.`
}

const optionOfField = { from: '--from', to: '--to', group_by: '--group-by' }

function fieldsOf({ from, to, groupBy }: Options) {
  return {
    // `key` is the older name of `api_key`.
    group_by: groupBy === 'key' ? 'api_key' : groupBy,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}
