import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { isUniqueViolation } from '../../../server/db/unique-violation.ts'
import { type RunHold, RunLostError } from '../../../server/jobs/job-handler.ts'
import {
  findProviderJob,
  insertProviderJob,
  type ProviderJobRecord,
  setProviderJobSubmitted,
  setProviderJobUploadEnded,
  setProviderJobUploadStarted,
} from '../../../server/verifications/provider-job/provider-job-store.ts'
import { findProviderJobByJobId } from '../../../server/verifications/provider-job/provider-job-view.ts'
import { timesByOurClock } from '../../../server/verifications/provider-job/times-by-our-clock.ts'
import { openTestDatabase } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { aVerification, keepVerification } from '../../support/verification.ts'

async function openNamed(t: TestContext) {
  const { db } = await openTestDatabase(t)
  const { id } = aVerification()
  const ids = { provider: 'smile-id', jobId: 'job-1', userId: 'user-1' } as const
  const names = { ...ids, imagesDecodedAt: undefined, createdAt: 0 }
  await inTransaction(db, async (trx) => {
    await keepVerification(trx, aVerification({ id }))
    await insertProviderJob(trx, { verificationId: id, ...names })
  })
  return { db, id, names }
}

describe('the names of a verification at the provider', () => {
  test('are found by the verification, and by the name that the provider echoes', async (t) => {
    const { db, id, names } = await openNamed(t)
    const unset = { reference: undefined, uploadStartedAt: undefined, submittedAt: undefined }
    const expected = { verificationId: id, ...names, ...unset }
    assert.deepEqual(await findProviderJob(db.reader, id), expected)
    assert.deepEqual(await findProviderJobByJobId(db.reader, 'job-1'), expected)
    assert.equal(await findProviderJobByJobId(db.reader, 'job-2'), undefined)
    assert.equal(await findProviderJob(db.reader, 'ver_none'), undefined)
  })

  test('are given once: neither a second pair nor a name that is taken', async (t) => {
    const { db, id, names } = await openNamed(t)
    const again = { verificationId: id, ...names, jobId: 'job-2' }
    await assert.rejects(
      inTransaction(db, (trx) => insertProviderJob(trx, again)),
      isUniqueViolation,
    )
    const other = aVerification()
    const taken = inTransaction(db, async (trx) => {
      await keepVerification(trx, other)
      await insertProviderJob(trx, { verificationId: other.id, ...names })
    })
    await assert.rejects(taken, isUniqueViolation)
  })

  test('have their times set to now where a clock recorded them that was ahead, by the run that has the job', async (t) => {
    const { db, id } = await openNamed(t)
    const [nowMs, aheadMs] = [Date.UTC(2026, 10, 21), Date.UTC(2027, 10, 21)]
    const stored = async () => {
      const job = await findProviderJob(db.reader, id)
      return job ?? assert.fail('the job is gone')
    }
    const times = ({ createdAt, uploadStartedAt, submittedAt }: ProviderJobRecord) => [
      createdAt,
      uploadStartedAt,
      submittedAt,
    ]
    const mend =
      (confirm: RunHold['confirm'] = async () => {}) =>
      async () =>
        times(
          await timesByOurClock({ db, clock: new ManualClock(nowMs) }, await stored(), { confirm }),
        )
    assert.deepEqual(await mend()(), [0, undefined, undefined])
    await inTransaction(db, async (trx) => {
      await setProviderJobUploadStarted(trx, id, nowMs - 1)
      await setProviderJobSubmitted(trx, id, { at: aheadMs, reference: undefined })
    })
    await assert.rejects(
      mend(async () => {
        throw new RunLostError()
      }),
    )
    assert.deepEqual(times(await stored()), [0, nowMs - 1, aheadMs])
    assert.deepEqual(await mend()(), [0, nowMs - 1, nowMs])
    assert.deepEqual(times(await stored()), [0, nowMs - 1, nowMs])
  })

  test('remember when the latest upload began, before it is known to have arrived', async (t) => {
    const { db, id } = await openNamed(t)
    for (const at of [5, 9]) {
      await inTransaction(db, (trx) => setProviderJobUploadStarted(trx, id, at))
    }
    const job = await findProviderJob(db.reader, id)
    assert.deepEqual([job?.uploadStartedAt, job?.submittedAt], [9, undefined])
  })

  test('forget an upload that did not arrive, and know the earlier one again', async (t) => {
    const { db, id } = await openNamed(t)
    const ended = async (before: number | undefined) => {
      await inTransaction(db, (trx) => setProviderJobUploadStarted(trx, id, 9))
      await inTransaction(db, (trx) => setProviderJobUploadEnded(trx, id, before))
      return (await findProviderJob(db.reader, id))?.uploadStartedAt
    }
    assert.deepEqual([await ended(5), await ended(undefined)], [5, undefined])
  })

  test('remember the upload; a later one without a reference keeps the reference of the first', async (t) => {
    const { db, id } = await openNamed(t)
    const submit = (at: number, reference: string | undefined) =>
      inTransaction(db, (trx) => setProviderJobSubmitted(trx, id, { at, reference }))
    await submit(5, 'smile-77')
    await submit(9, undefined)
    const job = await findProviderJob(db.reader, id)
    assert.deepEqual([job?.submittedAt, job?.reference], [9, 'smile-77'])
  })
})
