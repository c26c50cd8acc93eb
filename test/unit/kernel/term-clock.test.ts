import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  type ClockRecord,
  createTermClock,
  stepsSince,
} from '../../../server/kernel/clock-steps.ts'
import { openResponseClock, type ResponseClock } from '../../../server/response-clock.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const hourMs = 60 * 60_000
const termMs = 24 * hourMs

type Step = readonly [what: 'ahead' | 'back' | 'pass', ms: number]
/** These set the clock; `pass` lets time go by. After each step the clock is read, as at a request. */
const ahead = (ms: number): Step => ['ahead', ms]
const back = (ms: number): Step => ['back', ms]
const pass = (ms: number): Step => ['pass', ms]

/** By how much the term clock is behind the clock in the end. */
const courses: readonly (readonly [name: string, steps: readonly Step[], behind: number])[] = [
  ['no step', [pass(100 * hourMs)], 0],
  ['a correction of minutes', [ahead(hourMs / 12)], 0],
  ['a day ahead', [ahead(termMs)], termMs],
  ['a day ahead, until the term is over', [ahead(termMs), pass(termMs - 1)], termMs],
  ['a day ahead, after the term', [ahead(termMs), pass(termMs)], 0],
  ['a day ahead and set right again', [ahead(termMs), pass(hourMs), back(termMs)], 0],
  ['a day back', [back(termMs)], 0],
  ['a day back and set right again', [back(termMs), pass(hourMs), ahead(termMs)], termMs],
  ['two steps ahead', [ahead(hourMs), pass(hourMs), ahead(hourMs)], 2 * hourMs],
  [
    'two steps ahead, after the term of the first',
    [ahead(2 * termMs), pass(23 * hourMs), ahead(hourMs), pass(hourMs)],
    hourMs,
  ],
]

for (const [name, steps, behind] of courses) {
  test(`a term is measured without the clock's steps ahead: ${name}`, () => {
    const clock = new ManualClock()
    const now = createTermClock(clock, termMs)
    for (const [what, ms] of steps) {
      if (what === 'pass') clock.advance(ms)
      else clock.setBack(what === 'ahead' ? -ms : ms)
      now()
    }
    assert.equal(clock.now() - now(), behind)
  })
}

describe('a process that starts after the clock was set', () => {
  const record: ClockRecord = { bootId: 'one', uptimeMs: hourMs, wallMs: 1_000 * hourMs, steps: [] }
  const later = (hours: number, stepMs = 0) => ({
    bootId: 'one',
    uptimeMs: record.uptimeMs + hours * hourMs,
    wallMs: record.wallMs + hours * hourMs + stepMs,
  })

  test('finds no step where time only went by, or the machine was started again', () => {
    assert.deepEqual(stepsSince(record, later(100)), [])
    assert.deepEqual(stepsSince(record, later(1, hourMs / 12)), [])
    assert.deepEqual(stepsSince(record, { ...later(1, termMs), bootId: 'two' }), [])
  })

  test('finds a step, and counts the age of earlier ones without it', () => {
    const earlier = { afterMs: record.wallMs, byMs: hourMs }
    const now = later(2, termMs)
    assert.deepEqual(stepsSince({ ...record, steps: [earlier] }, now), [
      { afterMs: record.wallMs + termMs, byMs: hourMs },
      { afterMs: now.wallMs, byMs: termMs },
    ])
  })

  test('forgives it for its term', (t) => {
    const config = { dataDir: tempFolder(t), idempotencyRetentionMs: termMs }
    const clock = new ManualClock()
    const startedAt = clock.steadyMs()
    const machine = () => ({ bootId: 'one', uptimeMs: clock.steadyMs() - startedAt })
    const start = () => openResponseClock({ clock, config }, machine)
    const behind = ({ responsesNow }: ResponseClock) => clock.now() - responsesNow()
    start().keepClockSteps()
    clock.advance(hourMs)
    clock.setBack(-termMs)
    const second = start()
    assert.equal(behind(second), termMs)
    second.keepClockSteps()
    clock.advance(23 * hourMs)
    assert.equal(behind(start()), termMs)
    clock.advance(hourMs)
    assert.equal(behind(start()), 0)
    assert.equal(behind(second), 0)
  })

  test('knows what the running process noticed', (t) => {
    const config = { dataDir: tempFolder(t), idempotencyRetentionMs: termMs }
    const clock = new ManualClock()
    const machine = () => ({ bootId: 'one', uptimeMs: clock.steadyMs() })
    const first = openResponseClock({ clock, config }, machine)
    first.keepClockSteps()
    clock.setBack(-termMs)
    first.responsesNow()
    clock.advance(hourMs)
    const afterBoot = () => ({ bootId: 'two', uptimeMs: 0 })
    const { responsesNow } = openResponseClock({ clock, config }, afterBoot)
    assert.equal(clock.now() - responsesNow(), termMs)
    clock.advance(23 * hourMs)
    assert.equal(clock.now() - responsesNow(), 0)
  })

  test('starts with a damaged file, too', (t) => {
    const config = { dataDir: tempFolder(t), idempotencyRetentionMs: termMs }
    writeFileSync(join(config.dataDir, 'clock.json'), '{"steps":')
    const clock = new ManualClock()
    const { responsesNow } = openResponseClock({ clock, config }, () => ({
      bootId: 'one',
      uptimeMs: 0,
    }))
    assert.equal(responsesNow(), clock.now())
  })
})
