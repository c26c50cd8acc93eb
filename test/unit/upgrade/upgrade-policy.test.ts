import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareVersions } from '../../../server/upgrade/release-description.ts'
import { planUpgrade } from '../../../server/upgrade/upgrade-policy.ts'

const initial = { version: 1, name: 'initial', kind: 'additive' as const, rewrites: [] }
const wider = {
  version: 2,
  name: 'wider',
  kind: 'rewriting' as const,
  rewrites: ['a', 'b', 'gone'],
}
const offered = {
  format: 1 as const,
  version: '1.3.0',
  platform: 'linux-x64' as const,
  upgrades_from: '1.2.0',
  unpacked_bytes: 1_000,
  migrations: [initial, wider],
  settings: ['SVC_A', 'SVC_B'],
}
const facts = {
  installed: { version: '1.2.0', platform: 'linux-x64' as const, settings: ['SVC_A', 'SVC_OLD'] },
  offered,
  rows: new Map([
    ['a', 100_000],
    ['b', 50_000],
  ]),
  schemaVersion: 1,
  databaseBytes: 1_000_000_000,
  settingsInUse: ['SVC_A'],
  dataFreeBytes: 1e12,
  releaseFreeBytes: 1e12,
  isUnfinished: false,
}
const codesOf = (more: Partial<typeof facts>) =>
  planUpgrade({ ...facts, ...more }).findings.map(({ code }) => code)

describe('the plan of an upgrade', () => {
  test('lists what is pending, with the rows it writes anew, and what it takes', () => {
    const plan = planUpgrade(facts)
    assert.deepEqual(plan.migrations, [{ ...wider, rows: 150_000 }])
    assert.deepEqual([plan.settingsAdded, plan.settingsRemoved], [['SVC_B'], ['SVC_OLD']])
    // A copy of the database, the rows once more, and a fifth to spare.
    assert.equal(plan.dataBytesNeeded, 2_400_000_000)
    assert.equal(plan.pauseSeconds, 6 + 10 + 8)
    assert.deepEqual(plan.findings, [])
    const none = planUpgrade({ ...facts, schemaVersion: 2 })
    assert.deepEqual([none.migrations, none.dataBytesNeeded, none.pauseSeconds], [[], 0, 6])
  })

  test('finds what speaks against it', () => {
    assert.deepEqual(codesOf({ dataFreeBytes: 2_000_000_000 }), ['data_disk'])
    assert.deepEqual(codesOf({ releaseFreeBytes: 1_000 }), ['release_disk'])
    assert.deepEqual(codesOf({ settingsInUse: ['SVC_OLD'] }), ['setting_gone'])
    assert.deepEqual(codesOf({ schemaVersion: 3 }), ['newer_schema'])
    assert.deepEqual(codesOf({ isUnfinished: true }), ['unfinished'])
    assert.deepEqual(codesOf({ offered: { ...offered, upgrades_from: '1.2.1' } }), ['too_old'])
    assert.deepEqual(codesOf({ offered: { ...offered, version: '1.2.0' } }), ['not_newer'])
  })

  test('compares versions by number', () => {
    const sorted = ['1.10.0', '1.2.0', '1.9.9', '2.0.0', '1.2.10'].toSorted(compareVersions)
    assert.deepEqual(sorted, ['1.2.0', '1.2.10', '1.9.9', '1.10.0', '2.0.0'])
    assert.equal(compareVersions('1.2.3', '1.2.3'), 0)
  })
})
