// `svc retention run`: erases what the bank's own periods say; the server does the same once a day.

import type { Command } from 'commander'
import { type RetentionOutcome, runRetention } from '../../server/erasure/run-retention.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'

interface Options extends YesOption {
  readonly dryRun?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--dry-run', 'count what would be erased, change nothing')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc retention run --dry-run', 'svc retention run --yes'))
    .action((options: Options) => run(context, options))
}

async function run(
  context: CommandContext,
  { dryRun = false, ...options }: Options,
): Promise<void> {
  const { io, session, interrupted: signal } = context
  const appliance = await session.appliance()
  if (!dryRun) {
    const question = 'Erase everything whose period is over? This cannot be undone.'
    await io.confirm(question, options)
  }
  const progress = startProgress(io)
  const outcome = await runRetention(appliance, {
    by: session.origin,
    isDryRun: dryRun,
    signal,
    onProgress: (soFar) => progress.update(textOf(soFar, dryRun)),
  }).finally(() => progress.end())
  const { erased, imagesErased, blocked } = outcome
  io.report(
    { dry_run: dryRun, erased, images_erased: imagesErased, blocked },
    textOf(outcome, dryRun),
  )
}

function textOf({ erased, imagesErased, blocked }: RetentionOutcome, isDryRun: boolean): string {
  const kept = Object.entries(blocked).map(([block, count]) => `${count} ${block}`)
  const did = isDryRun ? 'to erase' : 'erased'
  const rest = kept.length === 0 ? '' : ` Kept although due: ${kept.join(', ')}.`
  return `${erased} verifications ${did}; images alone ${did} of ${imagesErased}.${rest}`
}
