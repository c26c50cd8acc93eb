// Slow: makes many backups. restore-command.test.ts makes one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine, fromSystem } from '../../../server/audit/audit.ts'
import { backUpWhenDue } from '../../../server/backup/back-up-when-due.ts'
import { takeLease } from '../../../server/backup/backup-lease-store.ts'
import { readLastRuns } from '../../../server/backup/backup-run-store.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { decryptWith } from '../../../server/backup/envelope/age-stream.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { verifyBackup, verifyDeeply, verifyFiles } from '../../../server/backup/verify-backup.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { onSqlite } from '../../support/postgres.ts'
import { alterByte, type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

const signal = new AbortController().signal
const minuteMs = 60_000
const listed = async ({ store }: BackupScene) => (await listBackups(folderTarget(store))).backups
const auditActions = async ({ appliance }: BackupScene) =>
  (await appliance.db.reader.selectFrom('audit_entries').select(['action', 'outcome']).execute())
    .map(({ action, outcome }) => `${action} ${outcome}`)
    .filter((one) => one.startsWith('backup'))

test('a backup holds every row and image, and the next one copies only what is new', async (t) => {
  const scene = await openBackupScene(t)
  for (const name of ['Awa', 'Modou', 'Khady']) await scene.add(name)
  const first = await scene.backInThread()
  assert.deepEqual([first.images, first.newImages, first.missingImages], [3, 3, 0])
  await scene.add('Rachid')
  const second = await scene.back()
  assert.deepEqual([second.images, second.newImages], [4, 1])
  const third = await scene.back()
  assert.deepEqual([third.images, third.newImages], [4, 0])
  const backups = await listed(scene)
  assert.deepEqual(
    backups.map(({ missing }) => missing),
    [[], [], []],
  )
  const [one, two, three] = backups.map(({ index }) => index.packs.map(({ name }) => name))
  assert.ok(
    one?.every((name) => two?.includes(name)),
    'the packs are shared',
  )
  assert.deepEqual(three, two)
  const target = folderTarget(scene.store)
  const newest = backups.at(-1)
  assert.ok(newest)
  assert.deepEqual((await verifyFiles(target, newest, { signal })).faults, [])
  const deep = await verifyDeeply(scene, {
    masterKeys: scene.masterKeys,
    target,
    file: newest.index.file.name,
    identities: scene.identities,
    scratchParent: scene.folder,
    signal,
  })
  assert.deepEqual([deep.faults, deep.decrypted, deep.decryptedImages, deep.images], [[], 4, 4, 4])
  assert.deepEqual(await auditActions(scene), Array(3).fill('backup.created done'))
  assert.ok(!readdirSync(scene.dataDir).includes('backup-work'), 'the copy is gone')
})

test('no personal data is in the files of a backup, nor in what they decrypt to', async (t) => {
  const scene = await openBackupScene(t)
  const marker = 'PLANTED-NAME-Aissatou'
  await scene.add(marker)
  await scene.back()
  const masterKey = readFileSync(scene.masterKeyFile).subarray(17, 40)
  const files = readdirSync(scene.store, { recursive: true, encoding: 'utf8' })
  const contents = files.filter((name) => /\.(age|json)$/.test(name))
  assert.ok(contents.length >= 4)
  for (const name of contents) {
    const bytes = [readFileSync(join(scene.store, name))]
    if (name.endsWith('.age')) {
      const opened: Buffer[] = []
      const content = folderTarget(scene.store).read(name)
      for await (const part of decryptWith(scene.identities, content)) opened.push(part)
      bytes.push(Buffer.concat(opened))
      assert.ok(bytes[1]?.includes('ustar'), 'it was decrypted')
    }
    for (const content of bytes) {
      assert.ok(!content.includes(marker) && !content.includes(masterKey), name)
    }
  }
})

test('the tool age and tar open a backup', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const { name } = await scene.back()
  const file = join(scene.store, `${name}.age`)
  let archive: Buffer
  try {
    archive = execFileSync('age', ['-d', '-i', scene.identityFile, file], { maxBuffer: 2 ** 26 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return t.skip('age is not installed')
    }
    throw error
  }
  const names = execFileSync('tar', ['tf', '-'], { input: archive, encoding: 'utf8' })
  assert.deepEqual(names.trim().split('\n'), ['manifest.json', 'svc.db'])
})

test('a missing or altered file is found without the secret key', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  const target = folderTarget(scene.store)
  const [backup] = await listed(scene)
  assert.ok(backup)
  const pack = backup.index.packs[0]?.name ?? ''
  alterByte(join(scene.store, pack), 100)
  const altered = await verifyFiles(target, backup, { signal })
  assert.deepEqual(altered.faults, [{ kind: 'altered', file: pack }])
  rmSync(join(scene.store, pack))
  const missing = await verifyFiles(target, backup, { signal })
  assert.deepEqual(missing.faults, [{ kind: 'missing', file: pack }])
  assert.deepEqual((await listed(scene))[0]?.missing, [pack])
  const again = await scene.back()
  assert.equal(again.newImages, 1, 'the image of the lost pack is packed again')
})

test('a deep verification reads each pack once, and names those at fault', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  const [backup] = await listed(scene)
  assert.ok(backup)
  const folder = folderTarget(scene.store)
  const reads: string[] = []
  const target = {
    ...folder,
    async *read(name: string) {
      for await (const piece of folder.read(name)) {
        yield piece
        reads.push(name)
      }
    },
  }
  const { masterKeys, identities, folder: scratchParent } = scene
  const restore = { masterKeys, identities, scratchParent }
  const verify = () => verifyBackup(scene, { target, backup, restore, signal })
  const { files, restored } = await verify()
  const pack = backup.index.packs[0]?.name ?? ''
  assert.deepEqual([restored?.faults, restored?.decryptedImages], [[], 1])
  assert.deepEqual(files, await verifyFiles(folder, backup, { signal }))
  assert.deepEqual(
    reads.filter((name) => name.startsWith('packs/')),
    [pack],
  )
  alterByte(join(scene.store, pack), 20)
  const altered = await verify()
  assert.deepEqual(altered.files.faults, [{ kind: 'altered', file: pack }])
  assert.equal(altered.restored, undefined)
  rmSync(join(scene.store, pack))
  assert.deepEqual((await verify()).files.faults, [{ kind: 'missing', file: pack }])
  const other = (await createIdentity()).text.trim().split('\n').at(-1) ?? ''
  const wrong = { ...restore, identities: [other] }
  const shut = verifyBackup(scene, { target, backup, restore: wrong, signal })
  await assert.rejects(shut, { reason: 'wrong_identity' })
})

test('pruning keeps by the rules, and every pack that a kept backup needs', async (t) => {
  const scene = await openBackupScene(t)
  for (const name of ['Awa', 'Modou', 'Khady']) {
    await scene.add(name)
    await scene.back()
    scene.clock.advance(15 * minuteMs)
  }
  writeFileSync(join(scene.store, 'svc-2026-01-01T00-00-00Z-aaaaaa.age'), 'left by a crash')
  writeFileSync(join(scene.store, 'packs', `${'0'.repeat(32)}.age`), 'left by a crash')
  const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
  const order = { by: fromCommandLine, rules }
  const plan = await pruneBackups(scene.appliance, { ...order, isDryRun: true })
  assert.deepEqual([plan.removed.length, plan.kept.length, plan.removedFiles.length], [2, 1, 2])
  assert.equal((await listed(scene)).length, 3, 'a dry run removes nothing')
  await pruneBackups(scene.appliance, { ...order, isDryRun: false })
  const left = await listed(scene)
  assert.deepEqual([left.length, left[0]?.missing, left[0]?.index.packs.length], [1, [], 3])
  assert.deepEqual((await listBackups(folderTarget(scene.store))).leftovers, [])
})

test('a full disk at the place leaves nothing behind, is told, and is tried again with patience', async (t) => {
  const disk = mountSmallDisk(t, 8)
  if (disk === undefined) return
  const scene = await openBackupScene(t, { SVC_BACKUP_TO: join(disk.folder, 'store') })
  await scene.add('Awa', 2_000_000)
  disk.leave(1_500_000)
  assert.equal(await backUpWhenDue(scene.appliance, signal), 0)
  const runs = await readLastRuns(scene.appliance.db.reader, scene.clock.now())
  assert.deepEqual([runs.failures, runs.lastFailure?.reason], [1, 'disk_full'])
  assert.deepEqual(readdirSync(join(disk.folder, 'store', 'packs')), [], 'nothing partial is left')
  assert.ok(scene.logLines.some((line) => line.includes('"event":"backup_failed"')))
  assert.equal(await backUpWhenDue(scene.appliance, signal), 0)
  assert.equal(
    (await readLastRuns(scene.appliance.db.reader, scene.clock.now())).failures,
    1,
    'not tried at once',
  )
  disk.leave(10_000_000)
  scene.clock.advance(minuteMs)
  assert.equal(await backUpWhenDue(scene.appliance, signal), 1)
  assert.deepEqual(await auditActions(scene), ['backup.failed failed', 'backup.created done'])
})

test('a limit on the size of files is a full disk too (long)', onSqlite, async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa', 6_000_000)
  const args = ['cli/svc.js', 'backup', 'create', '--json']
  const script = `ulimit -f 4096; exec "${process.execPath}" ${args.join(' ')}`
  const env = { ...process.env, ...scene.env }
  await scene.appliance.db.close()
  const failure = assertFails(() => execFileSync('bash', ['-c', script], { env, stdio: 'pipe' }))
  assert.match(failure, /backup_disk_full/)
  assert.deepEqual(readdirSync(join(scene.store, 'packs')), [])
})

function assertFails(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return String(error instanceof Error && 'stderr' in error ? error.stderr : error)
  }
  throw new assert.AssertionError({ message: 'it did not fail' })
}

test('only one process backs up at a time; a lease that was not renewed is taken over', async (t) => {
  const scene = await openBackupScene(t)
  const { db } = scene.appliance
  const nowMs = scene.clock.now()
  await inTransaction(db, (trx) =>
    takeLease(trx, { holder: 'another', until: nowMs + 5_000 }, nowMs),
  )
  await assert.rejects(scene.back(), { reason: 'already_running' })
  assert.equal((await readLastRuns(db.reader, scene.clock.now())).failures, 0)
  scene.clock.advance(5_000)
  await scene.back()
})

test('a database whose data does not open with the master key is not backed up over good backups', async (t) => {
  const scene = await openBackupScene(t)
  const id = await scene.add('Awa')
  await inTransaction(scene.appliance.db, (trx) =>
    trx
      .updateTable('data_keys')
      .set({ wrapped: Buffer.alloc(65, 7) })
      .where('subject_id', '=', id)
      .execute(),
  )
  await assert.rejects(scene.backInThread(), { reason: 'not_decryptable' })
  assert.deepEqual(await listed(scene), [])
})

test('an interrupted backup counts for nothing, and the next one clears up after it', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  mkdirSync(join(scene.dataDir, 'backup-work'))
  writeFileSync(join(scene.dataDir, 'backup-work', 'svc.db'), 'of a killed process')
  mkdirSync(join(scene.store, 'packs'), { recursive: true })
  writeFileSync(join(scene.store, 'packs', '.partial-x'), 'of a killed process')
  await assert.rejects(scene.back(AbortSignal.abort()), { reason: 'interrupted' })
  assert.equal((await readLastRuns(scene.appliance.db.reader, scene.clock.now())).failures, 0)
  await scene.back()
  assert.deepEqual((await listed(scene)).length, 1)
  assert.ok(!readdirSync(join(scene.store, 'packs')).includes('.partial-x'))
})

test('the schedule backs up once an interval', async (t) => {
  const scene = await openBackupScene(t, { SVC_BACKUP_EVERY: '15m' })
  await scene.add('Awa')
  const made: number[] = []
  for (let minute = 0; minute < 16; minute += 1) {
    made.push(await backUpWhenDue(scene.appliance, signal))
    scene.clock.advance(minuteMs)
  }
  assert.deepEqual(
    made.flatMap((count, minute) => (count > 0 ? [minute] : [])),
    [0, 15],
  )
  const { id } = await scene.appliance.db.reader
    .selectFrom('audit_entries')
    .select('actor_kind as id')
    .where('action', '=', 'backup.created')
    .limit(1)
    .executeTakeFirstOrThrow()
  assert.equal(id, fromSystem.actor.kind)
})
