// A PNG as the decoder gets it: the picture without what is written about it. A megabyte of compressed
// text unpacks to gigabytes in a decoder that wants to know all, so it never sees any. Pure.

import { inflateSync } from 'node:zlib'

/** Colour profiles end at about 3 MB (those of printing presses); a camera's have a few kilobytes. */
export const profileBytesMax = 4 * 1024 * 1024

/** The same as it is stored. */
export const storedProfileBytesMax = 1024 * 1024

/** EXIF, for which way up the picture is: no more than a JPEG could hold. */
export const exifBytesMax = 64 * 1024

/** The longest of the small chunks, the transparency of a palette, has a byte for each colour. */
const smallChunkBytesMax = 256

const signatureBytes = 8
/** Length and type, before a chunk's content. */
const chunkHeadBytes = 8
const checksumBytes = 4

/** Chunk types as the four bytes they are stored in. */
const typeIEND = 0x49454e44
const typeTRNS = 0x74524e53
const typeGAMA = 0x67414d41
const typeCHRM = 0x6348524d
const typeSRGB = 0x73524742
const typeICCP = 0x69434350
const typeEXIF = 0x65584966

/**
 * The picture without texts, other notes and oversized profiles; its pixels, colours and orientation are
 * unchanged. The very same buffer where there is nothing to leave out. `png` must have a header that
 * `readPngHeader` could read.
 */
export function withoutNotes(png: Buffer): Buffer {
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

/** Capital first letter: no picture without it, and a decoder refuses those that it does not know. */
function isCritical(type: number): boolean {
  return (type & 0x2000_0000) === 0
}

/** Whether the pixels look different without it. A second one of a kind has no meaning. */
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

/** Name, a zero, the method of compression, compressed profile. */
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
