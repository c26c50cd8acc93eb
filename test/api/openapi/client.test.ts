import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '../../../server/keys/key.ts'
import { startForTest } from '../../support/running-appliance.ts'
import { generateClient } from './generated-client.ts'

interface Program {
  runFlow(baseUrl: string, apiKey: string): Promise<Readonly<Record<string, unknown>>>
}

test('a client generated from the document type-checks and runs the sandbox (long)', async (t) => {
  const client = await generateClient(t)
  assert.equal(await client.check(), '')
  const app = await startForTest(t)
  const key = await app.key('sandbox', scopes)
  const { runFlow } = (await client.load()) as Program
  const { attachedScore, listed, usageTypes, ...rest } = await runFlow(app.url, key)
  assert.ok(Array.isArray(listed) && listed.length === 1)
  assert.ok(Array.isArray(usageTypes))
  assert.deepEqual(usageTypes.toSorted(), ['kyc.verify', 'score.get', 'score.get'])
  assert.deepEqual(rest, {
    status: 'approved',
    retrievedScore: attachedScore,
    hasSecret: true,
    isDeleted: true,
    keyStates: ['revoked', 'active', 'active', 'revoked', 'revoked'],
    usageEvents: 3,
    refusal: 'not_found',
    version: '1.2.0',
  })
})
