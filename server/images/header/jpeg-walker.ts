// Walks the markers of a JPEG (ITU T.81, annex B) from its start to the end of the image, chunk by chunk. Compressed
// data is only searched for markers. Pure.

import type { Anomaly, ImageHeader } from './image-header.ts'
import type { ImageWalker } from './image-walker.ts'

/**
 * Scans that a progressive JPEG may have. Encoders write about ten; the standard would allow
 * thousands, each of which costs a pass over the whole image (40 megapixels: 5 ms and more) in 60
 * bytes of file.
 */
export const jpegScansMax = 100

/**
 * Segments of one image at most; the longest real headers (colour profiles, maker notes) have some
 * 200.
 */
const segmentsMax = 4_096

const marker = {
  progressiveFrame: 0xc2,
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  application1: 0xe1,
  comment: 0xfe,
} as const
/** Decoders keep a coefficient as a 16-bit number until the last scan has refined it. */
const bytesPerCoefficient = 2
const exifPrefix = Buffer.from('Exif\0\0', 'latin1')
const nothing = Buffer.alloc(0)

interface Frame {
  readonly marker: number
  readonly body: Buffer
}

type State =
  /** Looks for the next 0xff: in compressed data, or at stray bytes between segments. */
  | 'data'
  /** After 0xff. */
  | 'marker'
  | 'length'
  /** In the body of a segment. */
  | 'body'
  /** After the end of the image: phones append videos and more images. */
  | 'ended'
  /**
   * At a marker that may not stand there, or after more segments or scans than are allowed; nothing further is read.
   */
  | 'refused'

export class JpegWalker implements ImageWalker {
  exif: Buffer | undefined
  #state: State = 'data'
  #marker = 0
  #kept: Buffer[] = []
  /** Bytes of the length or the body that are still to come. */
  #left = 0
  #segments = 0
  #scans = 0
  #frame: Frame | undefined
  /** Channels of the first scan. */
  #channelsInScan: number | undefined

  take(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      switch (this.#state) {
        case 'data': {
          const found = chunk.indexOf(0xff, at)
          if (found < 0) return
          this.#state = 'marker'
          at = found + 1
          break
        }
        case 'marker':
          this.#meet(chunk[at] ?? 0)
          at += 1
          break
        case 'length':
        case 'body':
          at = this.#read(chunk, at)
          break
        case 'ended':
        case 'refused':
          return
      }
    }
  }

  get isWhole(): boolean {
    return this.#state === 'ended'
  }

  get header(): ImageHeader | undefined {
    if (this.#segments > segmentsMax) return tooManySegments(this.#frame)
    if (this.#frame === undefined || this.#channelsInScan === undefined) return undefined
    return describe(this.#frame, this.#channelsInScan, this.#scans)
  }

  #meet(code: number): void {
    // Any number of 0xff may come before a marker.
    if (code === 0xff) return
    if (standsAlone(code)) {
      this.#state = 'data'
    } else if (code === marker.endOfImage) {
      this.#state = this.#scans > 0 ? 'ended' : 'refused'
    } else if (hasBody(code) && !(isFrame(code) && this.#frame !== undefined)) {
      this.#beginSegment(code)
    } else {
      this.#state = this.#isFirstMarker(code) ? 'data' : 'refused'
    }
  }

  #isFirstMarker(code: number): boolean {
    return code === marker.startOfImage && this.#segments === 0
  }

  #beginSegment(code: number): void {
    this.#segments += 1
    if (code === marker.startOfScan) this.#scans += 1
    const isTooMuch = this.#segments > segmentsMax || this.#scans > jpegScansMax
    this.#marker = code
    this.#left = 2
    this.#state = isTooMuch ? 'refused' : 'length'
  }

  /** Returns where the length or body ends in the chunk. */
  #read(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left)
    this.#left -= end - at
    // The caller may free or overwrite the chunk.
    if (this.#isKept()) this.#kept.push(Buffer.from(chunk.subarray(at, end)))
    if (this.#left > 0) return end
    const bytes = this.#kept.length === 1 ? (this.#kept[0] ?? nothing) : Buffer.concat(this.#kept)
    this.#kept = []
    if (this.#state === 'length') this.#beginBody(bytes.readUInt16BE(0) - 2)
    else this.#endSegment(bytes)
    return end
  }

  #isKept(): boolean {
    if (this.#state === 'length') return true
    if (this.#marker === marker.application1) return this.exif === undefined
    return isFrame(this.#marker) || this.#isFirstScan()
  }

  #isFirstScan(): boolean {
    return this.#marker === marker.startOfScan && this.#scans === 1
  }

  #beginBody(bytes: number): void {
    this.#left = bytes
    if (bytes > 0) this.#state = 'body'
    else if (bytes === 0) this.#endSegment(nothing)
    else this.#state = 'refused'
  }

  #endSegment(body: Buffer): void {
    this.#state = 'data'
    if (isFrame(this.#marker)) {
      this.#frame = { marker: this.#marker, body }
    } else if (this.#isFirstScan()) {
      this.#channelsInScan = body[0]
      if (this.#frame === undefined) this.#state = 'refused'
    } else if (this.#isKept() && body.subarray(0, exifPrefix.length).equals(exifPrefix)) {
      this.exif = body.subarray(exifPrefix.length)
    }
  }
}

/** The zero after a 0xff of compressed data, a reserved marker without meaning, and restarts. */
function standsAlone(code: number): boolean {
  return code <= 0x01 || (code >= 0xd0 && code <= 0xd7)
}

/** Frames, tables, scans, applications' segments and comments. Decoders give up at every other marker. */
function hasBody(code: number): boolean {
  return (
    (code >= 0xc0 && code <= 0xcf) ||
    (code >= marker.startOfScan && code <= 0xdd) ||
    (code >= 0xe0 && code <= 0xef) ||
    code === marker.comment
  )
}

/**
 * SOF0 to SOF15, except the three markers in that range that mean something else (DHT, JPG, DAC).
 */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)
}

/** The header of a JPEG whose walk was stopped, with its size if the frame was already read. */
function tooManySegments(frame: Frame | undefined): ImageHeader {
  const body = frame !== undefined && frame.body.length >= 6 ? frame.body : Buffer.alloc(6)
  return {
    width: body.readUInt16BE(3),
    height: body.readUInt16BE(1),
    channels: body.readUInt8(5),
    heldBytes: 0,
    anomaly: 'too_many_segments',
  }
}

function describe(frame: Frame, channelsInScan: number, scans: number): ImageHeader | undefined {
  const { body } = frame
  const channels = body[5]
  if (channels === undefined || channels === 0 || body.length < 6 + channels * 3) return undefined
  const width = body.readUInt16BE(3)
  const height = body.readUInt16BE(1)
  if (width === 0 || height === 0) return undefined
  const severalScans = frame.marker === marker.progressiveFrame || channelsInScan < channels
  return {
    width,
    height,
    channels,
    heldBytes: severalScans ? coefficients(body, width * height) * bytesPerCoefficient : 0,
    anomaly: anomalyOf(frame, scans),
  }
}

function anomalyOf({ marker: code }: Frame, scans: number): Anomaly | undefined {
  if (scans > jpegScansMax) return 'too_many_scans'
  return isUsual(code) ? undefined : 'unusual_coding'
}

/** SOF0 to SOF2: baseline, extended and progressive, with Huffman's codes. */
function isUsual(code: number): boolean {
  return code >= 0xc0 && code <= marker.progressiveFrame
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
