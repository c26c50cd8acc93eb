import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type AuditOrigin, fromCommandLine } from '../../../server/audit/audit.ts'
import { keysByKeysMax } from '../../../server/keys/bound-keys-by-keys.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import type { CreatedKey, NewKey } from '../../../server/keys/key.ts'
import { revokeKey } from '../../../server/keys/revoke-key.ts'
import { rotateKey } from '../../../server/keys/rotate-key.ts'
import { newKey } from '../../support/api-key.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const hourMs = 3_600_000

/** Keys have made as many keys as they may, one of which made the last half. */
async function openFull(t: TestContext) {
  const { clock, db } = await openTestDatabase(t)
  const needs = { db, clock, keyring: testKeyring() }
  const { key: maker } = await createKey(needs, fromCommandLine, newKey())
  const make = (by: string, more: Partial<NewKey> = {}) =>
    createKey(needs, originOf(by), newKey(more))
  const made: CreatedKey[] = []
  for (let count = 0; count < keysByKeysMax; count += 1) {
    const by = count < keysByKeysMax / 2 ? maker.id : made[0]?.key.id
    made.push(await make(by ?? '', { expiresAt: clock.now() + (count === 1 ? 1 : 24) * hourMs }))
  }
  const rotate = (id: string, graceMs: number) =>
    rotateKey(needs, originOf(maker.id), { id, graceMs })
  const [first] = made
  assert.ok(first)
  return { needs, clock, maker, first: first.key, made, make, rotate }
}

function originOf(id: string): AuditOrigin {
  return { actor: { kind: 'api_key', id }, clientAddress: '127.0.0.1', requestId: 'req_1' }
}

const full = { code: 'conflict', message: /Keys have made \d+ living keys in the live environment/ }

test('keys make as many living keys as they may, whichever of them makes them', async (t) => {
  const { needs, clock, maker, first, made, make } = await openFull(t)
  await assert.rejects(make(maker.id), full)
  await assert.rejects(make(first.id), full)
  await make(maker.id, { environment: 'sandbox' })
  await createKey(needs, fromCommandLine, newKey())
  await revokeKey(needs, fromCommandLine, made[2]?.key.id ?? '')
  await make(maker.id)
  await assert.rejects(make(maker.id), full)
  clock.advance(hourMs)
  await make(maker.id)
  await assert.rejects(make(maker.id), full)
})

test('each of them may have a successor beside it, and no more', async (t) => {
  const { made, rotate } = await openFull(t)
  const successors: CreatedKey[] = []
  for (const { key } of made) successors.push(await rotate(key.id, hourMs / 2))
  const newest = successors.at(-1)?.key.id ?? ''
  await assert.rejects(rotate(newest, hourMs), full)
  await rotate(newest, 0)
})
