// The keys of age: recipients (public) from a setting or a file, identities (secret) from a file.

import { readFileSync, statSync } from 'node:fs'
import { describeUnreadable } from '../../kernel/unreadable-file.ts'
import { BackupError } from '../backup-error.ts'

const recipientShape = /^age1[0-9a-z]{50,3000}$/
const identityShape = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{50,200}$/

/**
 * @param setting recipients separated by commas, or the path of a file with one a line
 * @param dataDir as describeRefusedPath takes it
 * @throws BackupError `recipient_unusable`
 */
export function readRecipients(setting: string, dataDir?: string): readonly string[] {
  const recipients = setting.startsWith('age1')
    ? setting.split(',').map((part) => part.trim())
    : linesOf(readKeyFile(setting, 'recipient_unusable', dataDir))
  if (recipients.length > 0 && recipients.every((one) => recipientShape.test(one))) {
    return recipients
  }
  throw new BackupError(
    'recipient_unusable',
    'SVC_BACKUP_RECIPIENT must name public keys of age (age1…), or a file with one a line. Make one with: age-keygen -o backup-identity.txt',
  )
}

/** @throws BackupError `identity_unusable` */
export function readIdentities(file: string): readonly string[] {
  const identities = linesOf(readKeyFile(file, 'identity_unusable'))
  if (identities.length > 0 && identities.every((one) => identityShape.test(one))) return identities
  throw new BackupError(
    'identity_unusable',
    `${file} is no file of age identities: it must hold a line AGE-SECRET-KEY-1…, as age-keygen writes it.`,
  )
}

/** Returns a new identity file's text, as age-keygen writes it, and its recipient. */
export async function createIdentity(): Promise<{
  readonly text: string
  readonly recipient: string
}> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# public key: ${recipient}\n${identity}\n`, recipient }
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function readKeyFile(
  file: string,
  reason: 'recipient_unusable' | 'identity_unusable',
  dataDir?: string,
): string {
  try {
    if (statSync(file).size > 100_000) throw new Error('too long')
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(reason, describeUnreadable(file, error, dataDir))
  }
}
