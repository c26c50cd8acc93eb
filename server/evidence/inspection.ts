// Looks at one picture as it was sent: is it a JPEG or PNG that decodes within bounds, which way up is it,
// and is it good enough to pay a provider for. Each gate is cheaper than the next: first bytes, header,
// metadata, full decode, measurement.

import type { Metadata, SharpOptions } from 'sharp'
import type { ImageRole, ProviderSubmission } from '../providers/provider.ts'
import {
  decodeOptions,
  decodeSecondsMax,
  harmlessWarning,
  heldBytesMax,
  imageSidePixelsMax,
  strictDecodeOptions,
} from './decode-limits.ts'
import { type Finding, type ImageFacts, type ImageFormat, imagePixelsMax } from './evidence.ts'
import { type GreyPicture, greySidePixels } from './grey-picture.ts'
import type { Sharp } from './load-sharp.ts'
import { measureQuality } from './measure-quality.ts'
import type { Oddity, PictureHeader } from './picture-header.ts'
import { withoutNotes } from './plain-png.ts'
import { judgeQuality, type QualityFigures } from './quality-limits.ts'
import { readHeader } from './read-header.ts'
import { describeUnknownFormat, sniffFormat } from './sniff.ts'

/** What the picture is meant to show; the limits of quality depend on it. */
export interface Expectation {
  readonly role: ImageRole
  readonly idType: ProviderSubmission['idType']
}

export type ImageRefusalCode =
  /** Neither JPEG nor PNG by its content. */
  | 'not_an_image'
  /** More than 40 megapixels, or a side beyond `imageSidePixelsMax`. */
  | 'too_many_pixels'
  /** Cut off, corrupt, or too much work to decode. */
  | 'damaged'
  /** A picture with something else in it: animated, followed by other content, built to exhaust. */
  | 'not_a_plain_image'

export type Inspection =
  | {
      readonly kind: 'readable'
      readonly facts: ImageFacts
      readonly findings: readonly Finding[]
      /** Undefined exactly when quality was not to be measured. */
      readonly figures: QualityFigures | undefined
    }
  | ImageRefusal

/**
 * `message` is meant for the client, to follow the name of the field (`is empty. Send ...`): it says what
 * to do next, and quotes nothing of the picture.
 */
export interface ImageRefusal {
  readonly kind: 'refused'
  readonly code: ImageRefusalCode
  readonly message: string
}

export interface InspectionOptions {
  readonly measureQuality: boolean
  /** Ends the wait for a free place and what comes after the step under way. */
  readonly signal?: AbortSignal
}

export interface InspectionNeeds {
  readonly sharp: Sharp
  /** Resolves when that much memory may be held until the inspection is over. */
  hold(bytes: number): Promise<void>
}

/**
 * Inspects one picture (rulings 4.4). Whatever is wrong with the picture is an answer, never an
 * exception; only an aborted signal throws.
 */
export async function inspectImage(
  needs: InspectionNeeds,
  bytes: Buffer,
  expectation: Expectation,
  options: InspectionOptions,
): Promise<Inspection> {
  const format = sniffFormat(bytes)
  if (format === undefined) return refuse('not_an_image', describeUnknownFormat(bytes))
  const header = readHeader(bytes, format)
  if (header === undefined) return damaged
  const refusal = refuseHeader(header)
  if (refusal !== undefined) return refusal

  await needs.hold(header.heldBytes)
  options.signal?.throwIfAborted()
  const decoded = await decode(needs.sharp, format === 'png' ? withoutNotes(bytes) : bytes)
  if (decoded === undefined) return damaged
  const facts = factsOf(decoded.metadata, format)
  if (!options.measureQuality) {
    return { kind: 'readable', facts, findings: [], figures: undefined }
  }
  options.signal?.throwIfAborted()
  const figures = await measureQuality(needs.sharp, decoded.grey, facts)
  return { kind: 'readable', facts, findings: judgeQuality(figures, expectation), figures }
}

function refuse(code: ImageRefusalCode, message: string): ImageRefusal {
  return { kind: 'refused', code, message }
}

const damaged = refuse(
  'damaged',
  'is cut off or damaged and cannot be opened. Take it again, or send the original file.',
)

const unusual = 'is stored in an unusual way. Save it again as a plain JPEG or PNG.'

const oddityMessages: Record<Oddity, string> = {
  animated: 'is animated. Send a still photo as JPEG or PNG.',
  trailing_content:
    'is a PNG followed by content that is not part of it. Save it again as JPEG or PNG.',
  too_many_scans: unusual,
}

function refuseHeader(header: PictureHeader): ImageRefusal | undefined {
  const { width, height, heldBytes, oddity } = header
  if (width * height > imagePixelsMax) {
    const message = `has more than ${imagePixelsMax / 1e6} megapixels. Send a smaller one.`
    return refuse('too_many_pixels', message)
  }
  if (Math.max(width, height) > imageSidePixelsMax) {
    const message = `is longer than ${imageSidePixelsMax} pixels on one side. Send a smaller one.`
    return refuse('too_many_pixels', message)
  }
  if (heldBytes > heldBytesMax) return refuse('not_a_plain_image', unusual)
  return oddity && refuse('not_a_plain_image', oddityMessages[oddity])
}

interface Decoded {
  readonly metadata: Metadata
  /** The whole picture, decoded and reduced; JPEG is reduced while decoding, which saves most memory. */
  readonly grey: GreyPicture
}

/** Decodes every line of the picture; undefined where that fails. */
async function decode(sharp: Sharp, bytes: Buffer): Promise<Decoded | undefined> {
  try {
    return await decodeUnder(strictDecodeOptions, sharp, bytes)
  } catch (error) {
    if (!(error instanceof Error && harmlessWarning.test(error.message))) return undefined
  }
  return decodeUnder(decodeOptions, sharp, bytes).catch(() => undefined)
}

async function decodeUnder(options: SharpOptions, sharp: Sharp, bytes: Buffer): Promise<Decoded> {
  const metadata = await sharp(bytes, options).metadata()
  const { data, info } = await sharp(bytes, options)
    .timeout({ seconds: decodeSecondsMax })
    .resize({
      width: greySidePixels,
      height: greySidePixels,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { metadata, grey: { pixels: data, width: info.width, height: info.height } }
}

/** Sizes are the decoder's own; the header's were only good enough to let it begin. */
function factsOf(
  { width, height, orientation: tag = 1 }: Metadata,
  format: ImageFormat,
): ImageFacts {
  const orientation = tag >= 1 && tag <= 8 ? tag : 1
  const turned = orientation >= 5
  return {
    format,
    width: turned ? height : width,
    height: turned ? width : height,
    orientation,
  }
}
