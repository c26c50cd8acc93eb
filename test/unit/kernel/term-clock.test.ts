import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTermClock } from '../../../server/kernel/clock-steps.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const hourMs = 60 * 60_000
const termMs = 24 * hourMs

/** `ahead` and `back` set the clock; `pass` lets time go by. After each step the clock is read, as at a request. */
const courses: readonly {
  readonly name: string
  readonly steps: readonly (readonly ['ahead' | 'back' | 'pass', number])[]
  /** By how much the term clock is behind the clock in the end. */
  readonly behind: number
}[] = [
  { name: 'no step', steps: [['pass', 100 * hourMs]], behind: 0 },
  { name: 'a correction of minutes', steps: [['ahead', hourMs / 12]], behind: 0 },
  { name: 'a day ahead', steps: [['ahead', termMs]], behind: termMs },
  {
    name: 'a day ahead, until the term is over',
    steps: [
      ['ahead', termMs],
      ['pass', termMs - 1],
    ],
    behind: termMs,
  },
  {
    name: 'a day ahead, after the term',
    steps: [
      ['ahead', termMs],
      ['pass', termMs],
    ],
    behind: 0,
  },
  {
    name: 'a day ahead and set right again',
    steps: [
      ['ahead', termMs],
      ['pass', hourMs],
      ['back', termMs],
    ],
    behind: 0,
  },
  { name: 'a day back', steps: [['back', termMs]], behind: 0 },
  {
    name: 'a day back and set right again',
    steps: [
      ['back', termMs],
      ['pass', hourMs],
      ['ahead', termMs],
    ],
    behind: termMs,
  },
  {
    name: 'two steps ahead',
    steps: [
      ['ahead', hourMs],
      ['pass', hourMs],
      ['ahead', hourMs],
    ],
    behind: 2 * hourMs,
  },
  {
    name: 'two steps ahead, after the term of the first',
    steps: [
      ['ahead', 2 * termMs],
      ['pass', 23 * hourMs],
      ['ahead', hourMs],
      ['pass', hourMs],
    ],
    behind: hourMs,
  },
]

for (const { name, steps, behind } of courses) {
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
