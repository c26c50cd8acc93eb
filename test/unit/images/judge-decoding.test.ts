// What is said of an image whose decoding ended without a result: is it the image, or this machine?

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerToError } from '../../../server/images/decoder/decode-failure.ts'
import { decodeSecondsMax } from '../../../server/images/decoder/decode-limits.ts'
import { type DecoderResult, decoderLimits } from '../../../server/images/decoder/decoder.ts'
import {
  failureOf,
  judgeDecoding,
  nextSecondsMax,
} from '../../../server/images/decoder/judge-decoding.ts'
import type { ProgramFailure } from '../../../server/images/decoder/start-program.ts'

const front = { role: 'front', idType: 'passport' } as const
const unavailable = {
  code: 'unavailable',
  options: { retryAfterSeconds: 5, reason: 'decoder_failed' },
}
const timeout = new Error('timeout: 42% complete')

const answered = (kind: 'starved' | 'too_slow' | 'damaged'): DecoderResult => ({
  kind: 'answered',
  answer: { kind },
  body: Buffer.alloc(0),
})
const failed = (failure: ProgramFailure): DecoderResult => ({ kind: 'failed', failure })

describe('an image whose time is over', () => {
  test('was too much work if its decoder had the processor for it', () => {
    assert.deepEqual(answerToError(timeout, { processorMs: 7_500, secondsMax: 15 }), {
      kind: 'too_slow',
    })
    assert.deepEqual(answerToError(timeout, { processorMs: 14_000, secondsMax: 15 }), {
      kind: 'too_slow',
    })
  })

  test('was starved if other programs had the processor', () => {
    assert.deepEqual(answerToError(timeout, { processorMs: 7_499, secondsMax: 15 }), {
      kind: 'starved',
    })
    assert.deepEqual(answerToError(timeout, { processorMs: 14_000, secondsMax: 30 }), {
      kind: 'starved',
    })
  })

  test('is not one that does not decode', () => {
    assert.deepEqual(
      answerToError(new Error('VipsJpeg: premature end'), { processorMs: 0, secondsMax: 15 }),
      { kind: 'damaged' },
    )
  })
})

describe('judging a decoder’s result', () => {
  const blamed: readonly [DecoderResult, boolean, string][] = [
    [answered('too_slow'), false, 'too_much_work'],
    [answered('damaged'), false, 'damaged'],
    [failed('crashed'), false, 'too_much_work'],
    [failed('over_memory'), false, 'too_much_work'],
    [failed('over_time'), true, 'too_much_work'],
  ]
  for (const [result, isLastTry, code] of blamed) {
    test(`blames the image: ${failureOf(result) ?? code}`, () => {
      const inspection = judgeDecoding(result, front, isLastTry)
      assert.equal(inspection.kind === 'refused' && inspection.code, code)
    })
  }

  const excused: readonly [DecoderResult, boolean][] = [
    [answered('starved'), false],
    [answered('starved'), true],
    [failed('over_time'), false],
    [failed('slow_start'), true],
    [failed('killed'), true],
  ]
  for (const [result, isLastTry] of excused) {
    const name = result.kind === 'failed' ? result.failure : result.answer.kind
    test(`lets it be tried again: ${name}${isLastTry ? ', on the last try, too' : ''}`, () => {
      assert.throws(() => judgeDecoding(result, front, isLastTry), unavailable)
    })
  }

  test('names a starved decoder in the log as one that ran out of time', () => {
    assert.equal(failureOf(answered('starved')), 'over_time')
    assert.equal(failureOf(answered('too_slow')), undefined)
  })
})

describe('the time of the next image', () => {
  const after = (secondsMax: number, result: DecoderResult, tookMs: number) =>
    nextSecondsMax(secondsMax, { result, tookMs })

  test('doubles after each that was starved, up to the longest', () => {
    assert.equal(after(15, answered('starved'), 15_100), 30)
    assert.equal(after(30, answered('starved'), 30_100), 45)
    assert.equal(after(45, answered('starved'), 45_100), 45)
  })

  test('is the first again once an image needed no more', () => {
    assert.equal(after(45, answered('damaged'), 15_000), 15)
    assert.equal(after(45, answered('damaged'), 15_001), 45)
  })

  test('stays after a decoder that failed', () => {
    assert.equal(after(30, failed('killed'), 10), 30)
  })

  test('leaves the decoder room within the time of its order', () => {
    assert.ok(decodeSecondsMax.longest * 1_000 < decoderLimits.orderMsMax)
  })
})
