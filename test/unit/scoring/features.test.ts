import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markets } from '../../../server/markets/market.ts'
import {
  deriveFeatures,
  type FeatureInput,
  featureNames,
  onlyFeatures,
} from '../../../server/scoring/features.ts'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'
import { features } from '../../flow/scoring/engine-scene.ts'

const reference = readScoringReference()
const saturday = Date.UTC(2026, 10, 21, 9, 41, 27, 345)
const input: FeatureInput = {
  country: 'SN',
  idType: 'national_id',
  resultCode: '0810',
  document: 'passed',
  liveness: 'passed',
  submittedAt: saturday,
}

const of = (change: Partial<FeatureInput> = {}) =>
  deriveFeatures({ ...input, ...change }, reference)

describe('the features', () => {
  test('are the eight of the specification, in its order', () => {
    assert.deepEqual(of(), features)
    assert.deepEqual(Object.keys(of()), [...featureNames])
  })

  const codes: readonly (readonly [code: string | undefined, expected: number])[] = [
    ['0810', 1],
    ['0817', 0.8],
    ['0816', 0.5],
    ['0812', 0.4],
    // Nothing against the document, which passed: the face or the liveness did not.
    ['0811', 0.5],
    ['0813', 0],
    ['0907', 0],
    // Unknown ones rest on the document's own check, which passed.
    [undefined, 1],
    ['9999', 1],
    ['', 1],
    ['toString', 1],
    ['__proto__', 1],
  ]
  for (const [resultCode, expected] of codes) {
    test(`score a document with result code ${resultCode} ${expected}`, () => {
      assert.equal(of({ resultCode }).document_authenticity_score, expected)
    })
  }

  for (const [document, expected] of [
    ['failed', 0.2],
    ['passed', 0.5],
    ['unclear', 0.5],
    ['not_done', 0.5],
  ] as const) {
    test(`score a document that is not verified and whose check is ${document} ${expected}`, () => {
      const { document_authenticity_score } = of({ resultCode: '0811', document })
      assert.equal(document_authenticity_score, expected)
    })
  }

  const checks = { passed: [1, 1], failed: [0.2, 0], unclear: [0.5, 0.5], not_done: [0.5, 0.5] }
  for (const [result, [document, liveness]] of Object.entries(checks)) {
    test(`score a check that is ${result}: document ${document}, liveness ${liveness}`, () => {
      const check = result as FeatureInput['document']
      const unknown = of({ resultCode: undefined, document: check, liveness: check })
      assert.equal(unknown.document_authenticity_score, document)
      assert.equal(unknown.liveness_score, liveness)
    })
  }

  const instants: readonly (readonly [string, string, iso: string, day: number, hour: number])[] = [
    ['in Dakar, which keeps UTC', 'SN', '2026-11-21T23:59:59.999Z', 6, 23],
    ['in Casablanca, an hour ahead, where it is Saturday', 'MA', '2025-11-21T23:30:00.000Z', 6, 0],
    ['in Casablanca in Ramadan, when it keeps UTC', 'MA', '2025-03-15T23:30:00.000Z', 6, 23],
    ['in Accra on a Monday at midnight', 'GH', '2026-11-23T00:00:00.000Z', 1, 0],
    ['in Abidjan', 'CI', '2026-11-25T12:00:00.000Z', 3, 12],
  ]
  for (const [place, country, iso, day, hour] of instants) {
    test(`read the day and the hour ${place}`, () => {
      const features = of({ country, submittedAt: Date.parse(iso) })
      assert.deepEqual([features.day_of_week, features.hour_of_day], [day, hour])
      assert.equal(features.verification_timestamp, `${iso.slice(0, 13)}:00:00.000Z`)
    })
  }

  test('can be derived for every document of every market, planned ones too', () => {
    for (const { country, documents } of markets) {
      for (const idType of documents) {
        assert.ok(onlyFeatures(of({ country, idType })), `${country} ${idType}`)
      }
    }
  })
})

describe('what leaves', () => {
  test('is a copy of the eight features', () => {
    const features = of()
    assert.deepEqual(onlyFeatures(features), features)
    assert.notEqual(onlyFeatures(features), features)
  })

  const wrong: Readonly<Record<string, unknown>> = {
    'one more field': { ...of(), first_name: 'Awa' },
    'an id': { ...of(), verification_id: 'ver_1' },
    'one field less': { ...of(), age_band: undefined },
    'a name for a word': { ...of(), country_risk_band: 'Awa Testou' },
    'a birth date for a band': { ...of(), age_band: '1991-02-03' },
    'a birth date for the hour': { ...of(), verification_timestamp: '1991-02-03T00:00:00.000Z' },
    'an instant to the millisecond': {
      ...of(),
      verification_timestamp: '2026-11-21T09:41:27.345Z',
    },
    'a number out of bounds': { ...of(), liveness_score: 1990199100042 },
    'a text for a number': { ...of(), id_type_weight: '1990199100042' },
    'no number': { ...of(), document_authenticity_score: Number.NaN },
    'an hour of 24': { ...of(), hour_of_day: 24 },
    'half an hour': { ...of(), hour_of_day: 9.5 },
    'a day of 0': { ...of(), day_of_week: 0 },
    'a list': [of()],
    nothing: undefined,
  }
  for (const [what, value] of Object.entries(wrong)) {
    test(`is nothing at all where there is ${what}`, () => {
      assert.equal(onlyFeatures(value), undefined)
    })
  }
})
