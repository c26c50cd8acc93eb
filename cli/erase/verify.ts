// `svc erase verify`: checks that a certificate of erasure is unaltered and was signed by this installation, or, where
// the installation is gone, with a key that was published.

import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import {
  type CertificateFile,
  certificateFile,
  fingerprintOf,
  isSigned,
  readPublicKeys,
} from '../../server/erasure/certificate.ts'
import { type CertificateVerdict, checkCertificate } from '../../server/erasure/read-certificate.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly key?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'the JSON file of the certificate')
    .option('--key <file>', 'published public keys, PEM; no installation is needed')
    .addHelpText(
      'before',
      examples(
        'svc erase verify certificate.json',
        'svc erase verify certificate.json --key keys.pem',
      ),
    )
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: altered, or signed with another key.\n`,
    )
    .action((file: string, options: Options) => verifyFile(context, file, options))
}

async function verifyFile(context: CommandContext, file: string, { key }: Options): Promise<void> {
  const { io, finish } = context
  const read = readCertificateFile(file)
  const verdict = key === undefined ? await byInstallation(context, read) : byKeyFile(read, key)
  const { id } = read.certificate
  const fingerprint = fingerprintOf(read.signature.public_key)
  io.report(
    { certificate: id, verdict, key_fingerprint: fingerprint },
    `${id}: ${(key === undefined ? ofInstallation : ofKeyFile)[verdict]}`,
    `Fingerprint of the key in the certificate: ${fingerprint}`,
  )
  if (verdict !== 'valid') finish(exitStatus.problemsFound)
}

async function byInstallation({ session }: CommandContext, read: CertificateFile) {
  const { db } = await session.appliance()
  return checkCertificate(db.reader, read)
}

function byKeyFile(read: CertificateFile, keyFile: string): CertificateVerdict {
  const known = readKeyFile(keyFile).map(fingerprintOf)
  if (!isSigned(read)) return 'altered'
  return known.includes(fingerprintOf(read.signature.public_key)) ? 'valid' : 'foreign'
}

const altered = 'the signature does not fit: the certificate was altered.'

const ofInstallation: Readonly<Record<CertificateVerdict, string>> = {
  valid: 'unaltered, and signed by this installation.',
  foreign: 'unaltered, but the key that signed it is not of this installation.',
  altered,
}

const ofKeyFile: Readonly<Record<CertificateVerdict, string>> = {
  valid: 'unaltered, and signed with the given key.',
  foreign: 'unaltered, but signed with another key than the given one.',
  altered,
}

function readCertificateFile(file: string): CertificateFile {
  const text = readText(file)
  try {
    return certificateFile.parse(JSON.parse(text))
  } catch {
    throw new CommandError('usage', `${file} is no certificate of erasure.`)
  }
}

function readKeyFile(file: string): readonly string[] {
  const text = readText(file)
  try {
    const keys = readPublicKeys(text)
    if (keys.length > 0) return keys
  } catch {
    // The message below names what is expected.
  }
  throw new CommandError('usage', `${file} holds no public key (PEM).`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError('usage', describeUnreadable(file, error))
  }
}
