import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresShown } from '../../../server/console-api/verifications/features-shown.ts'
import { readScoringReference } from '../../../server/scoring/read-reference.ts'
import { aScore } from '../../support/score.ts'
import { aVerification } from '../../support/verification.ts'

const reference = readScoringReference()

test('features are shown of a score that was made with today’s reference values, and of no other', () => {
  const cases = [
    [{ state: 'attached', score: aScore({ referenceVersion: reference.version }) }, true],
    [{ state: 'attached', score: aScore({ referenceVersion: 'an older one' }) }, false],
    [{ state: 'attached', score: aScore({ referenceVersion: undefined }) }, false],
    [{ state: 'skipped' }, false],
    [{ state: 'not_requested' }, false],
  ] as const
  for (const [scoring, isTold] of cases) {
    const features = featuresShown(aVerification({ scoring }), reference)
    assert.equal(features !== undefined, isTold, JSON.stringify(scoring))
  }
})
