// `svc keys rotate`: replaces an API key; the old one works until the grace period ends.

import type { Command } from 'commander'
import { rotateKey } from '../../server/keys/rotate-key.ts'
import { duration } from '../../server/settings/setting-kinds.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { durationParser } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { showCreatedKey } from './show-created-key.ts'

interface Options extends YesOption {
  /** Milliseconds. */
  readonly grace?: number
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the key, from svc keys list')
    .option('--grace <time>', 'how long the old key still works', durationParser('0', '30d'))
    .option('-y, --yes', 'do not ask before --grace 0 revokes the old key at once')
    .addHelpText(
      'before',
      examples('svc keys rotate key_01kx…', 'svc keys rotate key_01kx… --grace 7d --json'),
    )
    .action((id: string, options: Options) => rotate(context, id, options))
}

async function rotate(context: CommandContext, id: string, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const graceMs = options.grace ?? appliance.config.keyRotationGraceMs
  if (graceMs === 0) {
    const question = `Rotate ${id} without grace? The old key will be refused at once.`
    await io.confirm(question, options)
  }
  const created = await rotateKey(appliance, session.origin, { id, graceMs })
  showCreatedKey(io, appliance, created)
  if (!io.isJson) io.say(`It replaces ${id}, which ${endOf(graceMs)}.`)
}

function endOf(graceMs: number): string {
  return graceMs === 0 ? 'is revoked' : `works for another ${duration('0', '30d').print(graceMs)}`
}
