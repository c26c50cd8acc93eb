// A report of fraud that says nothing new opens no review again, in whatever words it comes; one that does is not lost.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approval, searchOf, startLate } from './late-scene.ts'

const stranger = 'user-of-another-system'
const upheld = { outcome: 'confirm', reasons: ['decision_correct'] }
const alone = { SVC_REVIEW_FOUR_EYES: 'never' }

async function stateOf(scene: Awaited<ReturnType<typeof startLate>>, id: string) {
  const { review } = await scene.read(id)
  return (review as { readonly state: string } | null)?.state
}

describe('one more report of fraud', () => {
  test('opens no review again where people were asked about all users that it names', async (t) => {
    const scene = await startLate(t, alone)
    const id = await scene.verified()
    scene.says({ ...approval, Antifraud: searchOf([stranger]).Antifraud })
    await scene.callBack(id)
    assert.equal(await stateOf(scene, id), 'open')
    await scene.decide(id, upheld)
    await scene.callBack(id, searchOf([stranger]))
    await scene.rest()
    assert.equal(await stateOf(scene, id), 'closed', 'the result named the same user')
    await scene.callBack(id, searchOf([stranger, 'user-b', 'user-a']))
    await scene.rest()
    assert.equal(await stateOf(scene, id), 'open')
    await scene.decide(id, upheld)
    for (const users of [['user-a', stranger, 'user-b'], ['user-b'], ['user-b', 'user-a']]) {
      await scene.callBack(id, searchOf(users))
      await scene.rest()
      assert.equal(await stateOf(scene, id), 'closed', users.join())
    }
    assert.equal((await scene.later(id)).length, 2)
  })

  test('opens the review again for each other suspicion than of faces, once', async (t) => {
    const scene = await startLate(t, alone)
    const id = await scene.verified()
    const reportOf = (user_id: string, reason: string) => ({
      ...searchOf([]),
      Antifraud: { SuspectUsers: [{ user_id, reason }] },
    })
    const reports = [reportOf(stranger, 'duplicate-device'), reportOf('user-b', 'blocked')]
    for (const [index, report] of [...reports, ...reports].entries()) {
      await scene.callBack(id, report)
      await scene.rest()
      const expected = index < reports.length ? 'open' : 'closed'
      assert.equal(await stateOf(scene, id), expected, String(index))
      if (expected === 'open') await scene.decide(id, upheld)
    }
    assert.equal((await scene.later(id)).length, 2)
  })
})
