// A report of fraud that came before the provider failed and staff decided is reviewed too.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchOf, startLate } from './late-scene.ts'

const settings = {
  SVC_PROVIDER_FALLBACK: 'local',
  SVC_PROVIDER_GIVE_UP_AFTER: '15m',
  SVC_REVIEW_FOUR_EYES: 'never',
}
const approved = { outcome: 'approved', reasons: ['document_genuine'] }

test('a report of a provider that staff decided for stays suspicious', async (t) => {
  const scene = await startLate(t, settings)
  scene.says('none')
  const id = await scene.submit()
  await scene.server.jobs.idle()
  assert.equal(await scene.callBack(id, searchOf(['user-of-another-system'])), 200)
  scene.says('down')
  for (let i = 0; i < 60 && (await scene.read(id)).review === null; i += 1) await scene.rest()
  await scene.awa.signIn('awa@bank.example')
  assert.equal(await scene.decide(id, approved), 200)
  for (let i = 0; i < 10; i += 1) await scene.rest()
  const { status, review } = await scene.read(id)
  assert.equal(status, 'approved')
  const { state, causes } = review as { readonly state: string; readonly causes: string[] }
  assert.deepEqual([state, causes], ['open', ['decision', 'late_result', 'fraud']])
})
