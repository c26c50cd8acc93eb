// Slow: inspects every specimen.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Expectation } from '../../../server/images/inspection.ts'
import { addGlare, blur, darken } from '../../support/images/images.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'

const card = { role: 'front', idType: 'national_id' } as const
const passport = { role: 'front', idType: 'passport' } as const

async function inspect(image: Buffer, expectation: Expectation) {
  const inspection = await sharedDecoders.inspect(image, expectation, { measureQuality: true })
  if (inspection.kind !== 'readable') assert.fail(inspection.message)
  return { facts: inspection.facts, codes: inspection.findings.map(({ code }) => code) }
}

describe('the specimens that come with the product', () => {
  const folder = fileURLToPath(new URL('../../../data/reference/specimens', import.meta.url))
  const expected: Readonly<Record<string, readonly [expectation: Expectation, longSide: number]>> =
    {
      'morocco-cin-front.jpg': [card, 1_600],
      'passport.jpg': [passport, 2_400],
      'selfie-youssef.jpg': [{ role: 'selfie', idType: 'national_id' }, 1_200],
      'selfie.jpg': [{ role: 'selfie', idType: 'passport' }, 1_200],
      'senegal-id-back.jpg': [{ role: 'back', idType: 'national_id' }, 1_600],
      'senegal-id-front.jpg': [card, 1_600],
      'voter-card-front.jpg': [{ role: 'front', idType: 'voter_id' }, 1_600],
    }

  test('are those that the page about them lists', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
    assert.deepEqual(files.sort(), Object.keys(expected))
  })

  const poor = {
    'blurred.jpg': 'image_blurred',
    'dark.jpg': 'image_dark',
    'glare.jpg': 'image_glare',
    'small-morocco.jpg': 'image_too_small',
    'small.jpg': 'image_too_small',
  } as const
  for (const [name, finding] of Object.entries(poor)) {
    test(`have the fault that they are meant to have: poor/${name}`, async () => {
      const image = readFileSync(join(folder, 'poor', name))
      const { codes } = await inspect(image, card)
      assert.ok(
        codes.some((code) => code === finding),
        codes.join(),
      )
    })
  }

  for (const [name, [expectation, longSide]] of Object.entries(expected)) {
    test(`pass the quality check without a finding: ${name}`, async () => {
      const image = readFileSync(join(folder, name))
      const { facts, codes } = await inspect(image, expectation)
      assert.deepEqual(codes, [])
      assert.equal(Math.max(facts.width, facts.height), longSide)
      assert.ok(image.length <= 350 * 1024)
    })
  }
})

/**
 * Images of specimen documents by their issuers, which are not part of this repository: the folder is
 * named by SVC_TEST_FIXTURES or stands beside the repository.
 */
const beside = fileURLToPath(new URL('../../../../shared/fixtures/documents', import.meta.url))
const fixtures = process.env.SVC_TEST_FIXTURES ?? beside
const skip = existsSync(fixtures) ? false : 'no folder of specimen documents (SVC_TEST_FIXTURES)'

describe('specimen documents of real issuers', { skip }, () => {
  const names = skip ? [] : readdirSync(fixtures).filter((name) => name.endsWith('.jpg'))
  /** White paper all over: mirrored light cannot be told from it. */
  const onWhitePaper = ['100_pass-uto.jpg', 'passport-td3.jpg']

  for (const name of names) {
    const image = readFileSync(join(fixtures, name))
    const expectation = name.includes('pass') ? passport : card

    test(`are small, but neither blurred, dark nor glaring: ${name}`, async () => {
      assert.deepEqual((await inspect(image, expectation)).codes, ['image_too_small'])
    })

    test(`are found blurred, dark or glaring when they are made so: ${name}`, async () => {
      const codesOf = async (degraded: Buffer) => (await inspect(degraded, expectation)).codes
      assert.ok((await codesOf(await blur(image, 0.006))).includes('image_blurred'))
      assert.ok((await codesOf(await darken(image))).includes('image_dark'))
      const glaring = (await codesOf(await addGlare(image, 0.15))).includes('image_glare')
      assert.equal(glaring, !onWhitePaper.includes(name))
    })
  }
})
