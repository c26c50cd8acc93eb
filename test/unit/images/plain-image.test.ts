// Slow: starts programs that decode. test/unit/images/plain-jpeg.test.ts strips images in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { plainImage } from '../../../server/images/decoder/plain-image.ts'
import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'
import { admitImage } from '../../support/images/admit-image.ts'
import { jpegWithExifLoop } from '../../support/images/odd-images.ts'
import { jpegWithProfile, profileBomb } from '../../support/images/odd-profiles.ts'
import { front, openReader, options } from './decoder-scene.ts'

const formats: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  JPEG: (image) => image.jpeg(),
  PNG: (image) => image.png(),
}

const image = () => sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })

for (const [format, encode] of Object.entries(formats)) {
  describe(`a ${format} as a decoder gets it`, () => {
    test('has its orientation and no other note of the camera', async () => {
      for (let orientation = 2; orientation <= 8; orientation += 1) {
        const noted = image()
          .withExif({ IFD0: { ImageDescription: 'SECRET' } })
          .withMetadata({ orientation })
        const photo = await encode(noted).toBuffer()
        const plain = plainImage(photo)
        const before = admitImage(photo)
        assert.deepEqual(admitImage(plain), before)
        assert.ok(before.kind === 'admitted' && before.facts.orientation === orientation)
        assert.equal((await sharp(plain).metadata()).orientation, orientation)
        assert.ok(!plain.includes('SECRET'))
        const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()
        assert.deepEqual(await upright(plain), await upright(photo))
      }
    })

    test('is the very same bytes where there is nothing to leave out', async () => {
      const bare = plainImage(await encode(image()).toBuffer())
      assert.equal(plainImage(bare), bare)
    })
  })
}

test('what is no whole image is no plain one', () => {
  for (const bytes of [
    Buffer.from('GIF89a..'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]),
  ]) {
    assert.throws(() => plainImage(bytes), /not admitted/)
  }
})

const soon = { orderMsMax: 10_000 }

test('a JPEG whose colour profile is more than a minute of work for who reads it is inspected at once', async (t) => {
  const { reader, failures } = openReader(t, soon)
  const photo = jpegWithProfile(await image().jpeg().toBuffer(), await profileBomb())
  assert.equal((await reader.inspect(photo, front, options)).kind, 'readable')
  assert.deepEqual(failures, [])
})

describe('a JPEG whose EXIF data leads back to itself, half a minute of work for who reads it', () => {
  test('is inspected and copied at once', async (t) => {
    const { reader, failures } = openReader(t, soon)
    const photo = await jpegWithExifLoop(await image().jpeg().toBuffer())
    const inspected = await reader.inspect(photo, front, options)
    assert.ok(inspected.kind === 'readable')
    const { signal } = new AbortController()
    await reader.toScreenJpeg(photo, inspected.facts, { sidePixelsMax: 100, signal })
    assert.deepEqual(failures, [])
  })

  test('is read at once by the reader of zones', async (t) => {
    const reader = openMrzReader({ today: () => new Date(0), limits: soon })
    t.after(() => reader.close())
    const photo = await jpegWithExifLoop(await image().jpeg().toBuffer())
    assert.deepEqual(await reader.read(photo), { verdict: 'no_zone' })
  })
})
