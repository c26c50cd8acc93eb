// A later result opens a review again: its quality check ends with the decision, and the next decision is drawn anew.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approval, searchOf, startLate } from './late-scene.ts'

const upheld = { outcome: 'confirm', reasons: ['decision_correct'] }
const settings = { SVC_REVIEW_FOUR_EYES: 'never', SVC_REVIEW_QUALITY_SAMPLE: '100' }

async function startClosed(t: Parameters<typeof startLate>[0]) {
  const scene = await startLate(t, settings)
  const id = await scene.verified()
  scene.says({ ...approval, ResultCode: '0811' })
  await scene.callBack(id)
  assert.equal(await scene.decide(id, upheld), 200)
  const next = async () => {
    const { data } = await scene.omar.post('/quality/checks/next')
    return (data.check as { readonly id: string } | null)?.id
  }
  const reopen = async (decision: object = upheld) => {
    await scene.callBack(id, searchOf(['user-of-another-system']))
    await scene.rest()
    assert.equal(await next(), undefined)
    assert.equal(await scene.decide(id, decision), 200)
  }
  return { ...scene, next, reopen }
}

test('a review that is opened again before its check was made is drawn again', async (t) => {
  const { next, reopen, omar } = await startClosed(t)
  const first = await next()
  await reopen()
  const second = await next()
  assert.ok(first && second && first !== second)
  assert.equal((await omar.post(`/quality/checks/${first}/decide`, upheld)).status, 404)
  assert.equal((await omar.post(`/quality/checks/${second}/decide`, upheld)).status, 200)
})

test('a review whose check was made is not checked again', async (t) => {
  const { next, reopen, omar } = await startClosed(t)
  const first = await next()
  assert.equal((await omar.post(`/quality/checks/${first}/decide`, upheld)).status, 200)
  await reopen()
  assert.equal(await next(), undefined)
})

test('a check that differs keeps beside it the decision that it compared', async (t) => {
  const { next, reopen, omar, awa, reviewer } = await startClosed(t)
  const lead = await reviewer('nadia', 'lead')
  const disputed = { outcome: 'dispute', reasons: ['fraud_suspected'] }
  const compared = async () => {
    const { data } = await lead.get('/quality/differing')
    const [one] = data.items as readonly { readonly first: object; readonly second: object }[]
    return one
  }
  const first = await next()
  assert.equal((await omar.post(`/quality/checks/${first}/decide`, disputed)).status, 200)
  const before = await compared()
  assert.partialDeepStrictEqual(before, {
    first: { outcome: 'confirm', by: { id: awa.id } },
    second: { outcome: 'dispute' },
  })
  await reopen(disputed)
  assert.deepEqual(await compared(), before)
})
