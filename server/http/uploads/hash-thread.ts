// The program of the thread that hashes large files. `file-digest.ts` asks it to.

import { createHash, type Hash } from 'node:crypto'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import { answerInThread } from '../../kernel/thread-messages.ts'
import type { HashRequest } from './file-digest.ts'

interface HashedFile {
  readonly hash: Hash
  bytes: number
}

const files = new Map<number, HashedFile>()

/** Returns the SHA-256 (hex) of a file that ends. @throws Error if an earlier part of the file has not come */
answerInThread(({ file, from, parts, next }: HashRequest): string | undefined => {
  const hashed = files.get(file) ?? { hash: createHash('sha256'), bytes: 0 }
  files.delete(file)
  if (next === 'forget') return undefined
  if (hashed.bytes !== from) throw new Error('a part of the file is missing')
  for (const part of parts) {
    hashed.bytes += part.byteLength
    const bytes = Buffer.from(part)
    hashed.hash.update(bytes)
    freeBuffer(bytes)
  }
  if (next === 'end') return hashed.hash.digest('hex')
  files.set(file, hashed)
  return undefined
})
