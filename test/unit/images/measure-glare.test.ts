import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { measureGlare } from '../../../server/images/quality/measure-glare.ts'

const width = 200
const height = 130

/** A grey image whose level at each point is given by `level`. */
function image(level: (x: number, y: number) => number) {
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = Math.round(level(x, y))
  }
  return { pixels, width, height }
}

/** Burnt out up to `core` from (cx, cy), then fading to `paper` over `halo` pixels. */
function spot(x: number, y: number, { cx = 100, cy = 65, core = 8, halo = 14, paper = 170 } = {}) {
  const beyond = Math.hypot(x - cx, y - cy) - core
  return beyond <= 0 ? 255 : Math.max(paper, 255 - ((255 - paper) * beyond) / halo)
}

describe('glare', () => {
  test('is a burnt-out patch that fades into its surroundings', () => {
    const percent = measureGlare(image((x, y) => spot(x, y)))
    const core = (100 * Math.PI * 8 * 8) / (width * height)
    assert.ok(percent >= core && percent < core * 1.6, `${percent} of at least ${core}`)
  })

  test('adds up over several spots', () => {
    const one = measureGlare(image((x, y) => spot(x, y, { cx: 50 })))
    const two = measureGlare(
      image((x, y) => Math.max(spot(x, y, { cx: 50 }), spot(x, y, { cx: 150 }))),
    )
    assert.equal(two, one * 2)
  })

  const isWithin = (at: number, from: number, to: number) => at > from && at < to
  const printed = (x: number, y: number) => y % 10 < 3 && x % 4 < 3 && isWithin(x, 20, 180)
  const none: Readonly<Record<string, (x: number, y: number) => number>> = {
    'white print, which ends in an edge': (x, y) =>
      isWithin(x, 60, 120) && isWithin(y, 40, 80) ? 255 : 170,
    'the background of a scan, which reaches the edge of the image': (x, y) =>
      spot(x, y, { cx: 0, cy: 0, core: 60 }),
    'what is burnt out on white paper': (x, y) => spot(x, y, { paper: 244 }),
    'white paper with print': (x, y) => (printed(x, y) ? 30 : 255),
    'a white field whose level hovers about burnt out': (x, y) =>
      isWithin(x, 10, 190) && isWithin(y, 90, 120) ? 248 + ((x * 7 + y * 13) % 5) : 170,
  }
  for (const [what, level] of Object.entries(none)) {
    test(`is not ${what}`, () => assert.equal(measureGlare(image(level)), 0))
  }

  test('is nothing in an image all black, all white or of one pixel', () => {
    assert.equal(measureGlare(image(() => 0)), 0)
    assert.equal(measureGlare(image(() => 255)), 0)
    assert.equal(measureGlare({ pixels: Buffer.from([255]), width: 1, height: 1 }), 0)
  })
})
