import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { engineRequestId } from '../../../server/scoring/engine-request-id.ts'
import type { Features } from '../../../server/scoring/features.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const features: Features = {
  document_authenticity_score: 1,
  liveness_score: 1,
  country_risk_band: 'low',
  id_type_weight: 1,
  age_band: '25-34',
  verification_timestamp: '2026-11-21T09:00:00.000Z',
  day_of_week: 6,
  hour_of_day: 9,
}

test('a score has one request id, however often it is requested', () => {
  const keyring = testKeyring()
  const ids = ['ver_1', 'ver_1', 'ver_2'].map((id) => engineRequestId(keyring, id, features))
  for (const id of ids) assert.equal(z.uuidv4().safeParse(id).success, true, id)
  assert.equal(ids[0], ids[1])
  assert.notEqual(ids[0], ids[2])
})

test('the score of another decision has another id', () => {
  const declined = { ...features, document_authenticity_score: 0 }
  const [one, other] = [features, declined].map((some) =>
    engineRequestId(testKeyring(), 'ver_1', some),
  )
  assert.notEqual(one, other)
})

test('the id says nothing of the verification to whoever lacks the key', () => {
  assert.notEqual(
    engineRequestId(testKeyring(7), 'ver_1', features),
    engineRequestId(testKeyring(8), 'ver_1', features),
  )
})
