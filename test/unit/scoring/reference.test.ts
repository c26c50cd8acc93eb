import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'
import { parseScoringReference } from '../../../server/scoring/scoring-reference.ts'

const reference = readScoringReference()
const { SN, ...others } = reference.markets

describe('the reference values of scoring', () => {
  test('are committed with a version and a note on each kind', () => {
    assert.match(reference.version, /^\d{4}-\d{2}-\d{2}$/)
    assert.deepEqual(Object.keys(reference.notes).toSorted(), Object.keys(SN ?? {}).toSorted())
  })

  const broken: Readonly<Record<string, unknown>> = {
    'without a version': { ...reference, version: undefined },
    'without a market': { ...reference, markets: others },
    'without a document of a market': {
      ...reference,
      markets: { ...others, SN: { ...SN, idTypeWeights: { passport: 1 } } },
    },
    'with a weight out of bounds': {
      ...reference,
      markets: { ...others, SN: { ...SN, idTypeWeights: { ...SN?.idTypeWeights, passport: 1.1 } } },
    },
    'with a band of its own': {
      ...reference,
      markets: { ...others, SN: { ...SN, countryRiskBand: 'none' } },
    },
    'with a time zone that does not exist': {
      ...reference,
      markets: { ...others, SN: { ...SN, timeZone: 'Africa/Nowhere' } },
    },
    'with a field that nothing reads': {
      ...reference,
      markets: { ...others, SN: { ...SN, gender: 'f' } },
    },
  }
  for (const [what, value] of Object.entries(broken)) {
    test(`are refused ${what}`, () => {
      assert.throws(() => parseScoringReference(value))
    })
  }
})
