import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { engineRequestId } from '../../../server/scoring/engine-request-id.ts'
import { testKeyring } from '../../support/test-keyring.ts'

test('a score has one request id, however often it is requested', () => {
  const keyring = testKeyring()
  const ids = ['ver_1', 'ver_1', 'ver_2'].map((id) => engineRequestId(keyring, id))
  for (const id of ids) assert.equal(z.uuidv4().safeParse(id).success, true, id)
  assert.equal(ids[0], ids[1])
  assert.notEqual(ids[0], ids[2])
})

test('the id says nothing of the verification to whoever lacks the key', () => {
  assert.notEqual(
    engineRequestId(testKeyring(7), 'ver_1'),
    engineRequestId(testKeyring(8), 'ver_1'),
  )
})
