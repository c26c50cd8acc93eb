// Files that are no images, broken ones, and images that harm whoever opens them or are not worth
// paying for. The appliance of the table enforces preflight.

import sharp from 'sharp'
import { addGlare, blur, darken, drawCard, toPng } from '../../support/images/images.ts'
import {
  animatedPng,
  bmpImage,
  bombPng,
  gifImage,
  heicImage,
  htmlBehindJpegSignature,
  htmlPage,
  jpegWithNotes,
  pdfFile,
  pngFollowedByHtml,
  pngInChunks,
  scanBombJpeg,
  svgDrawing,
  tiffImage,
  truncate,
  webpImage,
  zipArchive,
} from '../../support/images/odd-images.ts'
import type { BadCase } from './bad-case.ts'
import { front, live } from './requests.ts'

const invalid = '400 invalid_image'

const strange: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'an SVG': svgDrawing,
  'a web page': htmlPage,
  'a GIF': gifImage,
  'a WebP': webpImage,
  'a TIFF': tiffImage,
  'a BMP': bmpImage,
  'a HEIC photo': heicImage,
  'a PDF': pdfFile,
  'a web page behind the first bytes of a JPEG': htmlBehindJpegSignature,
  'a PNG followed by a web page': pngFollowedByHtml,
  'a PNG that plays': animatedPng,
  'a PNG of 400 megapixels in a few kilobytes': () => bombPng(),
  'a PNG of 41 megapixels': () => bombPng({ width: 8_200, height: 5_000 }),
  'a PNG of one line, 100 000 pixels long': () => bombPng({ width: 100_000, height: 1 }),
  'a JPEG of 800 passes': () => scanBombJpeg(),
  'a PNG in 100 000 chunks': () => pngInChunks(100_000),
  'a ZIP archive': () => zipArchive(),
  'an empty file': () => Buffer.alloc(0),
  'a file of one byte': () => Buffer.from([0xff]),
  'the first bytes of a JPEG alone': () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
  'the first bytes of a PNG alone': () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
}

export const images: readonly BadCase[] = [
  ...Object.entries(strange).map(
    ([what, image]): BadCase => [what, front(image), invalid, ['front_image']],
  ),
  ['a JPEG that is cut off', front((scene) => truncate(scene.card)), invalid, ['front_image']],
  [
    'a PNG that is cut off',
    front(async (scene) => truncate(await toPng(scene.selfie))),
    invalid,
    ['front_image'],
  ],
  [
    'a JPEG with noise in its middle',
    front((scene) => spoil(scene.card)),
    invalid,
    ['front_image'],
  ],
  [
    'a JPEG with 60 000 notes',
    front((scene) => jpegWithNotes(scene.card, 60_000)),
    invalid,
    ['front_image'],
  ],
  ['a picture of 1 x 1', front(() => plain(1, 1)), invalid, ['front_image']],
  ['a blank page', front(() => plain(1_600, 1_000)), invalid, ['front_image']],
  ['a card that is too small', front(() => drawCard({ width: 900 })), invalid, ['front_image']],
  ['a card that is blurred', front((scene) => blur(scene.card)), invalid, ['front_image']],
  ['a card that is too dark', front((scene) => darken(scene.card)), invalid, ['front_image']],
  ['a card with a flash on it', front((scene) => addGlare(scene.card)), invalid, ['front_image']],
  ['a card where a passport is announced', live({ id_type: 'passport' }), invalid, ['front_image']],
  [
    'three pictures, each for its own fault',
    live({}, async () => ({
      front_image: await gifImage(),
      back_image: await pdfFile(),
      selfie_image: await svgDrawing(),
    })),
    invalid,
    ['front_image', 'back_image', 'selfie_image'],
  ],
  [
    'an SVG in the sandbox too',
    live({}, async () => ({ selfie_image: await svgDrawing() }), { key: 'sandbox' }),
    invalid,
    ['selfie_image'],
  ],
  [
    'an empty file in the sandbox too',
    live({}, () => ({ front_image: Buffer.alloc(0) }), { key: 'sandbox' }),
    invalid,
    ['front_image'],
  ],
]

function plain(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: 'silver' } as const
  return sharp({ create }).jpeg().toBuffer()
}

/** Markers that a decoder trips over, in the compressed part of the file. */
function spoil(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg)
  copy.fill(0xff, Math.floor(copy.length / 2), Math.floor(copy.length / 2) + 2_000)
  return copy
}
