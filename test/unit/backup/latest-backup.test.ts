import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedBackup, pickBackup } from '../../../server/backup/places/list-backups.ts'

const nowMs = Date.UTC(2026, 10, 21)
const dayMs = 86_400_000

const backup = (name: string, startedAt: number, sequence: number) =>
  ({ name, startedAt, index: { audit_sequence: sequence } }) as unknown as ListedBackup
const latest = (...backups: readonly ListedBackup[]) =>
  pickBackup({ backups, leftovers: [] }, 'latest', {
    label: 'here',
    listCommand: 'svc backup list',
    nowMs,
  }).name

test('latest is the newest by its time, also after a restore that made the audit log shorter', () => {
  assert.equal(latest(backup('old', nowMs - dayMs, 900), backup('new', nowMs - 1, 20)), 'new')
})

test('a backup of a clock that was a day ahead is not the latest, if others followed', () => {
  assert.equal(latest(backup('new', nowMs - 1, 30), backup('ahead', nowMs + dayMs, 20)), 'new')
})

test('on a machine whose clock is a day behind, the latest is the true one', () => {
  assert.equal(latest(backup('old', nowMs - 1, 20), backup('new', nowMs + dayMs, 30)), 'new')
})
