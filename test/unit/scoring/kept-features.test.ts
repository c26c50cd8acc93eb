// Features are read by the set that they belong to, whatever the set of today is.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { featureNames } from '../../../server/scoring/features.ts'
import {
  featureSets,
  featureSetVersion,
  keptFeaturesText,
  readKeptFeatures,
} from '../../../server/scoring/kept-features.ts'
import { someFeatures } from '../../support/score.ts'

const first = { set: 1, values: someFeatures }

describe('kept features', () => {
  test('come back as they were kept', () => {
    assert.deepEqual(readKeptFeatures(keptFeaturesText(first)), first)
  })

  test('of an older set are read by it, with and without its version', () => {
    const sets = { ...featureSets, 2: ['liveness_score', 'income_band'] }
    assert.deepEqual(readKeptFeatures(keptFeaturesText(first), sets), first)
    assert.deepEqual(readKeptFeatures(JSON.stringify(someFeatures), sets), first)
    const second = { set: 2, values: { liveness_score: 100, income_band: 'b' } }
    assert.deepEqual(readKeptFeatures(keptFeaturesText(second), sets), second)
  })

  test('of a newer set are read as they are', () => {
    const newer = { set: 7, values: { income_band: 'b' } }
    assert.deepEqual(readKeptFeatures(keptFeaturesText(newer)), newer)
  })

  test('that are not whole are damage', () => {
    const { age_band: _, ...damaged } = someFeatures
    for (const text of [
      JSON.stringify(damaged),
      keptFeaturesText({ set: 1, values: damaged }),
      keptFeaturesText({ set: 1, values: { ...someFeatures, income_band: 'b' } }),
      '{"set":1}',
      '{"set":2,"values":{"income_band":{}}}',
      '[]',
      'null',
    ]) {
      assert.throws(() => readKeptFeatures(text), text)
    }
  })
})

test('the features of today are those of the newest set: another name needs a new set', () => {
  assert.deepEqual(featureSets[featureSetVersion], featureNames)
  assert.equal(featureSetVersion, Math.max(...Object.keys(featureSets).map(Number)))
  // The first set is in databases for ever.
  assert.deepEqual(featureSets[1].toSorted(), Object.keys(someFeatures).toSorted())
})
