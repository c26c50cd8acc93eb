// Checks the structure of an image while it arrives, before anything is decoded: its format by content, its size, and
// that it is whole. Damage within the compressed data is found by decoding only. Pure.

import { heldBytesMax, imageSidePixelsMax, imageSidePixelsMin } from '../decoder/decode-limits.ts'
import { exifOrientation } from '../decoder/exif-orientation.ts'
import type { Anomaly, ImageHeader } from '../header/image-header.ts'
import type { ImageWalker } from '../header/image-walker.ts'
import { walkerOf } from '../header/read-header.ts'
import { describeUnknownFormat, sniffBytesMin, sniffFormat } from '../header/sniff.ts'
import { type ImageFacts, type ImageFormat, imagePixelsMax } from '../image.ts'
import { type ImageRefusal, refusals, refuseImage } from '../inspection.ts'

/** An image that may be decoded. */
interface Admitted {
  readonly kind: 'admitted'
  /** As the header and the EXIF data have them; decoding may find others. */
  readonly facts: ImageFacts
  /** Bytes that the decoder must hold at once. */
  readonly heldBytes: number
}

export type Admission = Admitted | ImageRefusal

/** Takes the bytes of one image in order and keeps copies of the few that it needs. */
export class AdmissionCheck {
  /** The first bytes, until they are enough to recognise the format. */
  #first: Buffer = Buffer.alloc(0)
  #format: ImageFormat | undefined
  #walker: ImageWalker | undefined

  take(chunk: Buffer): void {
    if (this.#walker !== undefined) this.#walker.take(chunk)
    // A file of another format is not kept.
    else if (this.#first.length < sniffBytesMin) this.#begin(chunk)
  }

  #begin(chunk: Buffer): void {
    const isEnough = this.#first.length === 0 && chunk.length >= sniffBytesMin
    const bytes = isEnough ? chunk : Buffer.concat([this.#first, chunk])
    this.#format = sniffFormat(bytes)
    this.#first = Buffer.from(bytes.subarray(0, sniffBytesMin))
    if (this.#format === undefined) return
    this.#walker = walkerOf(this.#format)
    this.#walker.take(bytes)
  }

  finish(): Admission {
    const format = this.#format
    const walker = this.#walker
    if (format === undefined || walker === undefined) {
      return refuseImage('not_an_image', describeUnknownFormat(this.#first))
    }
    const { header } = walker
    if (header === undefined) return refusals.damaged
    const refused = refuseHeader(header)
    if (refused !== undefined) return refused
    if (!walker.isWhole) return refusals.damaged
    const facts = factsOf(format, header, exifOrientation(walker.exif))
    return { kind: 'admitted', facts, heldBytes: header.heldBytes }
  }
}

function factsOf(
  format: ImageFormat,
  { width, height }: ImageHeader,
  orientation: number,
): ImageFacts {
  const isTurned = orientation >= 5
  const upright = isTurned ? { width: height, height: width } : { width, height }
  return { format, ...upright, orientation }
}

const unusual = 'is stored in an unusual way. Save it again as a plain JPEG or PNG.'

const anomalyMessages: Record<Anomaly, string> = {
  animated: 'is animated. Send a still photo as JPEG or PNG.',
  trailing_content:
    'is a PNG followed by content that is not part of it. Save it again as JPEG or PNG.',
  too_many_scans: unusual,
  unusual_coding: unusual,
  too_many_segments:
    'has thousands of comments or other blocks beside the image. Save it again as a plain JPEG or PNG.',
}

function refuseHeader({ width, height, heldBytes, anomaly }: ImageHeader) {
  const longSide = Math.max(width, height)
  if (width * height > imagePixelsMax) {
    const message = `has more than ${imagePixelsMax / 1e6} megapixels. Send a smaller one.`
    return refuseImage('too_many_pixels', message)
  }
  if (longSide > imageSidePixelsMax) {
    const message = `is longer than ${imageSidePixelsMax} pixels on one side. Send a smaller one.`
    return refuseImage('too_many_pixels', message)
  }
  if (heldBytes > heldBytesMax) return refuseImage('not_a_plain_image', unusual)
  if (anomaly !== undefined) return refuseImage('not_a_plain_image', anomalyMessages[anomaly])
  if (longSide >= imageSidePixelsMin) return undefined
  const message = `is too small to be read: its longer side is ${longSide} pixels, at least ${imageSidePixelsMin} are needed. Send the photo as the camera took it.`
  return refuseImage('too_few_pixels', message)
}
