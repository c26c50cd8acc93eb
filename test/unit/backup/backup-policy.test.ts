import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupsToRemove, isBackupDue, judgeBackups } from '../../../server/backup/backup-policy.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const monday = Date.UTC(2026, 10, 23)
const nothing = {
  lastSuccessAt: undefined,
  lastSuccessName: undefined,
  lastFailure: undefined,
  failures: 0,
}
const doneAt = (lastSuccessAt: number | undefined) => ({ ...nothing, lastSuccessAt })
const failed = (at: number, failures: number, lastSuccessAt?: number) => ({
  ...doneAt(lastSuccessAt),
  lastFailure: { at, reason: 'target_unreachable' as const },
  failures,
})
const every = 15 * minute

const dueCases = [
  ['the first one is due at once', nothing, every, monday, true],
  ['0 is never', nothing, 0, monday, false],
  ['after the interval', doneAt(monday), every, monday + every, true],
  ['not before', doneAt(monday), every, monday + 14 * minute, false],
  ['a clock that was set back', doneAt(monday + day), every, monday, true],
  ['a minute after a failure', failed(monday, 1), every, monday + minute, true],
  ['not at once after it', failed(monday, 1), every, monday + 20_000, false],
  ['later after the third', failed(monday, 3), every, monday + 2 * minute, false],
  ['four minutes after the third', failed(monday, 3), every, monday + 4 * minute, true],
  ['every quarter of an hour after many', failed(monday, 99), day, monday + 15 * minute, true],
] as const

for (const [what, runs, everyMs, nowMs, expected] of dueCases) {
  test(`due: ${what}`, () => {
    assert.equal(isBackupDue(runs, everyMs, nowMs), expected)
  })
}

test('backups of a clock that was a day ahead do not push out those of today', () => {
  const rules = { keepLast: 2, keepDaily: 3, keepWeekly: 0 }
  const made = (name: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${name}-${index}`,
      startedAt: from + index * every,
    }))
  const ahead = made('ahead', monday + day, 3)
  const today = made('today', monday, 2)
  assert.deepEqual(backupsToRemove([...ahead, ...today], rules), ['ahead-0', 'today-0'])
})

test('the newest, and the last of each day and week, are kept', () => {
  const backups = Array.from({ length: 21 * 4 }, (_, index) => {
    const startedAt = monday + index * 6 * hour
    return { name: new Date(startedAt).toISOString().slice(0, 13), startedAt }
  })
  const rules = { keepLast: 3, keepDaily: 2, keepWeekly: 3 }
  const removed = new Set(backupsToRemove(backups, rules))
  const kept = backups.map(({ name }) => name).filter((name) => !removed.has(name))
  assert.deepEqual(kept, [
    '2026-11-29T18',
    '2026-12-06T18',
    '2026-12-12T18',
    '2026-12-13T06',
    '2026-12-13T12',
    '2026-12-13T18',
  ])
  assert.deepEqual(backupsToRemove(backups.slice(0, 1), { ...rules, keepLast: 0 }), [])
  assert.deepEqual(backupsToRemove([], rules), [])
})

const stateCases = [
  ['without settings', nothing, undefined, monday, 'not_set_up'],
  ['before the first', nothing, every, monday + 30 * minute, 'waiting'],
  ['long before the first', nothing, every, monday + hour, 'overdue'],
  ['after a recent one', doneAt(monday), every, monday + 20 * minute, 'well'],
  ['after two intervals', doneAt(monday), every, monday + 36 * minute, 'overdue'],
  ['by command only', doneAt(monday), 0, monday + 99 * day, 'well'],
  ['failing, but recent', failed(monday, 2, monday), every, monday, 'failing'],
  ['failing for long', failed(monday, 2), every, monday + hour, 'overdue'],
] as const

for (const [what, runs, everyMs, nowMs, state] of stateCases) {
  test(`state ${what}: ${state}`, () => {
    assert.equal(judgeBackups(runs, { everyMs, since: monday, nowMs }).state, state)
  })
}
