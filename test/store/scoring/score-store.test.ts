import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { attachScore } from '../../../server/scoring/attach-score.ts'
import { findScore, insertScore } from '../../../server/scoring/score-store.ts'
import { setScoring } from '../../../server/verifications/verification-store.ts'
import {
  findVerification,
  listVerifications,
} from '../../../server/verifications/verification-view.ts'
import { openTestDatabase } from '../../support/database.ts'
import { aScore } from '../../support/score.ts'
import { aVerification, keepVerification } from '../../support/verification.ts'

async function openApproved(t: TestContext) {
  const { db } = await openTestDatabase(t)
  const verification = aVerification({ status: 'approved', completedAt: 1 })
  await inTransaction(db, (trx) => keepVerification(trx, verification))
  return { db, id: verification.id }
}

describe('a score', () => {
  for (const score of [
    aScore({ score: 0, confidence: 0, flags: ['a', 'b'] }),
    aScore({ score: 1000, confidence: 1, referenceVersion: undefined }),
    aScore({ confidence: 0.1 + 0.2 }),
  ]) {
    test(`of ${score.score} at ${score.confidence} comes back as it was kept`, async (t) => {
      const { db, id } = await openApproved(t)
      assert.equal(await inTransaction(db, (trx) => insertScore(trx, id, score)), true)
      assert.deepEqual(await findScore(db.reader, id), score)
    })
  }

  test('is kept once a verification: of many at a time the first stays, and all get it', async (t) => {
    const { db, id } = await openApproved(t)
    const attached = await Promise.all(
      [1, 2, 3].map((score) =>
        inTransaction(db, (trx) => attachScore(trx, id, aScore({ id: `scr_${score}`, score }))),
      ),
    )
    assert.deepEqual(
      attached.map(({ id: name }) => name),
      ['scr_1', 'scr_1', 'scr_1'],
    )
    assert.equal(db.raw.prepare('select count(*) from scores').pluck().get(), 1)
  })

  test('needs a verification', async (t) => {
    const { db } = await openApproved(t)
    await assert.rejects(inTransaction(db, (trx) => insertScore(trx, 'ver_none', aScore())))
  })

  test('is read with its verification, alone and in a list', async (t) => {
    const { db, id } = await openApproved(t)
    await inTransaction(db, async (trx) => {
      await keepVerification(trx, aVerification({ createdAt: 1, scoring: { state: 'skipped' } }))
      await insertScore(trx, id, aScore())
      await setScoring(trx, id, 'attached')
    })
    const attached = { state: 'attached', score: aScore() }
    assert.deepEqual((await findVerification(db.reader, id))?.scoring, attached)
    const rows = await listVerifications(db.reader, {}, { limit: 20, after: undefined })
    assert.deepEqual(
      rows.map(({ scoring }) => scoring),
      [attached, { state: 'skipped' }],
    )
  })

  test('that is missing where one is attached is damage, and is not passed over', async (t) => {
    const { db, id } = await openApproved(t)
    await inTransaction(db, (trx) => setScoring(trx, id, 'attached'))
    await assert.rejects(findVerification(db.reader, id))
  })
})
