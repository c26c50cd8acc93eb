import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { stripMetadata } from '../../../server/images/decoder/plain-jpeg.ts'
import { drawCard } from '../../support/images/images.ts'
import { jpegFollowedByFilm } from '../../support/images/odd-images.ts'

const raw = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer()

function segment(marker: number, content: string): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([start, Buffer.from(content, 'latin1')])
}

/** Behind the start of the image, or right before the last marker. */
const atStart = (jpeg: Buffer, ...parts: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
const atEnd = (jpeg: Buffer, ...parts: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, -2), ...parts, jpeg.subarray(-2)])

function plainOf(jpeg: Buffer): Buffer {
  return stripMetadata(jpeg) ?? assert.fail('the end was not found')
}

describe('a JPEG without the notes of its camera', () => {
  let small: Sharp
  let jpeg: Buffer
  before(async () => {
    small = sharp(await drawCard()).resize(300)
    jpeg = await small.clone().jpeg().toBuffer()
  })

  const left: readonly [string, Buffer][] = [
    ['EXIF', segment(0xe1, 'Exif\0\0SECRET')],
    ['XMP', segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET')],
    ['IPTC', segment(0xed, 'Photoshop 3.0\0SECRET')],
    ['a comment', segment(0xfe, 'SECRET')],
    ['the list of further pictures', segment(0xe2, 'MPF\0SECRET')],
    ['a preview', segment(0xe0, 'JFXX\0SECRET')],
    ["a maker's own segment", segment(0xe5, 'SECRET')],
  ]
  for (const [what, note] of left) {
    test(`leaves out ${what}, before the image data and behind it, and is the same otherwise`, () => {
      assert.deepEqual(plainOf(atStart(jpeg, note)), jpeg)
      assert.deepEqual(plainOf(atEnd(jpeg, note)), jpeg)
    })
  }

  test('leaves out stray bytes between segments, such as the rest of a note of a wrong length', () => {
    const stray = Buffer.from('SECRET', 'latin1')
    const short = atStart(jpeg, segment(0xe1, 'Exif\0\0'), stray)
    assert.deepEqual(plainOf(short), jpeg)
    const wanted = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile')
    assert.deepEqual(plainOf(atStart(jpeg, wanted, stray)), atStart(jpeg, wanted))
  })

  const kept: readonly [string, Buffer][] = [
    ['a colour profile', segment(0xe2, 'ICC_PROFILE\0\x01\x01profile')],
    ['the note on colours of Adobe', segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')],
  ]
  for (const [what, note] of kept) {
    test(`keeps ${what}, and is then the very same buffer`, () => {
      const noted = atStart(jpeg, note)
      assert.equal(stripMetadata(noted), noted)
    })
  }

  test('ends where the image ends, whatever was appended', async () => {
    assert.deepEqual(plainOf(await jpegFollowedByFilm(jpeg)), jpeg)
  })

  const encodings: Readonly<Record<string, (image: Sharp) => Sharp>> = {
    baseline: (image) => image.jpeg(),
    progressive: (image) => image.jpeg({ progressive: true }),
    grey: (image) => image.toColourspace('b-w').jpeg(),
    'in Display P3': (image) => image.withIccProfile('p3').jpeg({ chromaSubsampling: '4:4:4' }),
  }
  for (const [kind, encode] of Object.entries(encodings)) {
    test(`has the very same pixels: ${kind}`, async () => {
      const photo = encode(
        small
          .clone()
          .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '14/1 41/1 0/1' } }),
      )
      const noted = await photo.toBuffer()
      const plain = plainOf(await jpegFollowedByFilm(noted))
      assert.ok(noted.includes('Exif') && !plain.includes('Exif'))
      assert.deepEqual(await raw(plain), await raw(noted))
      assert.deepEqual((await sharp(plain).metadata()).icc, (await sharp(noted).metadata()).icc)
    })
  }

  test('is not there where the end is missing or a segment is cut off', () => {
    const broken = [
      jpeg.subarray(0, -2),
      jpeg.subarray(0, 3),
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x01, 0xff, 0xd9]),
    ]
    for (const bytes of broken) assert.equal(stripMetadata(bytes), undefined)
  })
})
