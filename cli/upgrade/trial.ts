// `svc upgrade trial`: opens the data with this release while no server runs, migrates it and checks it, without
// serving. `svc upgrade apply` runs it before the new release gets its first request.

import type { Command } from 'commander'
import { createReadiness } from '../../server/monitoring/readiness.ts'
import { isServing } from '../../server/operations/is-serving.ts'
import { productVersion } from '../../server/product-version.ts'
import { readTlsFiles } from '../../server/settings/tls-files.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc upgrade trial'))
    .addHelpText('after', '\nStop the server first. The database is migrated to this release.\n')
    .action(() => trial(context))
}

async function trial({ io, session }: CommandContext): Promise<void> {
  const { config } = await session.settings()
  if (isServing(config.dataDir)) {
    throw new CommandError(
      'precondition_failed',
      'A server runs on this data folder. Stop it first.',
    )
  }
  if (config.tls) await readTlsFiles(config.tls)
  const appliance = await session.appliance()
  // The disk and the copy of the audit log are watched by servers alone.
  const failed = (await createReadiness(appliance).check()).filter(({ ok }) => !ok)
  if (failed.length > 0) {
    throw new CommandError('precondition_failed', failed.map(({ advice }) => advice).join(' '))
  }
  const version = productVersion()
  io.show({ version, ready: true }, () => `svc ${version} opens the data in ${config.dataDir}.\n`)
}
