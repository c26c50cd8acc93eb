// Writes and reads the tar archives inside a backup, pieces as they come: a stream for each entry, as libraries make
// it, takes longer than decrypting what is in it.

import { alteredArchive, blockBytes, fileHeader, paddingBytes } from './tar-header.ts'
import { createTarReader, type TarPart } from './tar-reader.ts'

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  /** Exactly `bytes` long. A piece is good until the next one is asked for. */
  readonly content: AsyncIterable<Uint8Array>
}

/** @throws Error if a content is not as long as its entry says */
export async function* packTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of entries) {
    yield fileHeader({ name, bytes })
    let given = 0
    for await (const piece of content) {
      yield piece
      given += piece.length
    }
    if (given !== bytes) throw new Error(`${name} has ${given} bytes and not ${bytes}`)
    yield Buffer.alloc(paddingBytes(bytes))
  }
  yield Buffer.alloc(2 * blockBytes)
}

/**
 * The content of an entry may be left unread; it is gone once the next entry is asked for.
 * @throws BackupError `damaged`
 */
export async function* unpackTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const parts = partsOf(archive)
  try {
    for await (const part of oneByOne(parts)) {
      if (part.kind !== 'entry') continue
      yield { name: part.name, bytes: part.bytes, content: contentOf(parts) }
    }
  } finally {
    // Closes what the archive is read from.
    await parts.return(undefined)
  }
}

async function* partsOf(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarPart> {
  const reader = createTarReader()
  for await (const piece of archive) yield* reader.read(piece)
  if (!reader.isComplete()) throw alteredArchive()
}

async function* contentOf(parts: AsyncGenerator<TarPart>): AsyncGenerator<Uint8Array> {
  for await (const part of oneByOne(parts)) {
    if (part.kind !== 'content') return
    yield part.content
  }
}

/** Leaves the parts open, because the next entry goes on with them. */
async function* oneByOne(parts: AsyncGenerator<TarPart>): AsyncGenerator<TarPart> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
}
