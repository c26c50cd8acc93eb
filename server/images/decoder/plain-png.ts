// Strips a PNG for the decoder: removes text, EXIF and other notes. A megabyte of compressed text can
// inflate to gigabytes in a decoder that reads all chunks. Pure.

import { inflateSync } from 'node:zlib'
import {
  checksumBytes,
  chunkHeadBytes,
  isCritical,
  signatureBytes,
  typeIEND,
} from '../header/png-chunks.ts'
import { isPlainProfile, profileBytesMax } from './colour-profile.ts'

/** Bytes of a colour profile as stored, compressed. */
const storedProfileBytesMax = 1024 * 1024

/**
 * Bytes of the small chunks; the longest, the transparency of a palette, has one for each colour.
 */
const smallChunkBytesMax = 256

/** Chunk types as the number in their four bytes. */
const typeTRNS = 0x74524e53
const typeGAMA = 0x67414d41
const typeCHRM = 0x6348524d
const typeSRGB = 0x73524742
const typeICCP = 0x69434350

/**
 * Removes texts, other notes and odd profiles; pixels and colours stay the same.
 * Returns the same buffer where there is nothing to remove. `png` must have been
 * admitted.
 */
export function stripText(png: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(png.length)
  const seen = new Set<number>()
  let length = png.copy(plain, 0, 0, signatureBytes)
  let position = signatureBytes
  let type = 0
  while (type !== typeIEND && position + chunkHeadBytes + checksumBytes <= png.length) {
    const contentEnd = position + chunkHeadBytes + png.readUInt32BE(position)
    type = png.readUInt32BE(position + 4)
    const end = contentEnd + checksumBytes
    if (isCritical(type) || isWanted(type, png, position + chunkHeadBytes, contentEnd, seen)) {
      length += png.copy(plain, length, position, end)
    }
    position = end
  }
  return length === png.length ? png : plain.subarray(0, length)
}

/**
 * Whether the chunk changes how the pixels look. A second chunk of the same type has no meaning.
 */
function isWanted(
  type: number,
  png: Buffer,
  start: number,
  end: number,
  seen: Set<number>,
): boolean {
  const bytes = end - start
  switch (type) {
    case typeTRNS:
    case typeGAMA:
    case typeCHRM:
    case typeSRGB:
      return bytes <= smallChunkBytesMax && isFirst(type, seen)
    case typeICCP:
      return isFirst(type, seen) && isPlainProfileIn(png.subarray(start, end))
    default:
      return false
  }
}

function isFirst(type: number, seen: Set<number>): boolean {
  const isNew = !seen.has(type)
  seen.add(type)
  return isNew
}

/** Content of the chunk: name, a zero, the compression method, the compressed profile. */
function isPlainProfileIn(content: Buffer): boolean {
  if (content.length > storedProfileBytesMax) return false
  const compressed = content.subarray(content.indexOf(0) + 2)
  try {
    return isPlainProfile(inflateSync(compressed, { maxOutputLength: profileBytesMax }))
  } catch {
    return false
  }
}
