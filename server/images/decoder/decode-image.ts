// Decodes one image completely and measures its quality, in the decoder process. First bytes and
// header have been checked before (`inspection`).

import type { Metadata, Sharp as SharpImage, SharpOptions } from 'sharp'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import type { ImageFacts, ImageFormat } from '../image.ts'
import { type ColourImage, greySidePixels, toGrey } from '../quality/grey-image.ts'
import { measureQuality } from '../quality/measure-quality.ts'
import { decodeOptions, harmlessWarning, strictDecodeOptions } from './decode-limits.ts'
import type { DecoderAnswer } from './decoder-order.ts'
import type { Sharp } from './load-sharp.ts'
import { plainImage } from './plain-image.ts'

/**
 * Longest side in pixels where only readability has to be proven: every byte is decoded all the
 * same, but most of the arithmetic on the pixels of a JPEG is left out.
 */
const proofSidePixels = 100

/** @throws Error of the decoder where the image cannot be decoded */
export async function inspectDecoded(
  sharp: Sharp,
  bytes: Buffer,
  options: DecodeOptions,
): Promise<DecoderAnswer> {
  const sidePixelsMax = options.measureQuality ? greySidePixels : proofSidePixels
  const { metadata, colours } = await decode(sharp, plainImage(bytes), {
    sidePixelsMax,
    secondsMax: options.secondsMax,
  })
  const facts = factsOf(metadata, options.format)
  const grey = options.measureQuality ? toGrey(colours) : undefined
  const figures = grey === undefined ? null : measureQuality({ grey, bytes, facts })
  freeBuffer(colours.samples)
  if (grey !== undefined) freeBuffer(grey.pixels)
  return { kind: 'readable', facts, figures }
}

interface DecodeOptions {
  readonly format: ImageFormat
  readonly measureQuality: boolean
  readonly secondsMax: number
}

interface DecodeLimits {
  readonly sidePixelsMax: number
  readonly secondsMax: number
}

interface Decoded {
  readonly metadata: Metadata
  /**
   * The whole image, reduced; a JPEG is reduced while it is decoded, which saves most of the
   * memory.
   */
  readonly colours: ColourImage
}

/**
 * Decodes every line of the image; retries without strictness after a warning that is known to be
 * harmless.
 */
async function decode(sharp: Sharp, bytes: Buffer, limits: DecodeLimits): Promise<Decoded> {
  const decodeUnder = (options: SharpOptions) => decodeReduced(sharp(bytes, options), limits)
  try {
    return await decodeUnder(strictDecodeOptions)
  } catch (error) {
    if (!(error instanceof Error && harmlessWarning.test(error.message))) throw error
  }
  return decodeUnder(decodeOptions)
}

async function decodeReduced(
  image: SharpImage,
  { sidePixelsMax, secondsMax }: DecodeLimits,
): Promise<Decoded> {
  const metadata = await image.metadata()
  const { data, info } = await image
    .timeout({ seconds: secondsMax })
    .resize({
      width: sidePixelsMax,
      height: sidePixelsMax,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { metadata, colours: { samples: data, width, height, channels } }
}

/** Uses the size that the decoder found; the header's size was only checked against the limits. */
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
