// `svc rollback`: returns to an older release that is still unpacked, and to its database if the schema has changed.

import type { Command } from 'commander'
import { goBack } from '../server/upgrade/change-release.ts'
import { installedVersions } from '../server/upgrade/installation.ts'
import { readJournal } from '../server/upgrade/upgrade-journal.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './context.ts'
import { exitStatus } from './exit-codes.ts'
import type { YesOption } from './io.ts'
import { examples } from './root-command.ts'
import { serviceOptions } from './upgrade/apply.ts'
import { adviseOnUnit } from './upgrade/unit-advice.ts'
import { type ChangeOptions, openChange, openUpgradeScene } from './upgrade/upgrade-context.ts'

interface Options extends YesOption, ChangeOptions {
  readonly to?: string
  readonly acceptLoss?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--to <version>', 'an installed version (the one before the last upgrade)')
    .option('--accept-loss', 'lose what came in since the upgrade, if its schema changed')
    .option('-y, --yes', 'do not ask')
    .option('--root <folder>', 'folder of the releases (the one of this release)')
    .addHelpText('before', examples('svc rollback', 'svc rollback --to 1.2.0 --yes'))
    .addHelpText(
      'after',
      '\nIf the upgrade changed the schema, the database from before it is put back; that\nis refused if anything came in since. The newer database is kept.\n',
    )
    .action((options: Options) => rollBack(context, options))
  for (const option of serviceOptions()) command.addOption(option)
}

async function rollBack(context: CommandContext, options: Options): Promise<void> {
  const { io, finish } = context
  const scene = await openUpgradeScene(context, options)
  const { root, current } = scene.installation
  const last = readJournal(root).at(-1)
  const to = options.to ?? (last?.phase === 'rolled_back' ? undefined : last?.from)
  if (to === undefined) {
    throw new CommandError(
      'usage',
      'There is no upgrade to undo. Name a version with --to; svc upgrade status lists them.',
    )
  }
  if (!installedVersions(root).includes(to)) {
    throw new CommandError('usage', `${to} is not in ${root}. svc upgrade status lists what is.`)
  }
  const needs = await openChange(context, scene, options)
  await io.confirm(`Go back from ${current} to ${to}?`, options)
  const entry = last?.from === to ? last : undefined
  const order = { from: current, to, acceptsLoss: options.acceptLoss === true, entry }
  const outcome = await goBack(needs, order)
  const document = { from: current, to, outcome: outcome.kind, reason: outcome.reason ?? null }
  io.show(document, () =>
    outcome.kind === 'rolled_back'
      ? `svc ${to} is in use.\n`
      : io.hint(
          `${to} does not become ready: ${outcome.reason}\nSee the log of the server, and svc upgrade status.\n`,
        ),
  )
  // Also where it does not become ready: it may be the unit of the newer release that keeps it from it.
  await adviseOnUnit(context, scene, { version: to, service: options.service })
  if (outcome.kind !== 'rolled_back') finish(exitStatus.failed)
}
