import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'node-cron'
import { minuteMs } from '../../server/kernel/durations.ts'
import { dueTime, lastMinuteAfter } from '../../server/schedule-times.ts'

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`)
const due = (when: string, last: string, now: string) =>
  dueTime(parse(when), { lastMinute: at(last), nowMinute: at(now) })

for (const [name, when, last, now, expected] of [
  ['each minute', '* * * * *', '23T10:00', '23T10:01', '23T10:01'],
  ['not its time', '17 * * * *', '23T10:00', '23T10:01', undefined],
  ['its time', '17 * * * *', '23T10:16', '23T10:17', '23T10:17'],
  ['not twice in its minute', '17 * * * *', '23T10:17', '23T10:17', undefined],
  ['a look that is late by minutes', '17 * * * *', '23T10:16', '23T10:21', '23T10:17'],
  ['a day ahead, each minute: once', '* * * * *', '23T10:00', '24T10:00', '24T10:00'],
  ['a day ahead, each night: not lost', '12 3 * * *', '23T10:00', '24T10:00', '24T03:12'],
  ['a week ahead: the time of the last day only', '12 3 * * *', '16T10:00', '23T10:00', '23T03:12'],
  ['set back: nothing', '* * * * *', '23T10:00', '22T10:00', undefined],
  ['on a Sunday', '0 4 * * 0', '21T10:00', '22T10:00', '22T04:00'],
] as const) {
  test(`due: ${name}`, () => {
    assert.equal(due(when, last, now), expected && at(expected))
  })
}

test('a small correction repeats no minute, and a large one goes on at the new time', () => {
  const now = at('23T10:00')
  assert.equal(lastMinuteAfter(now + 2 * minuteMs, now), now + 2 * minuteMs)
  assert.equal(lastMinuteAfter(now + 24 * 60 * minuteMs, now), now - minuteMs)
  assert.equal(lastMinuteAfter(now - minuteMs, now), now - minuteMs)
})
