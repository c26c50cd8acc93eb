// `svc upgrade check`: checks a release bundle and tells what the upgrade would do; changes nothing.

import { tmpdir } from 'node:os'
import type { Command } from 'commander'
import { shellWord } from '../../server/kernel/shell-word.ts'
import { removeUnpacked } from '../../server/upgrade/open-bundle.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { examineBundle, pinnedKeyFile } from './examine-bundle.ts'
import { planJson, planText } from './plan-text.ts'
import { type InstallationOptions, openUpgradeScene } from './upgrade-context.ts'

interface Options extends InstallationOptions {
  readonly key: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<bundle>', 'the tarball; its .sig must be beside it')
    .option('--key <file>', 'public key of the releases', pinnedKeyFile)
    .option('--root <folder>', 'folder of the releases (the one of this release)')
    .addHelpText('before', examples('svc upgrade check /media/svc-1.3.0-linux-x64.tar.gz'))
    .addHelpText('after', '\nExit status 3 if something speaks against the upgrade.\n')
    .action((bundle: string, options: Options) => check(context, bundle, options))
}

async function check(context: CommandContext, bundle: string, options: Options): Promise<void> {
  const { io, finish } = context
  const scene = await openUpgradeScene(context, options)
  const unpackIn = tmpdir()
  const { plan, unpackedIn } = await examineBundle(context, scene, bundle, { ...options, unpackIn })
  removeUnpacked(unpackedIn)
  io.show(planJson(plan), () => io.hint(planText(plan)))
  if (plan.findings.length > 0) finish(exitStatus.problemsFound)
  else if (!io.isJson) io.say(`To go ahead: ${applyCommand(bundle, options)}`)
}

function applyCommand(bundle: string, { key, root }: Options): string {
  const words = [
    ...(key === pinnedKeyFile ? [] : ['--key', key]),
    ...(root === undefined ? [] : ['--root', root]),
    bundle,
  ]
  return ['svc upgrade apply', ...words.map(shellWord)].join(' ')
}
