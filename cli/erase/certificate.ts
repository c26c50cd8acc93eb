// `svc erase certificate`: prints the signed certificate of an erasure, as JSON or as a page to print.

import type { Command } from 'commander'
import {
  type CertificateLanguage,
  certificateLanguages,
} from '../../server/erasure/certificate-words.ts'
import { printCertificate } from '../../server/erasure/print-certificate.ts'
import { readCertificate } from '../../server/erasure/read-certificate.ts'
import type { CommandContext } from '../context.ts'
import { addOutOption } from '../options/export-options.ts'
import { examples } from '../root-command.ts'
import { writeOut } from '../write-out.ts'

interface Options {
  readonly page?: CertificateLanguage
  readonly out?: string
}

export function define(command: Command, context: CommandContext): void {
  const page = command.createOption('--page <language>', 'as a page to print, in this language')
  addOutOption(
    command
      .argument('<verification>', 'the id of the erased verification')
      .addOption(page.choices(certificateLanguages)),
  )
    .addHelpText(
      'before',
      examples(
        'svc erase certificate ver_01kx… --out certificate.json',
        'svc erase certificate ver_01kx… --page fr --out certificat.html',
      ),
    )
    .action((id: string, options: Options) => certificate(context, id, options))
}

async function certificate(
  { io, session }: CommandContext,
  id: string,
  { page, out }: Options,
): Promise<void> {
  const { db } = await session.appliance()
  const { file } = await readCertificate(db.reader, id)
  const text =
    page === undefined ? `${JSON.stringify(file, undefined, 2)}\n` : printCertificate(file, page)
  await writeOut(io, out, async (write) => {
    await write(text)
  })
  if (out !== undefined) io.say(`Written to ${out}.`)
}
