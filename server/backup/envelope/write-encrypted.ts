// Writes content to the target, encrypted to recipients, and hashes what is stored.

import { createHash } from 'node:crypto'
import { type HashedContent, hashing } from '../file-chunks.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import type { Envelope } from './age-envelope.ts'
import { encryptTo } from './age-stream.ts'

export interface WrittenFile extends HashedContent {
  readonly name: string
  /** Of the header and the nonce behind it (age-stream.ts). */
  readonly headerSha256: string
}

export async function writeEncrypted(
  target: Pick<BackupTarget, 'write'>,
  to: readonly string[] | Envelope,
  file: {
    readonly name: string
    readonly content: AsyncIterable<Uint8Array>
    readonly bytesExpected: number
  },
): Promise<WrittenFile> {
  const header = createHash('sha256')
  const hashed = hashing(encryptTo(to, file.content, (beginning) => header.update(beginning)))
  await target.write(file.name, hashed.content, file.bytesExpected)
  return { name: file.name, ...hashed.result(), headerSha256: header.digest('hex') }
}
