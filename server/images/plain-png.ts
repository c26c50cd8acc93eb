// Strips a PNG for the decoder: removes text and other notes. A megabyte of compressed text can
// inflate to gigabytes in a decoder that reads all chunks. Pure.

import { inflateSync } from 'node:zlib'

/**
 * Bytes of an inflated colour profile: those of printing presses have about 3 MB, a camera's a few
 * kilobytes.
 */
const profileBytesMax = 4 * 1024 * 1024

/** Bytes of a colour profile as stored, compressed. */
const storedProfileBytesMax = 1024 * 1024

/** Bytes of EXIF, which holds the orientation: no more than a JPEG could hold. */
const exifBytesMax = 64 * 1024

/**
 * Bytes of the small chunks; the longest, the transparency of a palette, has one for each colour.
 */
const smallChunkBytesMax = 256

const signatureBytes = 8
/** Bytes of length and type before a chunk's content. */
const chunkHeadBytes = 8
const checksumBytes = 4

/** Chunk types as the number in their four bytes. */
const typeIEND = 0x49454e44
const typeTRNS = 0x74524e53
const typeGAMA = 0x67414d41
const typeCHRM = 0x6348524d
const typeSRGB = 0x73524742
const typeICCP = 0x69434350
const typeEXIF = 0x65584966

/**
 * Removes texts, other notes and oversized profiles; pixels, colours and orientation stay the same.
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
 * A critical chunk has a capital first letter: the image needs it, and decoders reject unknown
 * ones.
 */
function isCritical(type: number): boolean {
  return (type & 0x2000_0000) === 0
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
    case typeEXIF:
      return bytes <= exifBytesMax && isFirst(type, seen)
    case typeICCP:
      return isFirst(type, seen) && isBoundedProfile(png.subarray(start, end))
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
function isBoundedProfile(content: Buffer): boolean {
  if (content.length > storedProfileBytesMax) return false
  const compressed = content.subarray(content.indexOf(0) + 2)
  try {
    inflateSync(compressed, { maxOutputLength: profileBytesMax })
    return true
  } catch {
    return false
  }
}
