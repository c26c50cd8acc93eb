import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  interruptionsMax,
  isSuspect,
  resumeAt,
  retryAt,
} from '../../../server/jobs/retry-policy.ts'

const nowMs = 1_000_000

describe('after a failed attempt', () => {
  const waits = [2, 5, 15, 30, 60, 120, 300, 300, 300]
  waits.forEach((seconds, index) => {
    test(`number ${index + 1} the job waits ${seconds} seconds`, () => {
      assert.equal(retryAt(nowMs, index + 1), nowMs + seconds * 1000)
    })
  })

  test('number 4000 it still waits five minutes', () => {
    assert.equal(retryAt(nowMs, 4000), nowMs + 300_000)
  })
})

describe('after an interruption', () => {
  const waits = [0, 0, 5, 40, 40]
  waits.forEach((seconds, index) => {
    test(`number ${index + 1} in a row the job waits ${seconds} seconds`, () => {
      assert.equal(resumeAt(nowMs, index + 1), nowMs + seconds * 1000)
    })
  })

  test('however many, it never waits longer than 40 seconds', () => {
    assert.equal(resumeAt(nowMs, interruptionsMax), nowMs + 40_000)
    assert.equal(resumeAt(nowMs, 10_000), nowMs + 40_000)
  })
})

describe('a job is a suspect', () => {
  const rows: readonly (readonly [number, string | undefined, boolean])[] = [
    [0, undefined, false],
    [1, 'interrupted', false],
    [2, 'interrupted', true],
    [2, 'stopping', true],
    [2, 'lease_lost', true],
    [2, undefined, false],
    [2, 'upload_unconfirmed', false],
    [4, 'upload_unconfirmed', false],
    [4, 'interrupted', true],
    [5, 'upload_unconfirmed', true],
  ]
  for (const [interruptions, reason, expected] of rows) {
    test(`after ${interruptions} interruptions in a row and ${reason}: ${expected}`, () => {
      assert.equal(isSuspect({ interruptions, reason }), expected)
    })
  }
})
