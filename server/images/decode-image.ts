// Decodes one image completely and measures its quality, in the decoder process. First bytes and
// header have been checked before (`inspection`).

import type { Metadata, SharpOptions } from 'sharp'
import {
  decodeOptions,
  decodeSecondsMax,
  harmlessWarning,
  strictDecodeOptions,
} from './decode-limits.ts'
import type { DecoderAnswer } from './decoder-order.ts'
import { type GreyImage, greySidePixels } from './grey-image.ts'
import type { ImageFacts, ImageFormat } from './image.ts'
import type { Sharp } from './load-sharp.ts'
import { measureQuality } from './measure-quality.ts'
import { stripText } from './plain-png.ts'

/** @throws Error of the decoder where the image cannot be decoded */
export async function inspectDecoded(
  sharp: Sharp,
  bytes: Buffer,
  options: { readonly format: ImageFormat; readonly measureQuality: boolean },
): Promise<DecoderAnswer> {
  const { metadata, grey } = await decode(
    sharp,
    options.format === 'png' ? stripText(bytes) : bytes,
  )
  const facts = factsOf(metadata, options.format)
  const figures = options.measureQuality
    ? await measureQuality(sharp, { grey, bytes, facts })
    : null
  return { kind: 'readable', facts, figures }
}

interface Decoded {
  readonly metadata: Metadata
  /**
   * The whole image in grey, reduced; a JPEG is reduced while it is decoded, which saves most of
   * the memory.
   */
  readonly grey: GreyImage
}

/**
 * Decodes every line of the image; retries without strictness after a warning that is known to be
 * harmless.
 */
async function decode(sharp: Sharp, bytes: Buffer): Promise<Decoded> {
  try {
    return await decodeUnder(strictDecodeOptions, sharp, bytes)
  } catch (error) {
    if (!(error instanceof Error && harmlessWarning.test(error.message))) throw error
  }
  return decodeUnder(decodeOptions, sharp, bytes)
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
