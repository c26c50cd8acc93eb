// Reads the header of a JPEG (ITU T.81, annex B): walks the marker segments from the start of the
// image to its first scan, without touching the compressed data. Pure.

import type { ImageHeader } from './image-header.ts'

/**
 * Scans that a progressive JPEG may have. Encoders write about ten; the standard would allow
 * thousands, each of which costs a pass over the whole image (40 megapixels: 5 ms and more) in 60
 * bytes of file.
 */
export const jpegScansMax = 100

/**
 * Segments before the first scan at most; the longest real headers (colour profiles, maker notes)
 * have some 200.
 */
const segmentsMax = 4_096

const startOfScan = 0xda
const endOfImage = 0xd9
/** Decoders keep a coefficient as a 16-bit number until the last scan has refined it. */
const bytesPerCoefficient = 2

interface Segment {
  readonly marker: number
  /** The bytes between the segment's length and the next marker. */
  readonly body: Buffer
  readonly end: number
}

/**
 * Returns the header, or undefined where there is no frame or no scan. Work is bounded by
 * `segmentsMax`.
 */
export function readJpegHeader(bytes: Buffer): ImageHeader | undefined {
  let frame: Segment | undefined
  let position = 2
  for (let count = 0; count < segmentsMax; count += 1) {
    const segment = segmentAt(bytes, position)
    if (segment === undefined) return undefined
    if (segment.marker === startOfScan) {
      return frame && describe(frame, segment, bytes)
    }
    if (isFrame(segment.marker)) frame ??= segment
    position = segment.end
  }
  return tooManySegments(frame)
}

/**
 * Returns the header of a JPEG whose walk was stopped, with its size if the frame was already read.
 */
function tooManySegments(frame: Segment | undefined): ImageHeader {
  const body = frame !== undefined && frame.body.length >= 6 ? frame.body : Buffer.alloc(6)
  return {
    width: body.readUInt16BE(3),
    height: body.readUInt16BE(1),
    channels: body.readUInt8(5),
    heldBytes: 0,
    anomaly: 'too_many_segments',
  }
}

/** Returns the next segment at or after `position`, skipping stray bytes between segments. */
function segmentAt(bytes: Buffer, position: number): Segment | undefined {
  let at = bytes.indexOf(0xff, position)
  if (at < 0) return undefined
  while (bytes[at + 1] === 0xff) at += 1
  const marker = bytes[at + 1]
  if (marker === undefined || marker === endOfImage) return undefined
  if (standsAlone(marker)) return { marker, body: Buffer.alloc(0), end: at + 2 }
  if (at + 4 > bytes.length) return undefined
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  return { marker, body: bytes.subarray(at + 4, end), end }
}

function standsAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

/**
 * SOF0 to SOF15, except the three markers in that range that mean something else (DHT, JPG, DAC).
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function describe(frame: Segment, firstScan: Segment, bytes: Buffer): ImageHeader | undefined {
  const { body } = frame
  const channels = body[5]
  const channelsInScan = firstScan.body[0]
  if (channels === undefined || channelsInScan === undefined) return undefined
  if (body.length < 6 + channels * 3 || channels === 0) return undefined
  const width = body.readUInt16BE(3)
  const height = body.readUInt16BE(1)
  if (width === 0 || height === 0) return undefined
  const severalScans = isProgressive(frame.marker) || channelsInScan < channels
  const tooManyScans = severalScans && countScans(bytes, firstScan.end) > jpegScansMax
  return {
    width,
    height,
    channels,
    heldBytes: severalScans ? coefficients(body, width * height) * bytesPerCoefficient : 0,
    anomaly: tooManyScans ? 'too_many_scans' : undefined,
  }
}

function isProgressive(marker: number): boolean {
  return [0xc2, 0xc6, 0xca, 0xce].includes(marker)
}

/**
 * Returns the number of coefficients of all channels: fewer than pixels times channels where colour
 * is stored at a lower resolution.
 */
function coefficients(frame: Buffer, pixels: number): number {
  const shares: number[] = []
  for (let at = 7; at < frame.length; at += 3) {
    const sampling = frame[at] ?? 0
    shares.push((sampling >> 4) * (sampling & 0x0f))
  }
  const finest = Math.max(1, ...shares)
  return shares.reduce((sum, share) => sum + (pixels * share) / finest, 0)
}

/**
 * Counts the scans up to the end of the image, which is not the end of the file: phones append
 * videos and more images. In compressed data 0xff is followed by 0x00, so a marker cannot occur by
 * chance.
 */
function countScans(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(Buffer.from([0xff, endOfImage]), from)
  const image = bytes.subarray(from, end < 0 ? bytes.length : end)
  const marker = Buffer.from([0xff, startOfScan])
  let scans = 1
  for (let at = image.indexOf(marker); at >= 0; at = image.indexOf(marker, at + 2)) {
    scans += 1
    if (scans > jpegScansMax) break
  }
  return scans
}
