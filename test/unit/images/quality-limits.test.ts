import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeQuality, type QualityFigures } from '../../../server/images/quality/quality-limits.ts'

const good: QualityFigures = {
  longSidePixels: 2_400,
  shortSidePixels: 1_600,
  sharpness: 0.7,
  compressionStep: 13,
  brightnessLevel: 220,
  glarePercent: 0,
}

const card = { role: 'front', idType: 'national_id' } as const
const passport = { role: 'front', idType: 'passport' } as const
const selfie = { role: 'selfie', idType: 'passport' } as const

const codes = (figures: Partial<QualityFigures>, expectation: Parameters<typeof judgeQuality>[1]) =>
  judgeQuality({ ...good, ...figures }, expectation).map(({ code }) => code)

describe('quality', () => {
  test('that misses nothing gives no finding, for documents and faces', () => {
    for (const expectation of [card, passport, selfie]) assert.deepEqual(codes({}, expectation), [])
  })

  const voterCard = { role: 'back', idType: 'voter_id' } as const
  const sizes = [
    ['a card at 1500', [1_500, 1_000], card, false],
    ['a card at 1499', [1_499, 1_000], card, true],
    ['a voter card at 1499', [1_499, 1_000], voterCard, true],
    ['a passport at 2200', [2_200, 1_600], passport, false],
    ['a passport at 2199', [2_199, 1_600], passport, true],
    ['a selfie of 480 by 640, sent with a passport', [640, 480], selfie, false],
    ['a selfie of 479 by 1000', [1_000, 479], selfie, true],
  ] as const
  for (const [what, [longSidePixels, shortSidePixels], expectation, isTooSmall] of sizes) {
    test(`${isTooSmall ? 'finds too small' : 'lets pass'}: ${what}`, () => {
      const found = codes({ longSidePixels, shortSidePixels }, expectation)
      assert.deepEqual(found, isTooSmall ? ['image_too_small'] : [])
    })
  }

  test('lets a selfie be softer than print may be, but not without any detail', () => {
    assert.deepEqual(codes({ sharpness: 0.2 }, card), ['image_blurred'])
    assert.deepEqual(codes({ sharpness: 0.2 }, selfie), [])
    assert.deepEqual(codes({ sharpness: 0.1 }, selfie), ['image_blurred'])
  })

  test('finds a strip of a document or a face, and no photo that a phone takes', () => {
    for (const expectation of [card, passport, selfie]) {
      const strip = { longSidePixels: 4_000, shortSidePixels: 1_599 }
      assert.deepEqual(codes(strip, expectation), ['image_too_narrow'])
      assert.deepEqual(codes({ longSidePixels: 4_000, shortSidePixels: 1_600 }, expectation), [])
    }
  })

  test('finds an image whose letters compression has destroyed', () => {
    assert.deepEqual(codes({ compressionStep: 81 }, card), ['image_compressed'])
    assert.deepEqual(codes({ compressionStep: 80 }, selfie), [])
  })

  test('finds glare on documents only: a lamp behind a person is no fault', () => {
    assert.deepEqual(codes({ glarePercent: 1 }, card), ['image_glare'])
    assert.deepEqual(codes({ glarePercent: 1 }, selfie), [])
  })

  test('reports all that is missed at once, each with its figure, limit and unit', () => {
    const findings = judgeQuality(
      {
        longSidePixels: 640,
        shortSidePixels: 160,
        sharpness: 0.12345,
        compressionStep: 132,
        brightnessLevel: 40,
        glarePercent: 2,
      },
      card,
    )
    assert.deepEqual(findings, [
      { role: 'front', code: 'image_too_small', figure: 640, limit: 1_500, unit: 'pixels' },
      { role: 'front', code: 'image_too_narrow', figure: 4, limit: 2.5, unit: 'times' },
      { role: 'front', code: 'image_blurred', figure: 0.123, limit: 0.23, unit: 'ratio' },
      { role: 'front', code: 'image_compressed', figure: 132, limit: 80, unit: 'steps' },
      { role: 'front', code: 'image_glare', figure: 2, limit: 0.25, unit: 'percent' },
      { role: 'front', code: 'image_dark', figure: 40, limit: 70, unit: 'level' },
    ])
  })
})
