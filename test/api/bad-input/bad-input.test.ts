// Slow: sends some thousand malformed requests.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { notAgain } from '../../support/postgres.ts'
import { assertRefused, type BadCase } from './bad-case.ts'
import { credentials } from './credentials.ts'
import { deliveryRequests } from './delivery-requests.ts'
import { formFields } from './form-fields.ts'
import { idempotencyKeys } from './idempotency-keys.ts'
import { images } from './images.ts'
import { jsonBodies } from './json-bodies.ts'
import { jsonFields } from './json-fields.ts'
import { keyRequests } from './key-requests.ts'
import { multipart } from './multipart.ts'
import { pathsAndQueries } from './paths-and-queries.ts'
import { openScene } from './scene.ts'
import { scoreRequests } from './score-requests.ts'
import { transport } from './transport.ts'
import { usageRequests } from './usage-requests.ts'
import { webhookRequests } from './webhook-requests.ts'

const table: Readonly<Record<string, readonly BadCase[]>> = {
  'a JSON body': jsonBodies,
  'the fields of the sandbox': jsonFields,
  'the fields of the live form': formFields,
  'a multipart body': multipart,
  'a picture': images,
  'a key': credentials,
  'a path, a method or a query': pathsAndQueries,
  'a request about keys': keyRequests,
  'a request for a score': scoreRequests,
  'a question about usage': usageRequests,
  'a request about webhooks': webhookRequests,
  'a request about deliveries': deliveryRequests,
  'an Idempotency-Key': idempotencyKeys,
  'the transport': transport,
}

/**
 * Is refused before a statement has a value of it. Ids, filters and keys are not, and PostgreSQL refuses NUL in a text.
 */
const refusedUnread = [
  'a JSON body',
  'the fields of the sandbox',
  'the fields of the live form',
  'a multipart body',
  'a picture',
  'the transport',
]

describe('bad input', () => {
  const scene = openedBefore(openScene)

  for (const [subject, rows] of Object.entries(table)) {
    describe(`in ${subject}`, refusedUnread.includes(subject) ? notAgain : {}, () => {
      for (const row of rows) test(`is refused: ${row[0]}`, () => assertRefused(scene, row))
    })
  }

  test('has one row in the table for each thing that is refused', () => {
    for (const rows of Object.values(table)) {
      const names = rows.map(([what]) => what)
      assert.deepEqual(names, [...new Set(names)])
    }
  })

  test('is nobody’s failure: nothing is logged as an error', () => {
    assert.ok(scene.app.logLines.every((line) => JSON.parse(line).level !== 'error'))
  })
})
