// Reads an uploaded zip from its central directory, entry by entry, under limits on every count and size.
// Of a picture only the first bytes are kept, of everything else only the manifest.

import { isUtf8 } from 'node:buffer'
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
    const name = nameOf(entry)
    if (seen.has(name)) repeatedNames.add(name)
    seen.add(name)
    const content = await readEntry(file, entry, name)
    if (name === manifestName) manifestText = content.toString('utf8')
    else heads.set(name, content)
  }
  return { manifestText, heads, repeatedNames }
}

/**
 * The reader takes names that are not marked as UTF-8 for code page 437, which is what the format says. The
 * Ruby client's are UTF-8 without the mark.
 */
function nameOf({ generalPurposeBitFlag, fileName, fileNameRaw }: Entry): string {
  const isMarked = (generalPurposeBitFlag & 0x800) !== 0
  return isMarked || !isUtf8(fileNameRaw) ? fileName : fileNameRaw.toString('utf8')
}

/** The whole manifest, or the head of any other entry; either way every byte is inflated and summed. */
async function readEntry(file: ZipFile, entry: Entry, name: string): Promise<Buffer> {
  const keepBytes = name === manifestName ? entryBytesMax : headBytes
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
