import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTaskTime } from '../../console/pages/system/task-time.ts'

const lines: readonly (readonly [string, ReturnType<typeof readTaskTime>])[] = [
  ['* * * * *', { every: 'minute' }],
  ['*/5 * * * *', { every: 'minutes', step: '5' }],
  ['17 * * * *', { every: 'hour', minute: '17' }],
  ['7 */6 * * *', { every: 'hours', step: '6', minute: '7' }],
  ['37 2 * * *', { every: 'day', time: '02:37' }],
  ['*/5 2 * * *', undefined],
  ['1,31 * * * *', undefined],
  ['37 2 1 * *', undefined],
  ['37 2 * * 1', undefined],
  ['* 2 * * *', undefined],
]

for (const [line, time] of lines) {
  test(`${line} is ${time === undefined ? 'left as it is' : JSON.stringify(time)}`, () => {
    assert.deepEqual(readTaskTime(line), time)
  })
}
