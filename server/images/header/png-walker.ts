// Walks the chunks of a PNG (W3C PNG, section 5) from the signature to its end, as they arrive, and checks their
// checksums. Nothing is inflated. Pure.

import { crc32 } from 'node:zlib'
import type { Anomaly, ImageHeader } from './image-header.ts'
import type { ImageWalker } from './image-walker.ts'
import {
  checksumBytes,
  chunkHeadBytes,
  exifBytesMax,
  isCritical,
  signatureBytes,
  typeEXIF,
  typeIEND,
} from './png-chunks.ts'

const headerBytes = 13

const typeIHDR = 0x49484452
const typeIDAT = 0x49444154
const typeACTL = 0x6163544c

/**
 * Chunks of one image at most; encoders cut 10 MB of pixels into some 1 300. A million empty ones
 * would fit as well.
 */
const chunksMax = 65_536

/** Channels by PNG colour type: grey, -, colour, palette, grey with alpha, -, colour with alpha. */
const channelsByColourType = [1, undefined, 3, 1, 2, undefined, 4]

type State = 'signature' | 'chunk_head' | 'content' | 'checksum' | 'ended' | 'stopped'

export class PngWalker implements ImageWalker {
  exif: Buffer | undefined
  #state: State = 'signature'
  /** Bytes of the present part that are still to come. */
  #left = signatureBytes
  #kept: Buffer[] = []
  #type = 0
  #contentBytes = 0
  #checksum = 0
  #chunks = 0
  #ihdr: Buffer | undefined
  #hasPixels = false
  #isAnimated = false
  #isFollowed = false

  take(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#state === 'stopped') return
      if (this.#state === 'ended') {
        this.#isFollowed = true
        return
      }
      const end = Math.min(chunk.length, at + this.#left)
      this.#read(chunk.subarray(at, end))
      at = end
    }
  }

  get isWhole(): boolean {
    return this.#state === 'ended' && this.#hasPixels
  }

  get header(): ImageHeader | undefined {
    const isTooMuch = this.#chunks > chunksMax
    if (this.#ihdr === undefined || !(this.#state === 'ended' || isTooMuch)) return undefined
    return describe(this.#ihdr, this.#anomaly(isTooMuch))
  }

  #anomaly(isTooMuch: boolean): Anomaly | undefined {
    if (isTooMuch) return 'too_many_segments'
    if (this.#isAnimated) return 'animated'
    return this.#isFollowed ? 'trailing_content' : undefined
  }

  #read(part: Buffer): void {
    this.#left -= part.length
    if (this.#state === 'content') this.#checksum = crc32(part, this.#checksum)
    // The caller may free or overwrite the chunk.
    if (this.#isKept()) this.#kept.push(Buffer.from(part))
    while (this.#left === 0 && this.#state !== 'ended' && this.#state !== 'stopped') {
      const bytes = Buffer.concat(this.#kept)
      this.#kept = []
      this.#endPart(bytes)
    }
  }

  #isKept(): boolean {
    if (this.#state !== 'content') return true
    return this.#type === typeIHDR || this.#isWantedExif()
  }

  #isWantedExif(): boolean {
    return this.#type === typeEXIF && this.exif === undefined && this.#contentBytes <= exifBytesMax
  }

  #endPart(bytes: Buffer): void {
    if (this.#state === 'signature') this.#begin('chunk_head', chunkHeadBytes)
    else if (this.#state === 'chunk_head') this.#beginChunk(bytes)
    else if (this.#state === 'content') this.#endContent(bytes)
    else this.#endChunk(bytes.readUInt32BE(0))
  }

  #endContent(bytes: Buffer): void {
    if (this.#type === typeIHDR) this.#ihdr ??= bytes
    else if (this.#isWantedExif()) this.exif = bytes
    this.#begin('checksum', checksumBytes)
  }

  #begin(state: State, bytes: number): void {
    this.#state = state
    this.#left = bytes
  }

  #beginChunk(head: Buffer): void {
    this.#contentBytes = head.readUInt32BE(0)
    this.#type = head.readUInt32BE(4)
    this.#checksum = crc32(head.subarray(4))
    this.#chunks += 1
    const isFirst = this.#chunks === 1
    const isHeader = this.#type === typeIHDR && this.#contentBytes === headerBytes
    const fits = isFirst ? isHeader : this.#type !== typeIHDR
    if (this.#type === typeACTL) this.#isAnimated = true
    if (this.#type === typeIDAT) this.#hasPixels = true
    const mayGoOn = fits && this.#chunks <= chunksMax
    this.#begin(mayGoOn ? 'content' : 'stopped', this.#contentBytes)
  }

  /** Decoders survive a wrong checksum of a chunk that is not critical; whether they do is left to them. */
  #endChunk(checksum: number): void {
    const isBroken = checksum !== this.#checksum && isCritical(this.#type)
    if (isBroken) this.#begin('stopped', 0)
    else if (this.#type === typeIEND) this.#begin('ended', 0)
    else this.#begin('chunk_head', chunkHeadBytes)
  }
}

function describe(header: Buffer, anomaly: Anomaly | undefined): ImageHeader | undefined {
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
    anomaly,
  }
}
