// Whom the reviewer says that the face of a report is too: each statement clears what it says, and no more.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { approval, searchOf, startLate } from './late-scene.ts'

type Late = Awaited<ReturnType<typeof startLate>>

const upheld = { outcome: 'confirm', reasons: ['decision_correct'] }
const upheldAs = (...said: readonly string[]) => ({
  outcome: 'confirm',
  reasons: ['decision_correct', ...said],
})
const alone = { SVC_REVIEW_FOUR_EYES: 'never' }

describe('fraud that is reported after an approval', () => {
  test('is none any more once staff upheld the approval as of the same person', async (t) => {
    const scene = await startLate(t, alone)
    const { reported, verifyAgain } = await reportedTwo(scene)
    assert.deepEqual(causesOf(await scene.read(reported)), ['late_result', 'fraud'])
    assert.equal(await verifyAgain(another), 'error')
    assert.equal(await scene.decide(reported, upheldAs('same_person')), 200)
    assert.equal(await verifyAgain(another), 'approved')
    assert.equal(await verifyAgain(approval), 'approved')
  })

  test('of two who look alike makes neither of them known to those who look like the other', async (t) => {
    const scene = await startLate(t, alone)
    const { reported, users, verifyAgain } = await reportedTwo(scene)
    assert.equal(await scene.decide(reported, upheldAs('lookalike')), 200)
    assert.equal(await verifyAgain(another), 'approved')
    assert.equal(await verifyAgain(approval), 'approved')
    // A third who looks like the second is nobody known to the first.
    const third = { ...approval, IDNumber: 'SN5555555' }
    scene.says({ ...third, Antifraud: searchOf(users.slice(1)).Antifraud })
    const alike = await scene.verified(third.IDNumber)
    assert.equal((await scene.read(alike)).status, 'error')
    assert.equal(await scene.decide(alike, { outcome: 'dispute', reasons: ['lookalike'] }), 200)
    users.push(await scene.userOf(alike))
    assert.equal(await verifyAgain(another), 'approved')
    assert.equal(await verifyAgain(approval), 'error')
  })

  test('stays suspicious where staff upheld the approval without saying who they are', async (t) => {
    const scene = await startLate(t, alone)
    const { reported, verifyAgain } = await reportedTwo(scene)
    assert.equal(await scene.decide(reported, upheld), 200)
    assert.equal(await verifyAgain(another), 'error')
    assert.equal(await verifyAgain(approval), 'error')
  })

  test('is not cleared by a review that was closed before it came', async (t) => {
    const scene = await startLate(t, alone)
    const users = [await scene.userOf(await scene.verified())]
    const other = { ...approval, IDNumber: 'SN7654321' }
    scene.says(other)
    const second = await scene.verified(other.IDNumber)
    users.push(await scene.userOf(second))
    await scene.awa.post(`/verifications/${second}/review`)
    assert.equal(await scene.decide(second, upheldAs('same_person')), 200)
    await scene.callBack(second)
    // Judged a minute after the last look.
    await scene.callBack(second, searchOf(users.slice(0, 1)))
    assert.deepEqual(await scene.lateReasons(second), ['received'])
    scene.says({ ...other, Antifraud: searchOf(users).Antifraud })
    assert.equal((await scene.read(await scene.verified(other.IDNumber))).status, 'error')
  })
})

const another = { ...approval, IDNumber: 'SN7654321' }

/** Two customers, of whom a callback reports for the second that both have one face. */
async function reportedTwo(scene: Late) {
  const users = [await scene.userOf(await scene.verified())]
  scene.says(another)
  const reported = await scene.verified(another.IDNumber)
  users.push(await scene.userOf(reported))
  await scene.callBack(reported, searchOf(users.slice(0, 1)))
  /** The provider names all of them. */
  const verifyAgain = async (document: { readonly IDNumber: string }) => {
    scene.says({ ...document, Antifraud: searchOf(users).Antifraud })
    return (await scene.read(await scene.verified(document.IDNumber))).status
  }
  return { users, reported, verifyAgain }
}

function causesOf({ review }: Readonly<Record<string, unknown>>) {
  return (review as { readonly causes: readonly string[] } | null)?.causes
}
