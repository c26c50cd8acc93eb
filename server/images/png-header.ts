// Reads the header of a PNG (W3C PNG, section 5): walks the chunks from the signature to the end
// chunk without inflating any of them. Pure.

import type { Anomaly, ImageHeader } from './image-header.ts'

const signatureBytes = 8
/** Bytes of length, type and checksum around a chunk's content. */
const chunkFrameBytes = 12
const headerBytes = 13

/** Chunk types as the number in their four bytes, because a file may hold a million chunks. */
const typeIHDR = 0x49484452
const typeACTL = 0x6163544c
const typeIEND = 0x49454e44

/**
 * Chunks of one image at most; encoders cut 10 MB of pixels into some 1 300. A million empty ones
 * would fit as well.
 */
const chunksMax = 65_536

/** Channels by PNG colour type: grey, -, colour, palette, grey with alpha, -, colour with alpha. */
const channelsByColourType = [1, undefined, 3, 1, 2, undefined, 4]

/** Returns the header, or undefined where the chunks are broken, truncated, or without pixels. */
export function readPngHeader(bytes: Buffer): ImageHeader | undefined {
  let header: Buffer | undefined
  let animated = false
  let position = signatureBytes
  for (let count = 0; position + chunkFrameBytes <= bytes.length; count += 1) {
    const end = position + chunkFrameBytes + bytes.readUInt32BE(position)
    if (end > bytes.length) return undefined
    const type = bytes.readUInt32BE(position + 4)
    if (position === signatureBytes) {
      if (type !== typeIHDR || end !== position + chunkFrameBytes + headerBytes) return undefined
      header = bytes.subarray(position + 8, position + 8 + headerBytes)
    }
    if (type === typeACTL) animated = true
    if (count === chunksMax) return header && describe(header, { tooMany: true })
    if (type === typeIEND) {
      return header && describe(header, { animated, trailing: end < bytes.length })
    }
    position = end
  }
  return undefined
}

function describe(
  header: Buffer,
  seen: { animated?: boolean; trailing?: boolean; tooMany?: boolean },
): ImageHeader | undefined {
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const bitsPerSample = header.readUInt8(8)
  const channels = channelsByColourType[header.readUInt8(9)]
  const interlaced = header.readUInt8(12) === 1
  if (width === 0 || height === 0 || channels === undefined) return undefined
  // A decoder expands samples of fewer than eight bits, and palettes to colours.
  const heldBytesPerPixel = Math.max(3, channels) * Math.max(1, bitsPerSample / 8)
  return {
    width,
    height,
    channels,
    heldBytes: interlaced ? width * height * heldBytesPerPixel : 0,
    anomaly: anomalyOf(seen),
  }
}

function anomalyOf(seen: Parameters<typeof describe>[1]): Anomaly | undefined {
  if (seen.tooMany) return 'too_many_segments'
  if (seen.animated) return 'animated'
  return seen.trailing ? 'trailing_content' : undefined
}
