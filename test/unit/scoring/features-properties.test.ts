// What holds for the features of every verification: they are bounded, the same each time, monotone, and tell no
// minute.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hourMs } from '../../../server/kernel/durations.ts'
import { markets } from '../../../server/markets/market.ts'
import { bandOf, bandTable } from '../../../server/scoring/bands.ts'
import type { CheckOutcome } from '../../../server/scoring/document-authenticity.ts'
import {
  deriveFeatures,
  type FeatureInput,
  onlyFeatures,
} from '../../../server/scoring/features.ts'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'

const reference = readScoringReference()
const documents = markets.flatMap(({ country, documents: types }) =>
  types.map((idType) => ({ country, idType })),
)
/** The worst first; the two in the middle say nothing. */
const ranks: Readonly<Record<CheckOutcome, number>> = {
  failed: 0,
  unclear: 1,
  not_done: 1,
  passed: 2,
}
const check = fc.constantFrom(...(Object.keys(ranks) as readonly CheckOutcome[]))
const codes = ['0810', '0811', '0812', '0813', '0816', '0817', '0907', '9999', '__proto__']
const input: fc.Arbitrary<FeatureInput> = fc
  .record({
    document: check,
    liveness: check,
    resultCode: fc.option(fc.constantFrom(...codes), { nil: undefined }),
    submittedAt: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2099, 0, 1) }),
    place: fc.constantFrom(...documents),
  })
  .map(({ place, ...one }) => ({ ...one, ...place }))

const fixed = { seed: 20260501, numRuns: 500 }
const holds = (property: fc.IRawProperty<unknown>) => fc.assert(property, fixed)

describe('the features of any verification', () => {
  test('keep to their bounds, and are the same each time', () => {
    holds(
      fc.property(input, (one) => {
        const features = deriveFeatures(one, reference)
        assert.deepEqual(onlyFeatures(features), features)
        assert.deepEqual(deriveFeatures({ ...one }, reference), features)
      }),
    )
  })

  test('never get worse with a better check', () => {
    holds(
      fc.property(input, check, check, (one, document, liveness) => {
        const [before, after] = [one, { ...one, document, liveness }].map((each) =>
          deriveFeatures(each, reference),
        )
        assert.ok(before && after)
        if (ranks[document] >= ranks[one.document]) {
          assert.ok(after.document_authenticity_score >= before.document_authenticity_score)
        }
        if (ranks[liveness] >= ranks[one.liveness]) {
          assert.ok(after.liveness_score >= before.liveness_score)
        }
      }),
    )
  })

  test('are the same within an hour, so they tell no minute', () => {
    holds(
      fc.property(input, fc.nat(hourMs - 1), (one, within) => {
        const hour = Math.floor(one.submittedAt / hourMs) * hourMs
        assert.deepEqual(
          deriveFeatures({ ...one, submittedAt: hour + within }, reference),
          deriveFeatures({ ...one, submittedAt: hour }, reference),
        )
      }),
    )
  })
})

test('every score from 0 to 1000 has one band, and a higher one none that is lower', () => {
  const order = bandTable.map(({ band }) => band)
  const places = Array.from({ length: 1001 }, (_, score) => order.indexOf(bandOf(score).band))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
  assert.deepEqual(new Set(places).size, order.length)
  for (const score of [-1, 1001, 0.5, Number.NaN]) assert.throws(() => bandOf(score))
})
