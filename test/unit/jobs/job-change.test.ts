import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeFor, type RunEnd } from '../../../server/jobs/job-change.ts'
import { retryAt, throwsMax } from '../../../server/jobs/retry-policy.ts'
import { waitingJob } from '../../support/waiting-job.ts'

const nowMs = Date.UTC(2026, 10, 21, 9)
const calm = { nowMs, isDueNow: false, isEarly: false }
const job = waitingJob({
  interruptions: 2,
  loneDeaths: 1,
  isTrial: true,
  reason: 'interrupted',
  createdAt: nowMs - 1_000,
  dueAt: nowMs - 1_000,
})
const thrown: RunEnd = { kind: 'thrown', reason: 'internal_error' }
const retry: RunEnd = { kind: 'retry', reason: 'network' }

describe('the end of a run', () => {
  test('done finishes the job', () => {
    assert.deepEqual(changeFor({ kind: 'done', reason: 'approved' }, job, calm), {
      state: 'done',
      finishedAt: nowMs,
      reason: 'approved',
    })
  })

  test('again waits until then, and forgets what failed before', () => {
    const failing = { ...job, attempts: 3, throws: 2, failingSince: 1 }
    const at = nowMs + 60_000
    assert.deepEqual(changeFor({ kind: 'again', at, reason: 'processing' }, failing, calm), {
      state: 'waiting',
      step: 'ask',
      dueAt: at,
      attempts: 0,
      throws: 0,
      interruptions: 0,
      loneDeaths: 0,
      failingSince: undefined,
      reason: 'processing',
    })
  })

  test('again is due at once when there was news during the run', () => {
    const end: RunEnd = { kind: 'again', at: nowMs + 60_000, reason: 'processing' }
    const change = changeFor(end, job, { nowMs, isDueNow: true, isEarly: false })
    assert.equal(change.state === 'waiting' && change.dueAt, nowMs)
  })

  test('a failure that a clock which was ahead noted counts from now on', () => {
    const noted = (failingSince: number) => {
      const change = changeFor(retry, { ...job, attempts: 3, failingSince }, calm)
      return change.state === 'waiting' && change.failingSince
    }
    assert.equal(noted(nowMs + 60_000), nowMs)
    assert.equal(noted(nowMs - 60_000), nowMs - 60_000)
  })

  test('a failure waits as the policy says, and notes since when', () => {
    const first = changeFor(retry, job, calm)
    assert.equal(first.state === 'waiting' && first.dueAt, retryAt(nowMs, 1))
    assert.equal(first.state === 'waiting' && first.failingSince, nowMs)
    const later = changeFor(retry, { ...job, attempts: 4, failingSince: 7 }, calm)
    assert.equal(later.state === 'waiting' && later.failingSince, 7)
    assert.equal(later.state === 'waiting' && later.dueAt, retryAt(nowMs, 5))
  })

  test('one throw after a long outage is not the last', () => {
    const change = changeFor(thrown, { ...job, attempts: 200, throws: 0 }, calm)
    assert.equal(change.state, 'waiting')
  })

  test('throwing again and again fails the job, whatever failed in between did not throw', () => {
    const almost = { ...job, attempts: 50, throws: throwsMax - 1 }
    assert.equal(changeFor(thrown, almost, calm).state, 'failed')
    const between = changeFor(retry, almost, calm)
    assert.equal(between.state === 'waiting' && between.throws, 0)
  })

  test('a wait keeps what was counted, and ends early where the job was made due', () => {
    const failing = { ...job, attempts: 3, throws: 1, failingSince: 5 }
    const end: RunEnd = { kind: 'wait', at: nowMs + 60_000, reason: 'upload_unconfirmed' }
    const kept = { attempts: 3, throws: 1, interruptions: 2, loneDeaths: 1, failingSince: 5 }
    const { reason } = end
    const waiting = { state: 'waiting', step: 'ask', ...kept, reason } as const
    assert.deepEqual(changeFor(end, failing, calm), { ...waiting, dueAt: nowMs + 60_000 })
    const isDueNow = { ...calm, isDueNow: true, isEarly: false }
    assert.deepEqual(changeFor(end, failing, isDueNow), { ...waiting, dueAt: nowMs })
  })

  test('being handed back costs nothing', () => {
    const failing = { ...job, attempts: 3, throws: 1, failingSince: 5 }
    assert.deepEqual(changeFor({ kind: 'handed-back', reason: 'stopping' }, failing, calm), {
      state: 'waiting',
      step: 'ask',
      dueAt: nowMs,
      attempts: 3,
      throws: 1,
      interruptions: 2,
      loneDeaths: 1,
      failingSince: 5,
      reason: 'stopping',
    })
  })
})
