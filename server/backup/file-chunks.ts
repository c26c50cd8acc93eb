// Reads files in pieces of a megabyte, and hashes them.

import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const pieceBytes = 1024 * 1024

/** @throws errors of the file system with the first read */
export async function* readFileChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r')
  try {
    yield* readChunks(handle)
  } finally {
    await handle.close()
  }
}

/**
 * Reads an open file from its beginning. A piece is good until the next one is asked for, and is read while the one
 * before is used. They share two pieces of memory, because new memory for each would cost more than decrypting what is
 * in it.
 */
export async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  const places = [0, 1].map(() => Buffer.allocUnsafeSlow(pieceBytes)) as [Buffer, Buffer]
  let turn: 0 | 1 = 0
  let position = 0
  const readNext = () => {
    const reading = handle.read(places[turn], 0, pieceBytes, position)
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
      position += bytesRead
      reading = readNext()
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await reading.catch(() => {})
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
