// `svc usage correct`: cancels a usage event with a negative one.

import type { Command } from 'commander'
import { usageEventJson } from '../../server/api/usage/usage-api.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { correctUsage, requireCorrectable } from '../../server/usage/correct-usage.ts'
import { parseCorrectionReason } from '../../server/usage/usage-input.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'

interface Options extends YesOption {
  readonly reason?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the event, from GET /v1/usage or svc usage export')
    .option('--reason <text>', 'reason, shown to the client; no personal data')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples('svc usage correct use_01kx… --reason "Metered during our outage of 12 November"'),
    )
    .action((id: string, options: Options) => correct(context, id, options))
}

async function correct(context: CommandContext, id: string, options: Options): Promise<void> {
  const { io, session } = context
  const reason = namingOptions({ reason: '--reason' }, () => parseCorrectionReason(options.reason))
  const appliance = await session.appliance()
  const event = await requireCorrectable(appliance.db.reader, id)
  const about = `${event.type}, ${event.environment}, ${toIso(event.createdAt)}`
  await io.confirm(`Cancel ${id} (${about})? This cannot be undone.`, options)
  const correction = usageEventJson(await correctUsage(appliance, session.origin, { id, reason }))
  io.report(correction, `Cancelled ${id} with ${correction.id} at ${correction.created_at}.`)
}
