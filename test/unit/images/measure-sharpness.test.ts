// Long: degrades and measures some forty images.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { openGrey, readable, unreadable } from '../../../scripts/bench/degrade-image.ts'
import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { compressionStep } from '../../../server/images/header/jpeg-compression.ts'
import type { Expectation } from '../../../server/images/inspection.ts'
import type { GreyImage } from '../../../server/images/quality/grey-image.ts'
import { measureSharpness } from '../../../server/images/quality/measure-sharpness.ts'

const specimens = new URL('../../../data/reference/specimens/', import.meta.url)
const images: Readonly<Record<string, Expectation>> = {
  'senegal-id-front.jpg': { role: 'front', idType: 'national_id' },
  'selfie.jpg': { role: 'selfie', idType: 'national_id' },
}

for (const [name, expectation] of Object.entries(images)) {
  describe(`preflight measures ${name}`, () => {
    const reader = createImageReader({ concurrency: 1 })
    after(() => reader.close())
    const original = readFileSync(new URL(name, specimens))
    let grey: GreyImage
    before(async () => {
      grey = await openGrey(original)
    })

    async function codesOf(bytes: Buffer) {
      const inspection = await reader.inspect(bytes, expectation, { measureQuality: true })
      if (inspection.kind !== 'readable') assert.fail(inspection.message)
      return inspection.findings
        .map(({ code }) => code)
        .filter((code) => code !== 'image_too_small')
    }

    // The benchmark of the preflight has the lengths between.
    const leastAndMost = unreadable.filter(
      ({ fault }) => !/^motion blur of (15|25|41) px/.test(fault),
    )
    for (const { fault, variants } of leastAndMost) {
      test(`and finds it unreadable: ${fault}`, async () => {
        const most = expectation.role === 'front' ? variants.at(-1) : undefined
        for (const { name: variant, make } of [variants[0], most].filter(isThere)) {
          const codes = await codesOf(await make(grey, original))
          assert.ok(codes.length > 0, variant)
        }
      })
    }

    for (const { fault, variants } of readable) {
      test(`and finds it readable: ${fault}`, async () => {
        for (const { make } of variants) {
          assert.deepEqual(await codesOf(await make(grey, original)), [])
        }
      })
    }
  })
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

describe('sharpness', () => {
  const flat = (width: number, height: number, level: (x: number, y: number) => number) => ({
    pixels: Buffer.from(
      Array.from({ length: width * height }, (_, at) => level(at % width, Math.floor(at / width))),
    ),
    width,
    height,
  })

  test('is nothing without detail, however small the image', () => {
    for (const [width, height] of [
      [1, 1],
      [300, 1],
      [17, 17],
      [400, 300],
    ] as const) {
      assert.equal(measureSharpness(flat(width, height, () => 120)), 0)
    }
  })

  test('of stripes is that of the direction in which they are blurred', () => {
    const ramp = (at: number, soft: number) => Math.min(1, Math.abs((at % 64) - 32) / soft)
    const draw = (soft: number) =>
      flat(640, 640, (x, y) => 40 + 100 * ramp(x, 1) + 100 * ramp(y, soft))
    assert.ok(measureSharpness(draw(1)) > 0.25)
    assert.ok(measureSharpness(draw(14)) < 0.2)
  })
})

describe('the compression of a JPEG', () => {
  test('is read from its tables, and falls with its quality', async () => {
    const step = async (quality: number) =>
      compressionStep(
        await sharp(readFileSync(new URL('selfie.jpg', specimens)))
          .jpeg({ quality })
          .toBuffer(),
      )
    assert.ok((await step(100)) <= 2)
    assert.ok(Math.abs((await step(50)) - 13) < 3)
    assert.ok((await step(5)) > 100)
  })

  test('is unknown, and no harm, where there are no tables or they are cut off', () => {
    const bytes = readFileSync(new URL('selfie.jpg', specimens))
    assert.equal(compressionStep(Buffer.alloc(0)), 0)
    const table = bytes.indexOf(Buffer.from([0xff, 0xdb]))
    for (let end = 0; end < table + 15; end += 1) {
      assert.equal(compressionStep(bytes.subarray(0, end)), 0)
    }
  })
})
