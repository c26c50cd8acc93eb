// `svc export subject`: writes all data of the person of a verification into a new folder.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { exportSubject } from '../../server/erasure/export-subject.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'

interface Options {
  readonly verification: string
  readonly to?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .requiredOption('--verification <id>', 'any verification of the person')
    .option('--to <folder>', 'a folder that does not exist yet (subject-ID here)')
    .addHelpText(
      'before',
      examples('svc export subject --verification ver_01kx… --to /secure/request-118'),
    )
    .action((options: Options) => exportOne(context, options))
}

async function exportOne({ io, session }: CommandContext, options: Options): Promise<void> {
  const { verification: verificationId, to = `subject-${verificationId}` } = options
  const appliance = await session.appliance()
  const order = { verificationId, folder: resolve(to) }
  const exported = await exportSubject(appliance, session.origin, order)
  const { id, verifications, images, folder } = exported
  const counts = `${countedNoun(verifications, 'verification')} and ${countedNoun(images, 'image')}`
  io.report(
    exported,
    `${counts} in ${folder}, readable by you alone.`,
    'It is personal data: hand it over on a safe way, then delete the folder. Record both:',
    `  svc export handed-over ${id} --to REFERENCE`,
    `  svc export deleted ${id}`,
  )
}
