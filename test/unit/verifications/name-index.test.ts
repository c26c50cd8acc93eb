import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  indexName,
  type NameScope,
  searchNameIndexes,
} from '../../../server/verifications/names/name-index.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const keyring = testKeyring()
const live: NameScope = { environment: 'live', purpose: 'search' }
const awa = { firstName: 'Awa', lastName: 'N’Diaye' }

describe('the index of names', () => {
  const index = (scope: NameScope, claims = awa, of = keyring) =>
    indexName(of, scope, claims)?.toString('hex')

  test('finds a name in any case and order, with or without accents', () => {
    for (const text of ['Awa N’Diaye', "n'diaye AWA", 'NDIAYE Awá']) {
      const found = searchNameIndexes(keyring, live, [text]).map((one) => one.toString('hex'))
      assert.deepEqual(found, [index(live)], text)
    }
  })

  test('differs between names, environments, purposes and installations', () => {
    const different = [
      index(live),
      index(live, { ...awa, firstName: 'Awah' }),
      index({ ...live, environment: 'sandbox' }),
      index({ ...live, purpose: 'another' }),
      index(live, awa, testKeyring(8)),
    ]
    assert.equal(new Set(different).size, different.length)
  })

  test('has nothing for a verification without a name, and for a text without one', () => {
    assert.equal(indexName(keyring, live, {}), undefined)
    assert.deepEqual(searchNameIndexes(keyring, live, ['12 34']), [])
  })
})
