import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { AdmissionCheck } from '../../../server/images/admission/admit-image.ts'
import { admitInTurns } from '../../../server/images/admission/admit-in-turns.ts'
import { admitImage } from '../../support/images/admit-image.ts'
import { drawCard, toPng } from '../../support/images/images.ts'
import {
  jpegFollowedByFilm,
  jpegWithOddScanHeader,
  pngInChunks,
} from '../../support/images/odd-images.ts'

let jpeg: Buffer
let progressive: Buffer
let png: Buffer
before(async () => {
  jpeg = await drawCard({ width: 320 })
  progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer()
  png = await toPng(jpeg)
})

/** The result where the bytes arrive in chunks, each overwritten once it was taken. */
function admitInChunks(bytes: Buffer, chunkBytes: number) {
  const check = new AdmissionCheck()
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes))
    check.take(chunk)
    chunk.fill(0xff)
  }
  return check.finish()
}

const codeOf = (admission: ReturnType<typeof admitImage>) =>
  admission.kind === 'refused' ? admission.code : admission.kind

describe('the structure of an image', () => {
  for (const chunkBytes of [1, 2, 3, 7, 64, 1_000, 65_536]) {
    test(`is the same when it arrives in chunks of ${chunkBytes} bytes`, async () => {
      const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).jpeg().toBuffer()
      const all = [jpeg, progressive, png, turned, jpeg.subarray(0, 5), png.subarray(0, 90)]
      for (const bytes of all) assert.deepEqual(admitInChunks(bytes, chunkBytes), admitImage(bytes))
    })
  }

  test('gives the facts that decoding gives, for every orientation and both formats', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      for (const format of ['jpeg', 'png'] as const) {
        const bytes = await sharp(jpeg).withMetadata({ orientation })[format]().toBuffer()
        const [width, height] = orientation >= 5 ? [202, 320] : [320, 202]
        const admission = admitImage(bytes)
        assert.ok(admission.kind === 'admitted')
        assert.deepEqual(admission.facts, { format, width, height, orientation })
      }
    }
  })

  test('is whole up to the last byte only', () => {
    for (const bytes of [jpeg, progressive, png]) {
      assert.equal(codeOf(admitImage(bytes)), 'admitted')
      for (const share of [0.2, 0.5, 0.9]) {
        assert.equal(codeOf(admitImage(bytes.subarray(0, bytes.length * share))), 'damaged')
      }
      assert.equal(codeOf(admitImage(bytes.subarray(0, -1))), 'damaged')
    }
  })

  test('is whole in what phones write: a film behind the image, odd scan headers, restarts', async () => {
    const odd = [await jpegFollowedByFilm(jpeg), await jpegWithOddScanHeader(jpeg)]
    for (const bytes of odd) assert.equal(codeOf(admitImage(bytes)), 'admitted')
  })

  test('is broken where markers stand that no decoder accepts', () => {
    const inScan = Math.floor(jpeg.length / 2)
    const withMarker = (...marker: readonly number[]) => {
      const copy = Buffer.from(jpeg)
      copy.set([0xff, ...marker], inScan)
      return copy
    }
    // A second image, a second frame, reserved markers, and a segment that goes beyond the end.
    const broken = [[0xd8], [0xc0, 0, 8], [0x42], [0xf3], [0xfe, 0xff, 0xff]]
    for (const marker of broken) {
      assert.equal(codeOf(admitImage(withMarker(...marker))), 'damaged', String(marker))
    }
    assert.equal(codeOf(admitImage(withMarker(0xd3))), 'admitted')
  })

  test('of two images spliced together ends with the first', () => {
    const half = Math.floor(jpeg.length / 2)
    const spliced = Buffer.concat([jpeg.subarray(0, half), progressive])
    assert.equal(codeOf(admitImage(spliced)), 'damaged')
  })

  test('of a PNG is broken by one wrong bit in its pixels, and not by one in a note', () => {
    const flipped = Buffer.from(png)
    const at = Math.floor(png.length / 2)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    assert.equal(codeOf(admitImage(flipped)), 'damaged')
    const note = Buffer.concat([
      Buffer.from([0, 0, 0, 3]),
      Buffer.from('tEXta\0b'),
      Buffer.alloc(4),
    ])
    const noted = Buffer.concat([png.subarray(0, 33), note, png.subarray(33)])
    assert.equal(codeOf(admitImage(noted)), 'admitted')
  })

  test('of a PNG without pixels is not whole', () => {
    const end = Buffer.alloc(12)
    end.write('IEND', 4)
    end.writeUInt32BE(crc32(end.subarray(4, 8)), 8)
    assert.equal(codeOf(admitImage(Buffer.concat([png.subarray(0, 33), end]))), 'damaged')
  })

  test('is looked at in pieces, between which the event loop turns: a PNG of 65 000 empty chunks', async () => {
    const bytes = await pngInChunks(65_000)
    let [turns, isDone] = [0, false]
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const admission = await admitInTurns(bytes)
    isDone = true
    assert.deepEqual(admission, admitImage(bytes))
    assert.ok(turns >= Math.floor(bytes.length / (256 * 1024)), `${turns}`)
  })
})
