import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkMarket,
  type DocumentType,
  documentTypes,
  markets,
} from '../../../server/markets/market.ts'

/** Rulings 4.1, on paper. */
const served: Readonly<Record<string, readonly DocumentType[]>> = {
  SN: ['national_id', 'passport', 'voter_id'],
  MA: ['national_id', 'passport'],
  CI: ['national_id'],
  GH: ['national_id'],
}
const all = Object.keys(served)

describe('markets', () => {
  test('are Senegal and Morocco today, Ivory Coast and Ghana to come', () => {
    const codes = (status: string) =>
      markets.filter((market) => market.status === status).map(({ country }) => country)
    assert.deepEqual(codes('live'), ['SN', 'MA'])
    assert.deepEqual(codes('planned'), ['CI', 'GH'])
  })

  for (const [country, documents] of Object.entries(served)) {
    for (const idType of documentTypes) {
      const expected = documents.includes(idType)
        ? { kind: 'served' }
        : { kind: 'unsupported_document', documents }
      test(`${idType} of ${country}, switched on, is ${expected.kind}`, () => {
        assert.deepEqual(checkMarket({ country, idType }, all), expected)
      })
    }

    test(`${country}, switched off, is not served, whatever the document`, () => {
      const others = all.filter((one) => one !== country)
      for (const idType of documentTypes) {
        const check = checkMarket({ country, idType }, others)
        assert.deepEqual(check, { kind: 'unsupported_country', served: others })
      }
    })
  }

  test('do not come to be by being switched on', () => {
    const switchedOn = [...all, 'FR', '']
    for (const country of ['FR', '', 'sn', 'toString', '__proto__']) {
      const check = checkMarket({ country, idType: 'passport' }, switchedOn)
      assert.equal(check.kind, 'unsupported_country')
    }
  })
})
