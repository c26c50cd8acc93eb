// Slow: starts servers of several releases.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeReleaseKey } from '../../../scripts/package/release-key.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { newestSchema } from '../../../server/db/migrations/index.ts'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { writeEntry } from '../../../server/upgrade/upgrade-journal.ts'
import { installRelease, presentMigrations, type ReleaseScene } from './release-scene.ts'

const inUse = ({ root }: ReleaseScene) => readlinkSync(join(root, 'current'))
const began = '2026-11-21T09:00:00.000Z'

describe('svc upgrade check', () => {
  test('tells what the upgrade would do, and changes nothing', async (t) => {
    const scene = await installRelease(t)
    const version = newestSchema + 1
    const wider = { version, name: 'wider', kind: 'rewriting' as const, rewrites: ['instance'] }
    const next = {
      migrations: [...presentMigrations, wider],
      settings: ['SVC_DATA_DIR', 'SVC_MASTER_KEY_FILE', 'SVC_NEW'],
    }
    const file = scene.bundle({ version: '1.3.0', trial: 'works', description: next })
    const before = readdirSync(scene.root)
    const { status, out, err } = await scene.change([
      'upgrade',
      'check',
      file,
      '--key',
      scene.publicKey,
      '--json',
    ])
    assert.equal(status, 0, err)
    const plan = JSON.parse(out)
    assert.deepEqual([plan.from, plan.to, plan.settings_added], ['1.2.0', '1.3.0', ['SVC_NEW']])
    assert.deepEqual(plan.migrations, [{ ...wider, rows: 1 }])
    assert.ok(plan.data_bytes_needed > 0 && plan.pause_seconds > 0)
    assert.deepEqual(readdirSync(scene.root), before)
  })

  test('exits 3 with the reason where something speaks against it', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({
      version: '1.1.0',
      trial: 'works',
      description: { platform: 'linux-arm64', settings: ['SVC_DATA_DIR'] },
    })
    const check = ['upgrade', 'check', file, '--key', scene.publicKey, '--json']
    const { status, out } = await scene.change(check)
    assert.equal(status, 3)
    const codes = JSON.parse(out).findings.map(({ code }: { code: string }) => code)
    assert.deepEqual(codes, ['not_newer', 'other_machine', 'setting_gone'])
  })

  test('refuses a bundle that was changed, and one that somebody else signed', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const other = join(scene.folder, 'other-key')
    makeReleaseKey(other)
    const foreign = await scene.change(['upgrade', 'check', file, '--key', `${other}.pub`])
    assert.deepEqual([foreign.status, foreign.out], [6, ''])
    assert.match(foreign.err, /does not fit the key/)
    appendFileSync(file, 'x')
    const changed = await scene.change(['upgrade', 'check', file, '--key', scene.publicKey])
    assert.equal(changed.status, 6)
    const entries = readdirSync(scene.root).toSorted()
    assert.deepEqual(entries, ['1.2.0', 'current'], 'nothing is left behind')
  })

  test('names the command that goes ahead, with the key that the check took', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const { err } = await scene.change(['upgrade', 'check', file, '--key', scene.publicKey])
    assert.match(
      err,
      new RegExp(
        `To go ahead: svc upgrade apply --config \\S+ --key ${scene.publicKey} --root ${scene.root} ${file}$`,
        'm',
      ),
    )
  })

  test('says that a checkout has no releases', async (t) => {
    const { svc } = await installRelease(t)
    const { status, err } = await svc(['upgrade', 'status'])
    assert.equal(status, 6)
    assert.match(err, /was not installed by install\.sh/)
  })
})

describe('svc upgrade apply', () => {
  test('changes over after a backup and a trial, and svc rollback returns', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const words = ['upgrade', 'apply', file, '--key', scene.publicKey, '--yes']
    const asked = await scene.change(words.slice(0, -1))
    assert.match(asked.err, /about \d+ s without a server, \d migrations?\)\? Add --yes/)
    assert.doesNotMatch(asked.err, /1 migrations/)
    const { status, out, err } = await scene.change(words)
    assert.equal(status, 0, err)
    assert.match(out, /svc 1\.3\.0 is in use/)
    assert.equal(inUse(scene), '1.3.0')
    const copies = readdirSync(join(scene.dataDir, 'backups'))
    assert.match(copies.join(' '), /^before-upgrade-\d+\.db$/)
    const back = await scene.change(['rollback', '--yes'])
    assert.equal(back.status, 0, back.err)
    assert.equal(inUse(scene), '1.2.0')
    const { upgrades } = JSON.parse((await scene.change(['upgrade', 'status', '--json'])).out)
    assert.deepEqual(
      upgrades.map(({ to, phase }: { to: string; phase: string }) => [to, phase]),
      [['1.3.0', 'rolled_back']],
    )
  })

  test('makes a real backup where a place is set, and changes nothing if that fails (long)', async (t) => {
    const scene = await installRelease(t)
    const place = join(scene.folder, 'store')
    const { recipient } = await createIdentity()
    const lines = `\nSVC_BACKUP_TO=${place}\nSVC_BACKUP_RECIPIENT=${recipient}\n`
    appendFileSync(scene.configFile, lines)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const words = ['upgrade', 'apply', file, '--key', scene.publicKey, '--yes']
    const refused = await scene.change(words)
    assert.equal(refused.status, 6)
    assert.match(refused.err, /backup before the upgrade failed: There is no folder .*--copy-only/)
    assert.equal(inUse(scene), '1.2.0')
    mkdirSync(place)
    const { status, out, err } = await scene.change([...words, '--json'])
    assert.equal(status, 0, err)
    const { backup } = JSON.parse(out)
    assert.deepEqual([backup.kind, backup.place], ['backup', place])
    assert.ok(readdirSync(place).includes(`${backup.name}.age`))
    assert.ok(!existsSync(join(scene.dataDir, 'backups')), 'no copy is made besides')
    const next = scene.bundle({ version: '1.3.1', trial: 'works' })
    const copied = await scene.change(['upgrade', 'apply', next, ...words.slice(3), '--copy-only'])
    assert.equal(copied.status, 0, copied.err)
    assert.match(copied.err, /Copied the database to .*it is no backup/)
  })

  test('has the new release on the disk before it is in use, and removes what killed ones left', async (t) => {
    const scene = await installRelease(t)
    const programs = join(scene.folder, 'programs')
    mkdirSync(programs)
    const asked = join(scene.folder, 'asked')
    const seeing = `#!/bin/sh\nPATH='${process.env.PATH}'\necho "$@" $(ls -A '${scene.root}') >'${asked}'\n`
    writeFileSync(join(programs, 'sync'), seeing, { mode: 0o755 })
    const ended = spawnSync('true').pid
    for (const pid of [ended, process.ppid])
      mkdirSync(join(scene.root, `.svc-bundle-${pid}-a/svc`), { recursive: true })
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const words = [
      'upgrade',
      'apply',
      file,
      '--key',
      scene.publicKey,
      '--yes',
      '--root',
      scene.root,
    ]
    const env = { PATH: `${programs}:${process.env.PATH}` }
    const { status, err } = await scene.svc(words, { env })
    assert.equal(status, 0, err)
    const [flag, folder, ...there] = readFileSync(asked, 'utf8').trim().split(' ')
    assert.deepEqual([flag, folder], ['-f', scene.root])
    assert.ok(there.includes('1.3.0') && !there.includes('upgrade.json'), there.join(' '))
    const left = readdirSync(scene.root).filter((name) => name.startsWith('.svc-bundle-'))
    assert.deepEqual(left, [`.svc-bundle-${process.ppid}-a`], 'those of a process that runs stay')
  })

  test('leaves the old release in use, on its data, if the new one cannot open them', async (t) => {
    const scene = await installRelease(t)
    const database = join(scene.dataDir, 'svc.db')
    const before = readFileSync(database)
    const file = scene.bundle({ version: '1.3.0', trial: 'fails' })
    const words = ['upgrade', 'apply', file, '--key', scene.publicKey, '--yes']
    const { status, out } = await scene.change(words)
    assert.equal(status, 1)
    assert.match(out, /1\.2\.0 is in use again[\s\S]*this migration fails half way/)
    assert.equal(inUse(scene), '1.2.0')
    assert.deepEqual(readFileSync(database), before)
    const again = scene.bundle({ version: '1.3.1', trial: 'works' })
    const next = await scene.change(['upgrade', 'apply', again, '--key', scene.publicKey, '--yes'])
    assert.equal(next.status, 0, next.err)
  })

  test('touches no server that it cannot stop', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const lock = holdServerLock(serverLockFile(scene.dataDir))
    t.after(() => lock.release())
    const words = ['upgrade', 'apply', file, '--key', scene.publicKey, '--yes']
    const { status, err } = await scene.change([...words, '--service', 'no-such.service'])
    assert.equal(status, 6)
    assert.match(err, /--stop-command and --start-command/)
    assert.equal(inUse(scene), '1.2.0')
  })

  test('that was killed is reported, refused to be repeated, and undone by svc rollback', async (t) => {
    const scene = await installRelease(t)
    const file = scene.bundle({ version: '1.3.0', trial: 'works' })
    const entry = { from: '1.2.0', to: '1.3.0', began_at: began, changed_at: began }
    writeEntry(scene.root, { ...entry, phase: 'switched' })
    const shown = await scene.change(['upgrade', 'status'])
    assert.equal(shown.status, 3)
    assert.match(shown.err, /svc rollback --config \S+ --to 1\.2\.0/)
    const words = ['upgrade', 'apply', file, '--key', scene.publicKey, '--yes']
    const again = await scene.change(words)
    assert.equal(again.status, 3)
    assert.match(again.out, /An upgrade was interrupted/)
    const back = await scene.change(['rollback', '--yes'])
    assert.equal(back.status, 0, back.err)
    assert.equal((await scene.change(['upgrade', 'status'])).status, 0)
    assert.ok(existsSync(join(scene.root, '1.2.0')))
  })
})
