import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuide } from '../../../scripts/guide-tables.ts'
import { eventMessages } from '../../../server/api/openapi/webhook-section.ts'
import { eventTypes } from '../../../server/events/event.ts'
import { reasonJson } from '../../../server/verifications/reason-json.ts'

const optional = new Set(['external_ref', 'externalRef'])

test('the guide shows one body of each shape a webhook is sent, with exactly its fields', () => {
  const messages = eventMessages()
  const blocks = readGuide('webhooks').matchAll(/```json\n([\s\S]*?)```/g)
  const bodies = [...blocks].map(([, block = '']) => JSON.parse(block))
  const expected = eventTypes.flatMap((event) =>
    Object.values(messages[event].examples).map((data) => ({ id: '', event, data, timestamp: '' })),
  )
  assert.deepEqual(
    bodies.map((body) => [body.event, fieldsOf(body)]),
    expected.map((body) => [body.event, fieldsOf(body)]),
  )
})

test('the reasons in the guide’s bodies are those that are sent', () => {
  const shown = readGuide('webhooks').matchAll(/"reasons": (\[[\s\S]*?\])/g)
  for (const [, text = ''] of shown) {
    for (const reason of JSON.parse(text)) assert.deepEqual(reason, reasonJson(reason.code))
  }
})

test('the guide has a row for each type of event, in their order', () => {
  const rows = readGuide('webhooks').matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)
  assert.deepEqual(
    [...rows].map(([, event]) => event),
    eventTypes,
  )
})

/** Returns the path of every field; of a list, the fields of its first entry. */
function fieldsOf(shape: object): readonly string[] {
  return Object.entries(shape)
    .filter(([name]) => !optional.has(name))
    .flatMap(([name, value]) => [name, ...fieldsWithin(value).map((inner) => `${name}.${inner}`)])
    .toSorted()
}

function fieldsWithin(value: unknown): readonly string[] {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'object' && one !== null ? fieldsOf(one) : []
}
