// `svc backup adopt`: lets this data folder make the backups from now on, instead of another copy of the installation.

import type { Command } from 'commander'
import { adoptPlace } from '../../server/backup/adopt-place.ts'
import { backupPlaceOf } from '../../server/backup/backup-settings.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { placeFromHere } from './open-place.ts'

interface Options extends YesOption {
  readonly to?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--to <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc backup adopt'))
    .addHelpText(
      'after',
      '\nAfter a restore the backups at the place are those of the copy before it. Say\nwith this command that this data folder is the installation; any other copy is\nrefused at the place from then on. svc resume-outgoing says it too. Not for a\ntrial.\n',
    )
    .action((options: Options) => adopt(context, options))
}

async function adopt(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const to = options.to === undefined ? undefined : placeFromHere(options.to)
  const place = backupPlaceOf(appliance, to).to
  const { dataDir } = appliance.config
  const question = `Is ${dataDir} the installation whose backups go on in ${place}? Any other copy of it can write there no longer.`
  await io.confirm(question, options)
  const adopted = await adoptPlace(appliance, { by: session.origin, to })
  io.show({ place: adopted, adopted: true }, () => `The backups of ${dataDir} go to ${adopted}.\n`)
}
