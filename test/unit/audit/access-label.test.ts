import assert from 'node:assert/strict'
import { test } from 'node:test'
import ar from '../../../data/reference/words/ar.json' with { type: 'json' }
import en from '../../../data/reference/words/en.json' with { type: 'json' }
import fr from '../../../data/reference/words/fr.json' with { type: 'json' }
import { accessLabelOf } from '../../../server/audit/access-label.ts'
import { auditActions } from '../../../server/audit/audit.ts'

test('the time line has words for whatever is audited about a verification', () => {
  const about = auditActions.filter((action) => /^(verification|review)\./.test(action))
  const labels = about.map((action) => accessLabelOf(action))
  assert.equal(labels.includes(undefined), false)
  const named = new Set(labels.filter((label) => label !== null && label !== undefined))
  for (const { access } of [en, fr, ar]) {
    assert.deepEqual(Object.keys(access).toSorted(), [...named].toSorted())
  }
  assert.equal(accessLabelOf('key.created'), undefined)
})

test('it leaves out what the history of the review says', () => {
  assert.equal(accessLabelOf('review.noted'), null)
  assert.equal(accessLabelOf('review.claimed'), 'claimed')
})
