// `svc erase verify`: checks that a certificate of erasure is unaltered and was signed by this installation.

import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type CertificateFile, certificateFile } from '../../server/erasure/certificate.ts'
import { type CertificateVerdict, checkCertificate } from '../../server/erasure/read-certificate.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the JSON file of the certificate')
    .addHelpText('before', examples('svc erase verify certificate.json'))
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: altered, or signed by another installation.\n`,
    )
    .action((file: string) => verifyFile(context, file))
}

async function verifyFile(context: CommandContext, file: string): Promise<void> {
  const { io, session, finish } = context
  const read = readCertificateFile(file)
  const { db } = await session.appliance()
  const verdict = await checkCertificate(db.reader, read)
  const { id } = read.certificate
  io.show({ certificate: id, verdict }, () => '')
  if (!io.isJson) io.say(`${id}: ${texts[verdict]}`)
  if (verdict !== 'valid') finish(exitStatus.problemsFound)
}

const texts: Readonly<Record<CertificateVerdict, string>> = {
  valid: 'unaltered, and signed by this installation.',
  foreign: 'unaltered, but the key that signed it is not of this installation.',
  altered: 'the signature does not fit: the certificate was altered.',
}

function readCertificateFile(file: string): CertificateFile {
  try {
    return certificateFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CommandError('usage', `${file} cannot be read, or is no certificate of erasure.`)
  }
}
