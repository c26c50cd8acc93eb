import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReadme } from '../../../scripts/readme-settings.ts'
import {
  failedExample,
  shapeAExample,
  shapeBExample,
} from '../../../server/api/verifications/verification-event-schema.ts'
import { eventTypes } from '../../../server/events/event.ts'

const optional = new Set(['external_ref', 'externalRef'])

test('the README shows one body of each shape a webhook is sent, with exactly its fields', () => {
  const [, chapter = ''] = readReadme().split('\n## Receiving webhooks\n')
  const blocks = chapter.split('\n## ')[0]?.matchAll(/```json\n([\s\S]*?)```/g) ?? []
  const bodies = [...blocks].map(([, block = '']) => JSON.parse(block))
  for (const { event, ...body } of bodies) {
    assert.ok(eventTypes.includes(event))
    assert.deepEqual(Object.keys(body), ['id', 'data', 'timestamp'])
  }
  assert.deepEqual(
    bodies.map(({ data }) => fieldsOf(data)),
    [shapeAExample, shapeBExample, failedExample, { webhook_id: '', message: '' }].map(fieldsOf),
  )
  assert.deepEqual(fieldsOf(bodies[1].data.score), fieldsOf(shapeBExample.score ?? {}))
  assert.deepEqual(fieldsOf(bodies[2].data.reasons[0]), fieldsOf(failedExample.reasons?.[0] ?? {}))
})

function fieldsOf(shape: object): readonly string[] {
  return Object.keys(shape)
    .filter((name) => !optional.has(name))
    .toSorted()
}
