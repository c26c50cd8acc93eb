import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody } from '../../../server/events/event.ts'

test('a body begins with the id and the name of its event, which receivers without a JSON library read', () => {
  const event = { id: 'evt_1', type: 'verification.completed', createdAt: 0 } as const
  const body = eventBody(event, { id: 'ver_1', event: 'another' }).toString()
  assert.match(body, /^\{"id":"evt_1","event":"verification\.completed","data":\{/)
})
