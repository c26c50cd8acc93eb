// Slow: decodes images as large as they may be.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { Inspection } from '../../../server/images/inspection.ts'
import { drawCard } from '../../support/images/images.ts'
import * as odd from '../../support/images/odd-images.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'

const front = { role: 'front', idType: 'national_id' } as const
const inspect = (bytes: Buffer) => sharedDecoders.inspect(bytes, front, { measureQuality: false })

let card: Buffer
let small: Buffer
before(async () => {
  card = await drawCard()
  small = await drawCard({ width: 400 })
})

function assertReadable(inspection: Inspection) {
  assert.equal(inspection.kind, 'readable', JSON.stringify(inspection))
  return inspection.kind === 'readable' ? inspection.facts : assert.fail()
}

/** What newer phones write; the types of sharp do not know it yet. */
function withGainMap(image: Sharp): Sharp {
  return (image as Sharp & { withGainMap(): Sharp }).withGainMap()
}

describe('an image is readable', () => {
  const kinds: Record<string, (image: Sharp) => Promise<Buffer>> = {
    'a plain JPEG': (image) => image.jpeg().toBuffer(),
    'a progressive JPEG': (image) => image.jpeg({ progressive: true }).toBuffer(),
    'a grey JPEG': (image) => image.toColourspace('b-w').jpeg().toBuffer(),
    'a CMYK JPEG': (image) => image.toColourspace('cmyk').jpeg().toBuffer(),
    'a plain PNG': (image) => image.png().toBuffer(),
    'an interlaced PNG': (image) => image.png({ progressive: true }).toBuffer(),
    'a PNG with a palette': (image) => image.png({ palette: true }).toBuffer(),
    'a PNG of 16 bits': (image) => image.toColourspace('rgb16').png().toBuffer(),
    'a PNG with transparency': (image) => image.ensureAlpha(0.5).png().toBuffer(),
    'a photo with a film after its end': async (image) =>
      odd.jpegFollowedByFilm(await image.jpeg().toBuffer()),
    'a photo with the odd scan header of some phones': async (image) =>
      odd.jpegWithOddScanHeader(await image.jpeg().toBuffer()),
    'a photo with a gain map for bright screens': (image) =>
      withGainMap(image.toColourspace('scrgb')).jpeg().toBuffer(),
  }
  for (const [kind, make] of Object.entries(kinds)) {
    test(`as ${kind}, with its size`, async () => {
      const facts = assertReadable(await inspect(await make(sharp(small))))
      assert.deepEqual([facts.width, facts.height, facts.orientation], [400, 252, 1])
      assert.equal(facts.format, kind.includes('PNG') ? 'png' : 'jpeg')
    })
  }

  for (let orientation = 1; orientation <= 8; orientation += 1) {
    test(`with EXIF orientation ${orientation}, and its size is that of the upright image`, async () => {
      const facts = assertReadable(
        await inspect(await sharp(small).withMetadata({ orientation }).jpeg().toBuffer()),
      )
      const upright = orientation >= 5 ? [252, 400] : [400, 252]
      assert.deepEqual([facts.width, facts.height], upright)
      assert.equal(facts.orientation, orientation)
    })
  }

  test('however narrow it is', async () => {
    for (const [width, height] of [
      [300, 1],
      [1, 20_000],
      [20_000, 2],
    ] as const) {
      const facts = assertReadable(await inspect(await odd.bombPng({ width, height })))
      assert.deepEqual([facts.width, facts.height], [width, height])
    }
  })

  test('at exactly 40 megapixels', async () => {
    assertReadable(await inspect(await odd.bombPng({ width: 8_000, height: 5_000 })))
  })
})

describe('an image is refused', () => {
  const bomb = (width: number, height: number) => () => odd.bombPng({ width, height })
  const half = async (image: Sharp) => odd.truncate(await image.toBuffer(), 0.5)
  const flawed = async () => odd.truncate(await odd.jpegWithOddScanHeader(card), 0.7)
  const cases: readonly [string, string, () => Promise<Buffer>][] = [
    ['an SVG', 'not_an_image', odd.svgDrawing],
    ['a web page', 'not_an_image', odd.htmlPage],
    ['a GIF', 'not_an_image', odd.gifImage],
    ['a WebP', 'not_an_image', odd.webpImage],
    ['a TIFF', 'not_an_image', odd.tiffImage],
    ['a bitmap', 'not_an_image', odd.bmpImage],
    ['a PDF', 'not_an_image', odd.pdfFile],
    ['a HEIC photo', 'not_an_image', odd.heicImage],
    ['nothing at all', 'not_an_image', async () => Buffer.alloc(0)],
    ['a web page behind the first bytes of a JPEG', 'damaged', odd.htmlBehindJpegSignature],
    ['a PNG that a web page follows', 'not_a_plain_image', odd.pngFollowedByHtml],
    ['a PNG that plays', 'not_a_plain_image', odd.animatedPng],
    ['a JPEG in hundreds of scans', 'not_a_plain_image', odd.scanBombJpeg],
    ['400 megapixels in 48 KB', 'too_many_pixels', odd.bombPng],
    ['one line more than 40 megapixels', 'too_many_pixels', bomb(8_000, 5_001)],
    ['a thread of 40 000 000 pixels', 'too_many_pixels', bomb(1, 40_000_000)],
    ['299 pixels', 'too_few_pixels', bomb(299, 299)],
    ['a JPEG with 60 000 notes', 'not_a_plain_image', () => odd.jpegWithNotes(card, 60_000)],
    ['a PNG in 100 000 chunks', 'not_a_plain_image', () => odd.pngInChunks(100_000)],
    ['a JPEG without its end', 'damaged', async () => odd.truncate(card, 0.99)],
    ['a cut off JPEG that a harmless flaw precedes', 'damaged', flawed],
    ['half a PNG', 'damaged', () => half(sharp(card).png())],
    ['half a progressive JPEG', 'damaged', () => half(sharp(card).jpeg({ progressive: true }))],
  ]
  for (const [what, code, make] of cases) {
    test(`as ${code}: ${what}`, async () => {
      const inspection = await inspect(await make())
      assert.ok(inspection.kind === 'refused')
      assert.equal(inspection.code, code)
      // Follows the name of the field: `front_image is empty. Send ...`.
      assert.match(inspection.message, /^(is|has) /)
    })
  }

  test('when it would have to be held whole in more memory than there is for it', async () => {
    const png = await odd.bombPng({ width: 6_000, height: 6_000 })
    const [depthAt, coloursAt, interlacedAt] = [24, 25, 28]
    png[depthAt] = 16
    png[coloursAt] = 6
    png[interlacedAt] = 1
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    const inspection = await inspect(png)
    assert.ok(inspection.kind === 'refused' && inspection.code === 'not_a_plain_image')
  })

  test('when bits of a PNG have flipped', async () => {
    const png = await sharp(card).png().toBuffer()
    const at = Math.floor(png.length / 2)
    png[at] = (png[at] ?? 0) ^ 0xff
    assert.equal((await inspect(png)).kind, 'refused')
  })

  test('when the header lies about the size', async () => {
    const jpeg = await sharp(card).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(4_000, frame + 5)
    assert.equal((await inspect(jpeg)).kind, 'refused')
  })
})
