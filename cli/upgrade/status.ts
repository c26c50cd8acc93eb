// `svc upgrade status`: the release in use, the others that are unpacked, and the upgrades so far.

import type { Command } from 'commander'
import { installedVersions } from '../../server/upgrade/installation.ts'
import { readJournal, unfinishedUpgrade } from '../../server/upgrade/upgrade-journal.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { type InstallationOptions, openUpgradeScene } from './upgrade-context.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .option('--root <folder>', 'folder of the releases (the one of this release)')
    .addHelpText('before', examples('svc upgrade status', 'svc upgrade status --json'))
    .addHelpText('after', '\nExit status 3 if an upgrade was interrupted or got stuck.\n')
    .action((options: InstallationOptions) => show(context, options))
}

async function show(context: CommandContext, options: InstallationOptions): Promise<void> {
  const { io, finish } = context
  const { installation } = await openUpgradeScene(context, options)
  const { root, current } = installation
  const upgrades = readJournal(root)
  const unfinished = unfinishedUpgrade(upgrades)
  const installed = installedVersions(root)
  io.show({ current, installed, unfinished: unfinished ?? null, upgrades }, () => {
    const lines = upgrades.map(
      ({ began_at, from, to, phase, reason }) =>
        `${began_at}  ${from} to ${to}  ${phase.replace('_', ' ')}${reason === undefined ? '' : `: ${reason}`}`,
    )
    return `In use     ${current}\nInstalled  ${installed.join(', ')}\n${lines.map((line) => `${line}\n`).join('')}`
  })
  if (unfinished === undefined) return
  io.warn(
    `The upgrade to ${unfinished.to} stopped at "${unfinished.phase}". Undo it: svc rollback --to ${unfinished.from}`,
  )
  finish(exitStatus.problemsFound)
}
