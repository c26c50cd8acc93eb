// Decodes one picture whole and measures it, in the decoder's own program. What could be told from its
// first bytes and its header has been told before (`inspection`).

import type { Metadata, SharpOptions } from 'sharp'
import {
  decodeOptions,
  decodeSecondsMax,
  harmlessWarning,
  strictDecodeOptions,
} from './decode-limits.ts'
import type { DecoderAnswer } from './decoder-order.ts'
import type { ImageFacts, ImageFormat } from './evidence.ts'
import { type GreyPicture, greySidePixels } from './grey-picture.ts'
import type { Sharp } from './load-sharp.ts'
import { measureQuality } from './measure-quality.ts'
import { withoutNotes } from './plain-png.ts'

/** @throws Error of the decoder where the picture cannot be decoded. */
export async function inspectDecoded(
  sharp: Sharp,
  bytes: Buffer,
  asked: { readonly format: ImageFormat; readonly measureQuality: boolean },
): Promise<DecoderAnswer> {
  const { metadata, grey } = await decode(
    sharp,
    asked.format === 'png' ? withoutNotes(bytes) : bytes,
  )
  const facts = factsOf(metadata, asked.format)
  const figures = asked.measureQuality ? await measureQuality(sharp, { grey, bytes, facts }) : null
  return { kind: 'readable', facts, figures }
}

interface Decoded {
  readonly metadata: Metadata
  /** The whole picture, decoded and reduced; JPEG is reduced while decoding, which saves most memory. */
  readonly grey: GreyPicture
}

/** Decodes every line of the picture. */
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
