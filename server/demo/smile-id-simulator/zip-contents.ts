// Reads an uploaded zip from its central directory, entry by entry, with limits on every count and
// size. Keeps only the first bytes of images, and the manifest.

import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'

export interface ZipContents {
  /** Text of `info.json`; undefined when the zip has none. */
  readonly manifestText: string | undefined
  /** First bytes of every other entry, by name. */
  readonly heads: ReadonlyMap<string, Buffer>
  /** Names that occur more than once, which is harmless only where nothing refers to them. */
  readonly repeatedNames: ReadonlySet<string>
}

/** Limits against zip bombs. */
const entriesMax = 64
const entryBytesMax = 32 * 1024 * 1024
const totalBytesMax = 128 * 1024 * 1024

/** Bytes of an entry's head: enough for the magic number of any image. */
const headBytes = 16

const manifestName = 'info.json'

/**
 * Reads the zip in an open file, which stays open. Returns undefined for a zip that is broken,
 * encrypted, has a wrong checksum, or exceeds the limits.
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
 * Decodes names as UTF-8 where possible. The zip library reads names without the UTF-8 flag as code
 * page 437, as the format says, but the Ruby client sends UTF-8 without the flag.
 */
function nameOf({ generalPurposeBitFlag, fileName, fileNameRaw }: Entry): string {
  const isMarked = (generalPurposeBitFlag & 0x800) !== 0
  return isMarked || !isUtf8(fileNameRaw) ? fileName : fileNameRaw.toString('utf8')
}

/**
 * Returns the whole manifest, or the head of any other entry; every byte is inflated and included
 * in the checksum.
 */
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
