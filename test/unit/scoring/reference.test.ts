import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'
import {
  countriesWithoutReference,
  parseScoringReference,
} from '../../../server/scoring/scoring-reference.ts'

const reference = readScoringReference()
const { SN, GH, ...others } = reference.markets

describe('the reference values of scoring', () => {
  test('are committed with a version and a note on each kind', () => {
    assert.match(reference.version, /^\d{4}-\d{2}-\d{2}$/)
    assert.deepEqual(Object.keys(reference.notes).toSorted(), Object.keys(SN ?? {}).toSorted())
  })

  const broken: Readonly<Record<string, unknown>> = {
    'without a version': { ...reference, version: undefined },
    'without a live market': { ...reference, markets: { ...others, GH } },
    'without a document of a live market': {
      ...reference,
      markets: { ...others, GH, SN: { ...SN, idTypeWeights: { passport: 1 } } },
    },
    'with a weight out of bounds': {
      ...reference,
      markets: {
        ...others,
        GH,
        SN: { ...SN, idTypeWeights: { ...SN?.idTypeWeights, passport: 1.1 } },
      },
    },
    'with a band of its own': {
      ...reference,
      markets: { ...others, GH, SN: { ...SN, countryRiskBand: 'none' } },
    },
    'with a time zone that does not exist': {
      ...reference,
      markets: { ...others, GH, SN: { ...SN, timeZone: 'Africa/Nowhere' } },
    },
    'with a field that nothing reads': {
      ...reference,
      markets: { ...others, GH, SN: { ...SN, gender: 'f' } },
    },
  }
  test('may name a time zone by an alias', () => {
    const aliased = { ...others, GH, SN: { ...SN, timeZone: 'Etc/Zulu' } }
    assert.equal(Intl.supportedValuesOf('timeZone').includes('Etc/Zulu'), false)
    assert.ok(parseScoringReference({ ...reference, markets: aliased }))
  })

  test('may lack a planned market, which is then named if it is enabled', () => {
    const parsed = parseScoringReference({ ...reference, markets: { ...others, SN } })
    assert.deepEqual(countriesWithoutReference(parsed, ['SN', 'GH']), ['GH'])
    assert.deepEqual(countriesWithoutReference(parsed, ['SN', 'MA', 'CI']), [])
  })

  test('may lack a document of a planned market, which then counts as lacking', () => {
    const weightless = { ...GH, idTypeWeights: {} }
    const parsed = parseScoringReference({
      ...reference,
      markets: { ...others, SN, GH: weightless },
    })
    assert.deepEqual(countriesWithoutReference(parsed, ['GH']), ['GH'])
  })

  for (const [what, value] of Object.entries(broken)) {
    test(`are refused ${what}`, () => {
      assert.throws(() => parseScoringReference(value))
    })
  }
})
