// Slow: copies images as large as they may be.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { imageBytesMax } from '../../../server/images/image.ts'
import { drawCard, drawPhonePhoto, toPng } from '../../support/images/images.ts'
import { jpegFollowedByFilm, noisePng } from '../../support/images/odd-images.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'

async function copyOf(bytes: Buffer) {
  const expectation = { role: 'front', idType: 'national_id' } as const
  const inspection = await sharedDecoders.inspect(bytes, expectation, { measureQuality: false })
  if (inspection.kind !== 'readable') assert.fail(inspection.message)
  const copy = await sharedDecoders.toProviderJpeg(bytes, inspection.facts)
  return { copy, facts: inspection.facts, metadata: await sharp(copy).metadata() }
}

/** Mean difference a sample between two images of the same size, 0 to 255. */
async function differenceOf(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([one, other].map((image) => sharp(image).raw().toBuffer()))
  assert.ok(a && b && a.length === b.length)
  let sum = 0
  for (let at = 0; at < a.length; at += 97) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / (a.length / 97)
}

describe('the copy for the provider', () => {
  let card: Buffer
  before(async () => {
    card = await drawCard()
  })

  test('of an upright JPEG is the very same bytes', async () => {
    const { copy } = await copyOf(card)
    assert.deepEqual(copy, card)
  })

  test('of an upright photo has its pixels, but not the place it was taken at', async () => {
    const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 41/1 0/1' } }
    const photo = await sharp(card).withExif(place).jpeg().toBuffer()
    const { copy, metadata } = await copyOf(await jpegFollowedByFilm(photo))
    assert.ok((await sharp(photo).metadata()).exif)
    assert.deepEqual([metadata.exif, copy.includes('ftypmp42')], [undefined, false])
    assert.equal(await differenceOf(copy, photo), 0)
  })

  for (let orientation = 2; orientation <= 8; orientation += 1) {
    test(`of a JPEG with EXIF orientation ${orientation} is upright`, async () => {
      const stored = await sharp(card)
        .resize(400)
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer()
      const { copy, facts, metadata } = await copyOf(stored)
      assert.equal(metadata.orientation, undefined)
      assert.deepEqual([metadata.width, metadata.height], [facts.width, facts.height])
      const upright = await sharp(stored).autoOrient().png().toBuffer()
      assert.ok((await differenceOf(copy, upright)) < 2)
    })
  }

  test('of a phone photo keeps its pixels and leaves its EXIF behind', async () => {
    const { copy, metadata } = await copyOf(await drawPhonePhoto({ width: 2_000, height: 1_500 }))
    assert.deepEqual([metadata.width, metadata.height], [1_500, 2_000])
    assert.deepEqual([metadata.format, metadata.chromaSubsampling], ['jpeg', '4:4:4'])
    assert.equal(metadata.exif, undefined)
    assert.ok(copy.length <= imageBytesMax)
  })

  test('of a PNG is a JPEG that looks the same', async () => {
    const { copy, metadata } = await copyOf(await toPng(card))
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['jpeg', 1600, 1008])
    assert.ok((await differenceOf(copy, card)) < 2)
  })

  test('of a transparent PNG has white below it', async () => {
    const clear = sharp({
      create: { width: 900, height: 600, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    })
    const { copy } = await copyOf(await clear.png().toBuffer())
    const { channels } = await sharp(copy).stats()
    assert.deepEqual(
      channels.map(({ min }) => min),
      [255, 255, 255],
    )
  })

  test('of grey, palette and 16-bit images is plain sRGB of 8 bits', async () => {
    const small = sharp(card).resize(400)
    const images = [
      small.clone().greyscale().png(),
      small.clone().png({ palette: true }),
      small.clone().toColourspace('rgb16').png(),
    ]
    for (const image of images) {
      const { metadata } = await copyOf(await image.toBuffer())
      assert.deepEqual([metadata.space, metadata.depth, metadata.channels], ['srgb', 'uchar', 3])
    }
  })

  test('of a CMYK photo is sRGB, though it was upright', async () => {
    const { metadata } = await copyOf(
      await sharp(card).resize(400).toColourspace('cmyk').jpeg().toBuffer(),
    )
    assert.deepEqual([metadata.space, metadata.channels], ['srgb', 3])
  })

  test('stays within 10 MB where the first quality would not, in the same dimensions (long)', async () => {
    const size = { width: 3_600, height: 3_600 }
    const png = await noisePng(size)
    const { copy, metadata } = await copyOf(png)
    assert.deepEqual([metadata.width, metadata.height], [size.width, size.height])
    assert.ok(copy.length <= imageBytesMax, `${copy.length}`)
    const first = await sharp(png).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
    assert.ok(first.length > imageBytesMax, 'the picture must need a lower quality')
  })
})
