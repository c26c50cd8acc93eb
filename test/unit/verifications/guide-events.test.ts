import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuide } from '../../../scripts/readme-settings.ts'
import {
  failedExample,
  plainEventExample,
  reviewClosedExample,
  scoredEventExample,
} from '../../../server/api/openapi/event-examples.ts'
import { eventTypes } from '../../../server/events/event.ts'

const optional = new Set(['external_ref', 'externalRef'])

test('the guide shows one body of each shape a webhook is sent, with exactly its fields', () => {
  const blocks = readGuide('webhooks').matchAll(/```json\n([\s\S]*?)```/g)
  const bodies = [...blocks].map(([, block = '']) => JSON.parse(block))
  for (const { event, ...body } of bodies) {
    assert.ok(eventTypes.includes(event))
    assert.deepEqual(Object.keys(body), ['id', 'data', 'timestamp'])
  }
  assert.deepEqual(
    bodies.map(({ data }) => fieldsOf(data)),
    [
      plainEventExample,
      scoredEventExample,
      failedExample,
      reviewClosedExample,
      { webhook_id: '', message: '' },
    ].map(fieldsOf),
  )
  assert.deepEqual(fieldsOf(bodies[1].data.score), fieldsOf(scoredEventExample.score ?? {}))
  assert.deepEqual(fieldsOf(bodies[3].data.review), fieldsOf(reviewClosedExample.review))
  assert.deepEqual(fieldsOf(bodies[2].data.reasons[0]), fieldsOf(failedExample.reasons?.[0] ?? {}))
})

function fieldsOf(shape: object): readonly string[] {
  return Object.keys(shape)
    .filter((name) => !optional.has(name))
    .toSorted()
}
