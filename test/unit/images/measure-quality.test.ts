// Slow: draws and measures some twenty images.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Expectation } from '../../../server/images/inspection.ts'
import {
  addGlare,
  blur,
  darken,
  drawCard,
  drawPassport,
  drawPhonePhoto,
  drawSelfie,
  toPng,
} from '../../support/images/images.ts'
import { bombPng } from '../../support/images/odd-images.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'

const card = { role: 'front', idType: 'national_id' } as const
const passport = { role: 'front', idType: 'passport' } as const
const selfie = { role: 'selfie', idType: 'national_id' } as const

async function measure(bytes: Buffer, expectation: Expectation) {
  const inspection = await sharedDecoders.inspect(bytes, expectation, { measureQuality: true })
  if (inspection.kind !== 'readable') assert.fail(inspection.message)
  return { codes: inspection.findings.map(({ code }) => code), figures: inspection.figures }
}

describe('the quality of an image', () => {
  const drawn = new Map<string, Buffer>()
  const take = (name: string) => drawn.get(name) ?? assert.fail(name)
  before(async () => {
    drawn.set('card', await drawCard())
    drawn.set('passport', await drawPassport())
    drawn.set('selfie', await drawSelfie())
  })

  test('is not measured unless asked for', async () => {
    const inspection = await sharedDecoders.inspect(take('card'), passport, {
      measureQuality: false,
    })
    assert.ok(inspection.kind === 'readable')
    assert.deepEqual([inspection.figures, inspection.findings], [undefined, []])
  })

  for (const [name, expectation] of Object.entries({ card, passport, selfie })) {
    // A card stands for the others in the usual lane.
    const lane = name === 'card' ? '' : ' (long)'

    test(`gives no finding for a good ${name}`, async () => {
      assert.deepEqual((await measure(take(name), expectation)).codes, [])
    })

    test(`finds a blurred ${name} blurred`, async () => {
      assert.deepEqual((await measure(await blur(take(name), 0.004), expectation)).codes, [
        'image_blurred',
      ])
    })

    test(`finds a ${name} blurred when nothing but noise is left${lane}`, async () => {
      const lost = await measure(await blur(take(name), 0.05), expectation)
      assert.deepEqual(lost.codes, ['image_blurred'])
      assert.ok((lost.figures?.sharpness ?? 1) < 0.15)
    })

    test(`finds a ${name} in a fifth of its light dark, and not blurred for it${lane}`, async () => {
      assert.deepEqual((await measure(await darken(take(name)), expectation)).codes, ['image_dark'])
    })
  }

  test('finds the flash that a card mirrors', async () => {
    assert.deepEqual((await measure(await addGlare(take('card')), card)).codes, ['image_glare'])
  })

  test('finds a card too small for a passport', async () => {
    const { codes } = await measure(take('card'), passport)
    assert.deepEqual(codes, ['image_too_small'])
  })

  test('is the same for a PNG as for the JPEG it was made from', async () => {
    const jpeg = await measure(take('card'), card)
    const png = await measure(await toPng(take('card')), card)
    const difference = Math.abs((png.figures?.sharpness ?? 0) - (jpeg.figures?.sharpness ?? 1))
    assert.ok(difference < 0.02, `${difference}`)
    assert.deepEqual(png.codes, [])
  })

  test('of a phone photo does not suffer from its noise, nor from how it was held', async () => {
    const photo = await drawPhonePhoto({ width: 2_000, height: 1_500 })
    const { codes, figures } = await measure(photo, card)
    assert.deepEqual(codes, [])
    assert.equal(figures?.longSidePixels, 2_000)
  })

  test('calls a dark face before a dark wall neither dark nor blurred', async () => {
    const dim = sharp(take('selfie')).linear(0.62, 0).modulate({ brightness: 0.8 })
    const { codes } = await measure(await dim.jpeg({ quality: 92 }).toBuffer(), selfie)
    assert.deepEqual(codes, [])
  })

  test('judges what lies below transparency as the white that the provider gets', async () => {
    const empty = sharp({
      create: {
        width: 1600,
        height: 1000,
        channels: 4,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      },
    })
    const { figures } = await measure(await empty.png().toBuffer(), card)
    assert.equal(figures?.brightnessLevel, 255)
  })

  test('is poor, without an error, for images of a single line', async () => {
    for (const [width, height] of [
      [300, 1],
      [1, 20_000],
      [20_000, 2],
    ] as const) {
      const { codes } = await measure(await bombPng({ width, height }), selfie)
      const all = ['image_too_small', 'image_too_narrow', 'image_blurred', 'image_dark']
      assert.deepEqual(codes, all)
    }
  })
})
