import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { createFindFirstOfLine } from '../../../server/keys/first-of-line.ts'
import type { ApiKey } from '../../../server/keys/key.ts'
import { insertKey } from '../../../server/keys/key-store.ts'
import { apiKey } from '../../support/api-key.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'

/** Stores the keys, each the successor of the one before. */
async function openLine(t: TestContext, changes: readonly Partial<ApiKey>[]) {
  const { db } = await openTestDatabase(t)
  const keys = changes.map((change, place) =>
    apiKey({
      id: `key_${place}`,
      rotatedFrom: place === 0 ? undefined : `key_${place - 1}`,
      ...change,
    }),
  )
  for (const key of keys) {
    const secret = { digest: testKeyring().mac('api-key', key.id), pepperId: 'none' }
    await inTransaction(db, (trx) => insertKey(trx, key, secret))
  }
  const findFirst = createFindFirstOfLine(db.reader)
  return Promise.all(keys.map(findFirst))
}

test('the first of a line is that of all its keys', async (t) => {
  assert.deepEqual(await openLine(t, [{}, {}, {}]), ['key_0', 'key_0', 'key_0'])
})

test('the order of scopes, networks and life part no line', async (t) => {
  const scopes = ['kyc.read', 'score.get'] as const
  const change = { scopes: scopes.toReversed(), allowedCidrs: ['10.0.0.0/8'], revokedAt: 1 }
  assert.deepEqual(await openLine(t, [{ scopes }, change]), ['key_0', 'key_0'])
})

for (const [name, change] of [
  ['fewer scopes', { scopes: ['kyc.verify'] }],
  ['other scopes', { scopes: ['kyc.verify', 'keys.manage'] }],
  ['another environment', { environment: 'sandbox' }],
] as const) {
  test(`a successor with ${name} begins a line of its own`, async (t) => {
    const first = { scopes: ['kyc.verify', 'kyc.read'] } as const
    assert.deepEqual(await openLine(t, [first, change, change]), ['key_0', 'key_1', 'key_1'])
  })
}
