import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reduceGrey, toGrey } from '../../../server/images/quality/grey-image.ts'

function colours(width: number, height: number, channels: number) {
  const samples = Buffer.from(
    Array.from({ length: width * height * channels }, (_, at) => (at * 89 + (at >> 3)) % 256),
  )
  return { samples, width, height, channels }
}

function luma(samples: Buffer, at: number): number {
  const [red = 0, green = 0, blue = 0] = samples.subarray(at, at + 3)
  return Math.round((54 * red + 183 * green + 19 * blue) / 256)
}

describe('the grey copy', () => {
  for (const [width, height] of [
    [1, 1],
    [3, 1],
    [4, 1],
    [7, 3],
    [64, 5],
  ] as const) {
    for (const channels of [3, 4]) {
      test(`has the luma of every pixel: ${width} x ${height}, ${channels} channels`, () => {
        const image = colours(width, height, channels)
        const expected = Array.from({ length: width * height }, (_, pixel) =>
          luma(image.samples, pixel * channels),
        )
        assert.deepEqual([...toGrey(image).pixels], expected)
      })
    }
  }

  test('keeps black, white and the primary colours in order', () => {
    const samples = Buffer.from([0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255])
    const { pixels } = toGrey({ samples, width: 5, height: 1, channels: 3 })
    assert.deepEqual([...pixels], [0, 255, 54, 182, 19])
  })

  test('of a part of a larger buffer is that of the part', () => {
    const image = colours(8, 2, 3)
    const shifted = Buffer.concat([Buffer.from([1]), image.samples]).subarray(1)
    assert.deepEqual(toGrey({ ...image, samples: shifted }).pixels, toGrey(image).pixels)
  })

  test('of a grey image is its own samples', () => {
    const image = colours(5, 2, 1)
    assert.equal(toGrey(image).pixels, image.samples)
  })
})

describe('a reduced grey copy', () => {
  const grey = (width: number, height: number, level: (x: number, y: number) => number) => ({
    pixels: Buffer.from(
      Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width))),
    ),
    width,
    height,
  })

  test('has the mean of what each pixel replaces', () => {
    const fields = grey(40, 24, (x, y) => 10 * Math.floor(x / 8) + 60 * Math.floor(y / 8))
    const { pixels, width, height } = reduceGrey(fields, 8)
    assert.deepEqual([width, height], [5, 3])
    const expected = [0, 10, 20, 30, 40, 60, 70, 80, 90, 100, 120, 130, 140, 150, 160]
    assert.deepEqual([...pixels], expected)
    const stripes = grey(12, 12, (x) => (x % 4) * 20)
    assert.deepEqual([...new Set(reduceGrey(stripes, 4).pixels)], [30])
  })

  test('replaces every pixel where the size is no multiple, and keeps one pixel at least', () => {
    const ramp = grey(10, 1, (x) => x * 20)
    assert.deepEqual([...reduceGrey(ramp, 5).pixels], [40, 140])
    assert.deepEqual([...reduceGrey(ramp, 3.3).pixels], [20, 80, 150])
    for (const [width, height] of [
      [1, 1],
      [300, 1],
      [1, 1_600],
    ] as const) {
      const flat = grey(width, height, () => 77)
      const reduced = reduceGrey(flat, 8)
      assert.ok(reduced.width >= 1 && reduced.height >= 1)
      assert.deepEqual([...new Set(reduced.pixels)], [77])
    }
  })
})
