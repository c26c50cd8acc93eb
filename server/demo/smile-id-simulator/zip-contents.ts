// Reads an uploaded zip from its central directory, entry by entry, under limits on every count and size.
// Of a picture only the first bytes are kept, of everything else only the manifest.

import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

export interface ZipContents {
  /** Text of `info.json`; absent when the zip has none. */
  readonly manifestText: string | undefined
  /** First bytes of every other entry, by name. */
  readonly heads: ReadonlyMap<string, Buffer>
  /** Names that occur more than once, which is only harmless where nothing refers to them. */
  readonly repeatedNames: ReadonlySet<string>
}

/** Limits against zip bombs. */
const entriesMax = 64
const entryBytesMax = 32 * 1024 * 1024
const totalBytesMax = 128 * 1024 * 1024

/** Enough for the magic number of any picture. */
const headBytes = 16

const manifestName = 'info.json'

/**
 * Reads the zip in an open file, which stays open. Undefined for whatever is no sound zip: broken,
 * encrypted, with a wrong checksum, or past the limits.
 */
export async function readZipContents(descriptor: number): Promise<ZipContents | undefined> {
  try {
    const file = await fromFdPromise(descriptor, { autoClose: false })
    return await collect(file)
  } catch {
    return undefined
  }
}

async function collect(file: ZipFile): Promise<ZipContents> {
  if (file.entryCount > entriesMax) throw new Error('too many entries')
  let manifestText: string | undefined
  let totalBytes = 0
  const heads = new Map<string, Buffer>()
  const seen = new Set<string>()
  const repeatedNames = new Set<string>()
  for await (const entry of file.eachEntry()) {
    totalBytes += entry.uncompressedSize
    if (entry.uncompressedSize > entryBytesMax || totalBytes > totalBytesMax) {
      throw new Error('too many bytes')
    }
    const name = entry.fileName
    if (seen.has(name)) repeatedNames.add(name)
    seen.add(name)
    const content = await readEntry(file, entry)
    if (name === manifestName) manifestText = content.toString('utf8')
    else heads.set(name, content)
  }
  return { manifestText, heads, repeatedNames }
}

/** The whole manifest, or the head of any other entry; either way every byte is inflated and summed. */
async function readEntry(file: ZipFile, entry: Entry): Promise<Buffer> {
  const keepBytes = entry.fileName === manifestName ? entryBytesMax : headBytes
  const stream: Readable = await file.openReadStreamPromise(entry)
  const kept: Buffer[] = []
  let keptBytes = 0
  let checksum = 0
  for await (const chunk of stream) {
    const piece: Buffer = chunk
    checksum = crc32(piece, checksum)
    if (keptBytes >= keepBytes) continue
    const part = Buffer.from(piece.subarray(0, keepBytes - keptBytes))
    kept.push(part)
    keptBytes += part.length
  }
  if (checksum !== entry.crc32) throw new Error('wrong checksum')
  return Buffer.concat(kept)
}
