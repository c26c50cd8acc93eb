import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardService } from '../../../server/egress/guard-service.ts'
import { openGuardedAgent, openWhenCalled } from '../../../server/egress/guarded-agent.ts'
import { openGuardedFetch } from '../../../server/egress/guarded-fetch.ts'
import { secureContext } from '../../../server/egress/secure-context.ts'
import { egressForTests } from '../../support/loopback-fetch.ts'

const guard = guardService(egressForTests(), { known: [], named: [] })
const authorities = { extraCa: undefined, caSetting: 'SVC_A_CA_FILE' }

test('an agent that is destroyed while it is being opened refuses every request', async () => {
  const needs = { ...guard, timeoutMs: 1_000 }
  const later = openWhenCalled(() => openGuardedAgent(needs, secureContext(authorities)))
  const call = later.agent()
  await later.destroy()
  assert.ok((await call).destroyed)
})

test('a fetch that is closed with its first call under way ends that call', async () => {
  const { fetch, close } = openGuardedFetch(guard, authorities, 1_000)
  const call = fetch('https://192.0.2.1/')
  await close()
  await assert.rejects(call, ({ cause }) => (cause as Error).name === 'ClientDestroyedError')
})
