// SQLite only: a database on PostgreSQL is never put back.

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { applyUpgrade, type ChangeNeeds, goBack } from '../../../server/upgrade/change-release.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const now = Date.parse('2026-11-26T22:00:00Z')
const order = { from: '1.3.0', to: '1.2.0', acceptsLoss: false }

/** The newest entry of the audit log, which 1.3.0 has written. */
const newest = `2:${'b'.repeat(64)}`
const missed = `2026-11-26T21:59:58.000Z ${newest}\n`

/** 1.3.0 is in use on schema 2; a start of the release that is returned to misses entries of the audit log. */
function changedInstallation(t: TestContext, changed: Partial<ChangeNeeds> = {}) {
  const folder = tempFolder(t)
  const [root, dataDir] = [join(folder, 'opt'), join(folder, 'data')]
  mkdirSync(join(dataDir, 'backups'), { recursive: true })
  for (const [version, schema] of [
    ['1.2.0', 1],
    ['1.3.0', 2],
  ] as const) {
    mkdirSync(join(root, version), { recursive: true })
    const migrations = [{ version: schema, name: 'one', kind: 'additive', rewrites: [] }]
    const release = { format: 1, version, platform: 'linux-x64', upgrades_from: '1.2.0' }
    const description = { ...release, unpacked_bytes: 1, migrations, settings: [] }
    writeFileSync(join(root, version, 'release.json'), JSON.stringify(description))
  }
  symlinkSync('1.3.0', join(root, 'current'))
  const database = join(dataDir, 'svc.db')
  writeDatabase(database, { schema: 2, head: newest })
  writeDatabase(join(dataDir, 'backups/before-migration-from-1-1.db'), { schema: 1 })
  writeFileSync(join(dataDir, 'audit-head'), missed)
  const lost = join(dataDir, 'audit-heads-lost')
  const said: string[] = []
  const warned: string[] = []
  const needs: ChangeNeeds = {
    root,
    dataDir,
    clock: new ManualClock(now),
    service: {
      stop: async () => {},
      start: async () => {
        const isReturned = readlinkSync(join(root, 'current')) === '1.2.0'
        if (isReturned) writeFileSync(lost, missed, { flag: 'a' })
      },
    },
    isServing: () => true,
    startCommand: 'systemctl start svc',
    asOwner: (work) => work(),
    backUp: undefined,
    tryRelease: async () => undefined,
    awaitReady: async () => undefined,
    say: (line) => said.push(line),
    warn(line) {
      said.push(line)
      warned.push(line)
    },
    ...changed,
  }
  const kept = join(dataDir, `backups/rolled-back-from-1.3.0-${now}.db`)
  return { needs, said, warned, database, lost, kept, move: `mv ${lost} ${kept}.audit-heads` }
}

/** The newer release does not become ready, the older one does. */
function faultOnce(): ChangeNeeds['awaitReady'] {
  const faults = ['its port is taken', undefined]
  return async () => faults.shift()
}

/** Actions of a user that change nothing which the release before needs. */
const changeless = [
  'audit.viewed',
  'audit.verified',
  'audit.exported',
  'backup.verified',
  'encryption.verified',
  'outbound.exported',
  'quality.check_claimed',
  'quality.check_released',
  'quality.exported',
  'report.exported',
  'review.claimed',
  'review.released',
  'usage.exported',
  'user.access_denied',
  'user.emergency_sign_in',
  'verification.exported',
  'verification.holds_viewed',
  'verification.images_viewed',
  'verification.personal_details_viewed',
  'verification.review_notes_viewed',
  'verification.searched',
  'verification.seen_before_viewed',
  'verification.viewed',
] as const

interface Written {
  readonly schema: number
  /** The only entry of its audit log. */
  readonly head?: string
}

function writeDatabase(file: string, { schema, head }: Written): void {
  change(
    file,
    `create table schema_migrations (version integer); insert into schema_migrations values (${schema});
    create table audit_entries (sequence integer, hash text, actor_kind text, action text);
    create table verifications (id text)`,
  )
  const [sequence, hash] = head?.split(':') ?? []
  if (sequence !== undefined) change(file, entry({ sequence, hash, by: 'system' }))
}

function entry({
  sequence,
  hash = 'c'.repeat(64),
  by,
  action = 'settings.changed',
}: {
  readonly sequence: string
  readonly hash?: string | undefined
  readonly by: string
  readonly action?: string
}): string {
  return `insert into audit_entries values (${sequence}, '${hash}', '${by}', '${action}')`
}

function change(file: string, statements: string): void {
  const connection = openConnection(file)
  connection.exec(statements)
  connection.close()
}

describe('a return to the release before', () => {
  test('settles the entries of the audit log that it has lost, and keeps where they are', async (t) => {
    const { needs, said, lost, kept, move } = changedInstallation(t)
    assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    assert.equal(readlinkSync(join(needs.root, 'current')), '1.2.0')
    assert.ok(existsSync(kept))
    assert.ok(!existsSync(lost))
    assert.equal(readFileSync(`${kept}.audit-heads`, 'utf8'), missed)
    assert.match(said.at(-1) ?? '', /from after the upgrade are in .*rolled-back-from-1\.3\.0/)
    assert.ok(!said.some((line) => line.includes(move)))
  })

  test('settles them after a failed upgrade, too', async (t) => {
    const { needs, lost, kept } = changedInstallation(t, { awaitReady: faultOnce() })
    const { kind } = await applyUpgrade(needs, { from: '1.2.0', to: '1.3.0', migrates: true })
    assert.equal(kind, 'rolled_back')
    assert.ok(!existsSync(lost))
    assert.equal(readFileSync(`${kept}.audit-heads`, 'utf8'), missed)
  })

  test('leaves what was lost before, which nobody has settled', async (t) => {
    const { needs, said, lost, move } = changedInstallation(t)
    const before = `2026-11-01T00:00:00.000Z 1:${'a'.repeat(64)}\n`
    writeFileSync(lost, before)
    await goBack(needs, order)
    assert.equal(readFileSync(lost, 'utf8'), `${before}${missed}`)
    assert.match(said.at(-1) ?? '', /does not have either/)
    assert.ok(!said.some((line) => line.includes(move)))
  })

  test('settles nothing that the newer database has lost, too', async (t) => {
    const { needs, said, database, lost } = changedInstallation(t)
    change(database, 'delete from audit_entries')
    assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    assert.equal(readFileSync(lost, 'utf8'), missed)
    assert.match(said.at(-1) ?? '', /does not have either/)
  })

  test('leaves the list while images of lost work would be swept without it', async (t) => {
    const { needs, said, database, lost, kept, move } = changedInstallation(t)
    change(database, `insert into verifications values ('ver_1')`)
    assert.deepEqual(await goBack(needs, { ...order, acceptsLoss: true }), { kind: 'rolled_back' })
    assert.equal(readFileSync(lost, 'utf8'), missed)
    assert.ok(said.at(-2)?.endsWith(move))
    assert.equal(said.at(-1), `Images that only ${kept} knows are deleted after that.`)
  })

  for (const lost of [
    { by: 'user', action: 'verification.personal_details_viewed' },
    { by: 'system', action: 'verification.erased' },
    // A leaked key would be valid again, and a session that an administrator ended.
    { by: 'api_key', action: 'key.revoked' },
    { by: 'user', action: 'user.session_ended' },
  ]) {
    test(`is refused where it would lose an entry of the audit log: ${lost.action}`, async (t) => {
      const { needs, database } = changedInstallation(t)
      change(database, entry({ sequence: '3', ...lost }))
      await assert.rejects(goBack(needs, order), /Since the upgrade 1 entry of the audit log/)
      assert.equal(readlinkSync(join(needs.root, 'current')), '1.3.0')
      const accepted = { ...order, acceptsLoss: true }
      assert.deepEqual(await goBack(needs, accepted), { kind: 'rolled_back' })
    })
  }

  for (const { by, action } of [
    { by: 'api_key', action: 'verification.read' },
    { by: 'api_key', action: 'api.refused' },
    { by: 'user', action: 'user.signed_in' },
    { by: 'user', action: 'user.signed_out' },
  ]) {
    test(`is not refused for ${action}`, async (t) => {
      const { needs, database } = changedInstallation(t)
      change(database, entry({ sequence: '3', by, action }))
      assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    })
  }

  test('after a failed upgrade is not refused for what changed nothing meanwhile', async (t) => {
    const { needs, database } = changedInstallation(t, { awaitReady: faultOnce() })
    for (const action of changeless) change(database, entry({ sequence: '3', by: 'user', action }))
    // The older release does it again.
    change(database, entry({ sequence: '4', by: 'system', action: 'verification.erased' }))
    const { kind } = await applyUpgrade(needs, { from: '1.2.0', to: '1.3.0', migrates: true })
    assert.equal(kind, 'rolled_back')
  })

  for (const { action, lost } of [
    { action: 'verification.erased', lost: '1 erasure' },
    ...[
      'key.revoked',
      'key.rotated',
      'user.disabled',
      'user.role_changed',
      'user.session_ended',
      'webhook.secret_rotated',
    ].map((action) => ({ action, lost: '1 entry of the audit log' })),
  ]) {
    test(`after a failed upgrade is refused where it would undo ${action} by a user`, async (t) => {
      const { needs, database, kept } = changedInstallation(t, { awaitReady: faultOnce() })
      change(database, entry({ sequence: '3', by: 'user', action }))
      change(database, entry({ sequence: '4', by: 'user', action: 'verification.viewed' }))
      const upgrade = { from: '1.2.0', to: '1.3.0', migrates: true }
      const { kind, reason } = await applyUpgrade(needs, upgrade)
      assert.equal(kind, 'stuck')
      assert.match(reason ?? '', new RegExp(`Since the upgrade ${lost} came in`))
      assert.equal(readlinkSync(join(needs.root, 'current')), '1.3.0')
      assert.ok(!existsSync(kept))
    })
  }

  test('warns of what must be moved, and only of that', async (t) => {
    const { needs, warned, move } = changedInstallation(t, { isServing: () => false })
    await goBack(needs, order)
    assert.equal(warned.length, 1)
    assert.ok(warned[0]?.endsWith(move))
  })

  test('says how to settle them where no server ran, so that none has missed them yet', async (t) => {
    const { needs, said, lost, move } = changedInstallation(t, { isServing: () => false })
    assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    assert.ok(!existsSync(lost))
    assert.ok(said.at(-2)?.endsWith(move))
    assert.match(said.at(-1) ?? '', /none was started/)
  })

  test('says so where the older release does not become ready', async (t) => {
    const awaitReady = async () => 'no answer'
    const { needs, said, lost, move } = changedInstallation(t, { awaitReady })
    assert.deepEqual(await goBack(needs, order), { kind: 'stuck', reason: 'no answer' })
    assert.ok(existsSync(lost))
    assert.ok(said.at(-1)?.endsWith(move))
  })

  test('has worked although the list cannot be moved', async (t) => {
    const { needs, said, lost, kept, move } = changedInstallation(t)
    mkdirSync(`${kept}.audit-heads`)
    assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    assert.ok(existsSync(lost))
    assert.match(said.at(-2) ?? '', /^EISDIR/)
    assert.ok(said.at(-1)?.endsWith(move))
  })
})
