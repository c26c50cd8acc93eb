// `svc images adopt`: lets this data folder write to the bucket of the images, instead of another copy of the
// installation.

import type { Command } from 'commander'
import { adoptImages } from '../../server/operations/move/move-images.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc images adopt'))
    .addHelpText(
      'after',
      '\nAfter a restore the bucket is that of the copy before it, and is only read. Say\nwith this command that this data folder is the installation; any other copy is\nrefused there from then on. Not for a trial. Then restart the server.\n',
    )
    .action((options: YesOption) => adopt(context, options))
}

async function adopt(context: CommandContext, options: YesOption): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { config, imageStore } = appliance
  if (imageStore === undefined) {
    throw new CommandError('usage', 'The images are in a folder: SVC_IMAGES_URL is not set.')
  }
  const { label } = imageStore
  const question = `Is ${config.dataDir} the installation whose images are in ${label}? Any other copy of it can write there no longer.`
  await io.confirm(question, options)
  await adoptImages(appliance, imageStore, session.origin)
  io.show({ place: label, adopted: true }, () => `${config.dataDir} writes to ${label} now.\n`)
}
