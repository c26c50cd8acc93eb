// Slow: makes many backups. restore-command.test.ts makes one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Appliance, openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { adoptPlace } from '../../../server/backup/adopt-place.ts'
import { backUpWhenDue } from '../../../server/backup/back-up-when-due.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { keepErasures } from '../../../server/backup/keep-erasures.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { readBackupStatus } from '../../../server/backup/read-backup-status.ts'
import { loadConfig } from '../../../server/config.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { resumeOutgoing } from '../../../server/operations/resume-outgoing.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { eraseByPeriod } from '../../support/erasure.ts'
import { holdSyncs } from '../../support/hold-syncs.ts'
import { backUpHere } from '../../support/scenes/backup-here.ts'
import { type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'
import { sharedImages, sharedPasswords } from '../../support/shared-parts.ts'
import { turns } from '../../support/turns.ts'

const signal = new AbortController().signal
const by = fromCommandLine
const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
const dayMs = 24 * 60 * 60 * 1000

async function openCopy(t: TestContext, scene: BackupScene, dataDir: string): Promise<Appliance> {
  const env = { ...scene.env, SVC_DATA_DIR: dataDir }
  const loaded = loadConfig({ profile: 'appliance', env, productDir: scene.folder })
  const parts = {
    clock: scene.clock,
    log: silentLog,
    images: sharedImages,
    passwords: sharedPasswords,
  }
  const appliance = await openAppliance(loaded, parts)
  t.after(() => appliance.close())
  return appliance
}

const order = { by, cause: 'command', signal, run: backUpHere } as const
const backUp = (appliance: Appliance) => createBackup(appliance, order)
const namesAt = async ({ store }: BackupScene) =>
  (await listBackups(folderTarget(store))).backups.map(({ name }) => name)

test('a restored copy writes nothing to the place of the installation until it is the installation', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  scene.clock.advance(dayMs)
  const { name } = await scene.back()
  const before = await namesAt(scene)
  const dataDir = join(scene.folder, 'drill')
  await scene.restore(`${name}.age`, dataDir)
  const copy = await openCopy(t, scene, dataDir)
  scene.clock.advance(dayMs)
  const refused = { reason: 'other_copy', message: /restored from svc-.*svc backup adopt/ }
  await assert.rejects(backUp(copy), refused)
  await assert.rejects(pruneBackups(copy, { by, rules, isDryRun: false }), refused)
  await assert.rejects(pruneBackups(copy, { by, rules, isDryRun: true }), refused)
  assert.equal(await backUpWhenDue(copy, signal), 0)
  assert.deepEqual(await namesAt(scene), before, 'the place is as it was')
  await scene.back()
  // Somebody decides that the copy goes on.
  assert.equal(await resumeOutgoing(copy, by), true)
  await backUp(copy)
  assert.equal((await namesAt(scene)).length, 4)
  await assert.rejects(scene.back(), {
    reason: 'other_copy',
    message: /another copy of this installation since 20/,
  })
  await assert.rejects(pruneBackups(scene.appliance, { by, rules, isDryRun: false }), {
    reason: 'other_copy',
  })
  const actions = await copy.db.reader.selectFrom('audit_entries').select('action').execute()
  assert.equal(actions.filter(({ action }) => action === 'backup.place_taken').length, 1)
  // It was a mistake: the first installation takes its place back, and the copy is refused again.
  await adoptPlace(scene.appliance, { by })
  await scene.back()
  await assert.rejects(backUp(copy), { reason: 'other_copy' })
})

test('a restored copy adds nothing to the ledger of erasures', async (t) => {
  const scene = await openBackupScene(t)
  const verificationId = await scene.add('Awa')
  const { name } = await scene.back()
  const dataDir = join(scene.folder, 'drill')
  await scene.restore(`${name}.age`, dataDir)
  const copy = await openCopy(t, scene, dataDir)
  await eraseByPeriod({ appliance: copy, clock: scene.clock }, verificationId)
  await assert.rejects(keepErasures(copy), { reason: 'other_copy' })
  assert.ok(!existsSync(join(scene.store, 'erasures.jsonl')))
})

test('an erasure is written to the ledger once its commit is synced, not before', async (t) => {
  const scene = await openBackupScene(t)
  const verificationId = await scene.add('Awa')
  await scene.back()
  await eraseByPeriod(scene, verificationId)
  const ledger = join(scene.store, 'erasures.jsonl')
  const held = holdSyncs(scene.appliance.db)
  const keeping = keepErasures(scene.appliance)
  await held.asked
  await turns(200)
  assert.equal(existsSync(ledger), false)
  held.release()
  assert.deepEqual([await keeping, existsSync(ledger)], [1, true])
})

test('a backup is written to the place once what it copied is synced, not before', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const made = () => readdirSync(scene.store).filter((name) => name.startsWith('svc-20'))
  const held = holdSyncs(scene.appliance.db)
  const backing = scene.backInThread()
  await held.asked
  await pause(200)
  assert.deepEqual(made(), [])
  held.release()
  const { name } = await backing
  assert.deepEqual(made(), [`${name}.age`, `${name}.json`])
})

test('a place that is gone or not mounted is said and not made, and one that comes back goes on', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  const mounted = `${scene.store}-disk`
  renameSync(scene.store, mounted)
  scene.clock.advance(60_000)
  await assert.rejects(scene.back(), { reason: 'place_missing', message: /mount/ })
  assert.ok(!existsSync(scene.store), 'no folder was made')
  // The mount point is there, the disk is not.
  mkdirSync(scene.store)
  await assert.rejects(scene.back(), { reason: 'place_unmarked', message: /not mounted/ })
  assert.deepEqual(readdirSync(scene.store), [])
  const nowMs = scene.clock.now()
  const status = await readBackupStatus(scene.appliance.db.reader, scene.appliance.config, {
    since: nowMs,
    nowMs,
  })
  assert.deepEqual([status.state, status.lastFailure?.reason], ['failing', 'place_unmarked'])
  assert.ok(scene.logLines.some((line) => line.includes('"reason":"place_unmarked"')))
  rmSync(scene.store, { recursive: true })
  renameSync(mounted, scene.store)
  await scene.back()
  const marker = JSON.parse(readFileSync(join(scene.store, 'installation.json'), 'utf8'))
  assert.equal(marker.instance_id, marker.copy_id)
  // A new disk, on purpose.
  rmSync(scene.store, { recursive: true })
  await createBackup(scene.appliance, { ...order, makesPlace: true })
  assert.equal((await namesAt(scene)).length, 1)
})

test('two installations cannot share a place', async (t) => {
  const one = await openBackupScene(t)
  const two = await openBackupScene(t, { SVC_BACKUP_TO: one.store })
  for (const scene of [one, two]) await scene.add('Awa')
  await one.back()
  await assert.rejects(two.back(), { reason: 'other_installation' })
  rmSync(join(one.store, 'installation.json'))
  const taking = createBackup(two.appliance, { ...order, makesPlace: true })
  await assert.rejects(taking, { reason: 'other_installation' })
})

test('svc says what is wrong with a place, and makes one when told', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.appliance.db.close()
  const { env, folder } = scene
  const missing = join(folder, 'new', 'place')
  const list = await runSvc(['backup', 'list', '--from', missing], { env })
  assert.equal(list.status, 1)
  assert.match(
    list.err,
    /There is no folder .*new\/place\..*mount.* --from names another place\.$/m,
  )
  const create = await runSvc(['backup', 'create', '--to', missing], { env })
  assert.match(create.err, /mount.*For a new place: svc backup create --make-place/)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const args of [
    ['list', '--from', file],
    ['create', '--to', file],
    ['create', '--to', join(file, 'x')],
  ]) {
    const said = await runSvc(['backup', ...args], { env })
    assert.notEqual(said.status, 0)
    assert.match(said.err, /is a file|no folder/)
  }
  const refused = await runSvc(['backup', 'create', '--to', missing], { env })
  assert.equal(refused.status, 1)
  assert.match(refused.err, /svc backup create --make-place/)
  const made = await runSvc(['backup', 'create', '--to', missing, '--make-place'], { env })
  assert.equal(made.status, 0, made.err)
  rmSync(join(missing, 'installation.json'))
  const adopted = await runSvc(['backup', 'adopt', '--to', missing, '--yes'], { env })
  assert.equal(adopted.status, 0, adopted.err)
  assert.ok(existsSync(join(missing, 'installation.json')))
})
