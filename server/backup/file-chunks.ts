// Reads files in pieces of a megabyte, and hashes them.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const pieceBytes = 1024 * 1024

/**
 * A piece is good until the next one is asked for, and is read while the one before is used. They share two pieces of
 * memory, because new memory for each would cost more than decrypting what is in it.
 * @throws errors of the file system with the first read
 */
export async function* readFileChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  const places = [0, 1].map(() => Buffer.allocUnsafeSlow(pieceBytes)) as [Buffer, Buffer]
  let turn: 0 | 1 = 0
  const readNext = () => {
    const reading = handle.read(places[turn], 0, pieceBytes)
    turn = turn === 0 ? 1 : 0
    // It is thrown where the piece is asked for.
    reading.catch(() => {})
    return reading
  }
  let reading = readNext()
  try {
    for (;;) {
      const { bytesRead, buffer } = await reading
      if (bytesRead === 0) return
      reading = readNext()
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await reading.catch(() => {})
    await handle.close()
  }
}

export interface HashedContent {
  readonly sha256: string
  readonly bytes: number
}

export async function hashFile(file: string): Promise<HashedContent> {
  const hashed = hashing(readFileChunks(file))
  for await (const chunk of hashed.content) void chunk
  return hashed.result()
}

/** Hashes content while it passes. `result` is complete once the content was read to its end. */
export function hashing(content: AsyncIterable<Uint8Array>): {
  readonly content: AsyncGenerator<Uint8Array>
  result(): HashedContent
} {
  const digest = createHash('sha256')
  let bytes = 0
  return {
    content: (async function* () {
      for await (const chunk of content) {
        digest.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    })(),
    result: () => ({ sha256: digest.copy().digest('hex'), bytes }),
  }
}
