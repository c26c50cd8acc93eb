// `svc upgrade apply`: changes over to the release in a bundle, and back by itself if that does not work.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { applyUpgrade } from '../../server/upgrade/change-release.ts'
import { removeAbandoned, removeUnpacked, syncDisk } from '../../server/upgrade/open-bundle.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { examineBundle, pinnedKeyFile } from './examine-bundle.ts'
import { planJson, planText } from './plan-text.ts'
import { adviseOnUnit } from './unit-advice.ts'
import { type ChangeOptions, openChange, openUpgradeScene } from './upgrade-context.ts'

interface Options extends YesOption, ChangeOptions {
  readonly key: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<bundle>', 'the tarball; its .sig must be beside it')
    .option('--key <file>', 'public key of the releases', pinnedKeyFile)
    .option('-y, --yes', 'do not ask')
    .option('--copy-only', 'copy the database, even where a place of backups is set')
    .option('--root <folder>', 'folder of the releases (the one of this release)')
    .addHelpText('before', examples('svc upgrade apply /media/svc-1.3.0-linux-x64.tar.gz'))
    .addHelpText(
      'after',
      '\nBacks up, stops the server, opens the data with the new release before any\nrequest reaches it, and starts it. If it does not work, the release before it\nruns again.\n',
    )
    .action((bundle: string, options: Options) => apply(context, bundle, options))
  for (const option of serviceOptions()) command.addOption(option)
}

/** How the server is stopped and started. */
export function serviceOptions(): readonly Option[] {
  return [
    new Option('--service <unit>', 'unit of systemd').default('svc.service'),
    new Option('--stop-command <command>', 'stops the server, where systemd does not'),
    new Option('--start-command <command>', 'starts it in the background, and returns'),
    new Option('--wait <seconds>', 'how long to wait until the server is ready').default('120'),
  ]
}

async function apply(context: CommandContext, bundle: string, options: Options): Promise<void> {
  const { io, finish, env } = context
  const scene = await openUpgradeScene(context, options)
  const { root } = scene.installation
  const unpackIn = root
  removeAbandoned(root)
  const examined = await examineBundle(context, scene, bundle, { ...options, unpackIn })
  const { plan, folder, unpackedIn } = examined
  try {
    if (plan.findings.length > 0) {
      io.show(planJson(plan), () => io.hint(planText(plan)))
      finish(exitStatus.problemsFound)
      return
    }
    const pause = `about ${plan.pauseSeconds} s without a server, ${countedNoun(plan.migrations.length, 'migration')}`
    await io.confirm(`Upgrade ${plan.from} to ${plan.to} (${pause})?`, options)
    const needs = await openChange(context, scene, options)
    const place = join(root, plan.to)
    // What an upgrade that failed left; it is not in use.
    if (existsSync(place)) rmSync(place, { recursive: true })
    renameSync(folder, place)
    await syncDisk(root, env)
    const migrates = plan.migrations.length > 0
    const outcome = await applyUpgrade(needs, { from: plan.from, to: plan.to, migrates })
    const document = {
      from: plan.from,
      to: plan.to,
      outcome: outcome.kind,
      reason: outcome.reason ?? null,
      backup: outcome.backup ?? null,
    }
    io.show(document, () => io.hint(outcomeText(document)))
    if (outcome.kind !== 'good') {
      finish(exitStatus.failed)
      return
    }
    await adviseOnUnit(context, scene, { version: plan.to, service: options.service })
  } finally {
    removeUnpacked(unpackedIn)
  }
}

function outcomeText({
  from,
  to,
  outcome,
  reason,
}: {
  from: string
  to: string
  outcome: string
  reason: string | null
}): string {
  switch (outcome) {
    case 'good':
      return `svc ${to} is in use. To go back: svc rollback\n`
    case 'rolled_back':
      return `svc ${to} did not work, and ${from} is in use again, with its data as they were.\nReason: ${reason}\n`
    default:
      return `The upgrade failed, and so did the way back. See: svc upgrade status\nReason: ${reason}\n`
  }
}
