// Slow: makes and restores many backups. restore-command.test.ts restores one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { backupPlaceOf } from '../../../server/backup/backup-settings.ts'
import { createIdentity, readIdentities } from '../../../server/backup/envelope/age-keys.ts'
import { keepErasures } from '../../../server/backup/keep-erasures.ts'
import { writeErasures } from '../../../server/backup/ledger/erasure-ledger.ts'
import { ledgerAt } from '../../../server/backup/ledger/erasure-lines.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { loadConfig } from '../../../server/config.ts'
import { masterKeyFrom } from '../../../server/crypto/master-key.ts'
import { listDataKeys } from '../../../server/data-keys/data-key-store.ts'
import { openCopy } from '../../../server/db/sqlite/database-copy.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { findOutgoingPause } from '../../../server/egress/outgoing-pause-view.ts'
import { eraseVerification } from '../../../server/erasure/erase-verification.ts'
import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import { endRelationship } from '../../../server/erasure/hold-verification.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { resumeOutgoing } from '../../../server/operations/resume-outgoing.ts'
import { startWork } from '../../../server/start-work.ts'
import { readVerification } from '../../../server/verifications/read-verification.ts'
import { captureLog } from '../../support/captured-log.ts'
import { yearMs } from '../../support/erasure.ts'
import { alterByte, type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'
import { sharedImages, sharedPasswords } from '../../support/shared-parts.ts'

const idsIn = (folder: string) => {
  const copy = openCopy(join(folder, 'svc.db'))
  const rows = copy.readFacts().rows
  copy.close()
  return rows.verifications
}

async function backedUp(scene: BackupScene, ...names: readonly string[]): Promise<string> {
  for (const name of names) await scene.add(name)
  return `${(await scene.back()).name}.age`
}

test('a restore brings back rows, images and the audit log, and moves the old folder aside', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa', 'Modou')
  const later = await scene.add('Khady')
  await scene.appliance.db.close()
  writeFileSync(join(scene.dataDir, 'kept.txt'), 'a small file of the operator')
  const result = await scene.restore(file, scene.dataDir)
  assert.deepEqual([result.images, result.decrypted, result.faults], [2, 2, []])
  assert.ok(result.movedTo && idsIn(result.movedTo) === 3, 'the old state is whole')
  const restored = await reopen(t, scene)
  assert.equal(await readVerification(restored, later), undefined)
  assert.equal(readFileSync(join(scene.dataDir, 'kept.txt'), 'utf8').length, 28)
  const { action } = await restored.db.reader
    .selectFrom('audit_entries')
    .select('action')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  assert.equal(action, 'backup.restored')
})

async function reopen(t: { after(work: () => Promise<void>): void }, { env, folder }: BackupScene) {
  const loaded = loadConfig({ profile: 'appliance', env, productDir: folder })
  const appliance = await openAppliance(loaded, { log: silentLog })
  t.after(() => appliance.close())
  return appliance
}

test('a write-ahead log beside the old database does not get into the restored one', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa')
  for (const name of ['Modou', 'Khady', 'Rachid']) await scene.add(name)
  const stale = join(scene.folder, 'stale')
  // As a killed server leaves it: the rows are in the log only.
  cpSync(scene.dataDir, stale, { recursive: true })
  assert.ok(readFileSync(join(stale, 'svc.db-wal')).length > 0)
  await scene.restore(file, stale)
  assert.equal(existsSync(join(stale, 'svc.db-wal')), false)
  assert.equal(idsIn(stale), 1)
})

test('what is wrong with a backup or a key is said, and the data folder stays as it was', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa')
  const path = join(scene.store, file)
  const before = readdirSync(scene.dataDir)
  const refused = async (reason: string, more: Parameters<BackupScene['restore']>[2] = {}) => {
    await assert.rejects(scene.restore(file, scene.dataDir, more), { name: 'BackupError', reason })
    assert.deepEqual(readdirSync(scene.dataDir), before)
    assert.deepEqual(scratchIn(scene.folder), [])
  }
  const other = join(scene.folder, 'other.txt')
  writeFileSync(other, (await createIdentity()).text)
  await refused('wrong_identity', { identities: readIdentities(other) })
  await refused('wrong_master_key', {
    masterKeys: {
      kind: 'file',
      keys: [{ place: 'main', source: 'other', key: masterKeyFrom(Buffer.alloc(32, 9)) }],
      faults: [],
    },
  })
  const whole = readFileSync(path)
  for (const cut of [1, 20, 70_000, whole.length - 100, whole.length - 10]) {
    truncateSync(path, whole.length - cut)
    await refused('damaged')
    writeFileSync(path, whole)
  }
  for (const fromEnd of [1, 5_000, whole.length - 20]) {
    alterByte(path, fromEnd)
    await refused('damaged')
    writeFileSync(path, whole)
  }
  const pack = join(scene.store, 'packs', readdirSync(join(scene.store, 'packs'))[0] ?? '')
  const packBytes = readFileSync(pack)
  alterByte(pack, 60)
  await refused('damaged')
  writeFileSync(pack, packBytes)
  const newer = await backedUp(scene, 'Modou')
  writeFileSync(path, readFileSync(join(scene.store, newer)))
  await refused('damaged')
  writeFileSync(path, whole)
  await scene.restore(file, join(scene.folder, 'new'))
  assert.deepEqual(scratchIn(scene.folder), [])
})

function scratchIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.includes('.restoring'))
}

test('a large backup is restored in threads', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa', 'Modou')
  const result = await scene.restore(file, join(scene.folder, 'new'), { threadBytesMin: 0 })
  assert.deepEqual([result.images, result.decryptedImages, result.faults], [2, 2, []])
})

test('a damaged pack stops all threads of a restore, and so does its end by hand (long)', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa', 'Modou', 'Khady', 'Rachid', 'Aminata')
  const packs = readdirSync(join(scene.store, 'packs')).filter((name) => name.endsWith('.age'))
  assert.ok(packs.length > 1, 'there are packs for two threads')
  alterByte(join(scene.store, 'packs', packs.at(-1) ?? ''), 60)
  const again = scene.restore(file, join(scene.folder, 'again'), { threadBytesMin: 0 })
  await assert.rejects(again, { reason: 'damaged' })
  assert.deepEqual(scratchIn(scene.folder), [])
  const stopping = new AbortController()
  stopping.abort()
  const { signal } = stopping
  const stopped = scene.restore(file, join(scene.folder, 'again'), { threadBytesMin: 0, signal })
  await assert.rejects(stopped, { name: 'AbortError' })
})

test('a verification that was erased after the backup cannot be opened from a restored older one', async (t) => {
  const scene = await openBackupScene(t)
  const { appliance, clock } = scene
  const kept = await scene.add('Awa')
  const erased = await scene.add('Khady')
  const completed = { status: 'approved', completed_at: clock.now() } as const
  await inTransaction(appliance.db, (trx) =>
    trx.updateTable('verifications').set(completed).where('id', '=', erased).execute(),
  )
  const file = `${(await scene.back()).name}.age`
  const by = fromCommandLine
  await endRelationship(appliance, by, { verificationId: erased, endedAt: clock.now() })
  clock.advance(20 * yearMs)
  await inTransaction(appliance.db, (trx) =>
    eraseVerification(appliance, trx, by, { verificationId: erased, reason: 'period_over' }),
  )
  await finishErasures(appliance)
  assert.equal(await keepErasures(appliance), 1)
  assert.equal(await keepErasures(appliance), 0)
  await writeErasures(appliance, backupPlaceOf(appliance))
  const text = readFileSync(join(scene.store, 'erasures.jsonl'), 'utf8')
  assert.equal(text.split(erased).length, 2, 'a line is written once')
  const ledger = { lines: () => ledgerAt(folderTarget(scene.store)), takesUnproven: false }
  const into = join(scene.folder, 'new')
  const result = await scene.restore(file, into, { ledger })
  assert.equal(result.erasedAgain, 1)
  const loaded = loadConfig({
    profile: 'appliance',
    env: { ...scene.env, SVC_DATA_DIR: into },
    productDir: scene.folder,
  })
  const { log } = captureLog(clock)
  const restored = await openAppliance(loaded, {
    clock,
    log,
    images: sharedImages,
    passwords: sharedPasswords,
  })
  t.after(() => restored.close())
  await finishErasures(restored)
  const keys = await listDataKeys(restored.db.reader, [kept, erased])
  assert.deepEqual(
    keys.map(({ subjectId }) => subjectId),
    [kept],
  )
  const { images } = await restored.db.reader
    .selectFrom('images')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('verification_id', '=', erased)
    .executeTakeFirstOrThrow()
  assert.equal(Number(images), 0)
  assert.equal((await verifyAudit(restored)).isIntact, true)
})

test('after a restore nothing is sent until an operator resumes', async (t) => {
  const scene = await openBackupScene(t)
  const file = await backedUp(scene, 'Awa')
  await scene.appliance.db.close()
  await scene.restore(file, scene.dataDir)
  const loaded = loadConfig({ profile: 'appliance', env: scene.env, productDir: scene.folder })
  const { clock } = scene
  const restored = await openAppliance(loaded, { log: scene.appliance.log, clock })
  t.after(() => restored.close())
  const { reader } = restored.db
  assert.ok(await findOutgoingPause(reader))
  const work = await startWork(restored, { runsSchedule: false })
  const events = () => scene.logLines.filter((line) => line.includes('"event":"outgoing_'))
  assert.match(events().join(), /outgoing_paused/)
  assert.equal(await resumeOutgoing(restored, fromCommandLine), true)
  assert.equal(await resumeOutgoing(restored, fromCommandLine), false)
  clock.advance(2_000)
  await work.stopSchedule()
  assert.match(events().join(), /outgoing_resumed/)
  await work.stop(1_000)
})

test('a copy of the files at any moment of a backup starts, with every verification that was stored (long)', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const stop = new AbortController()
  const copies: { readonly folder: string; readonly atLeast: number }[] = []
  let stored = 1
  const writing = (async () => {
    while (!stop.signal.aborted) {
      await scene.add('Modou', 20_000)
      stored += 1
      if (stored % 4 === 0 && copies.length < 6) {
        const folder = join(scene.folder, `cut-${copies.length}`)
        const atLeast = stored
        // A power cut: what is on disk, whatever is being written.
        mkdirSync(folder)
        for (const name of ['svc.db', 'svc.db-wal']) {
          copyFileSync(join(scene.dataDir, name), join(folder, name))
        }
        copies.push({ folder, atLeast })
      }
    }
  })()
  const { name } = await scene.backInThread()
  stop.abort()
  await writing
  assert.ok(copies.length > 0, 'no copy was made during the backup')
  for (const { folder, atLeast } of copies) {
    const count = await openedCount(folder)
    assert.ok(count >= atLeast, `${count} of ${atLeast}`)
  }
  const result = await scene.restore(`${name}.age`, join(scene.folder, 'new'))
  assert.deepEqual(result.faults, [])
  assert.equal(
    result.images,
    result.manifest.rows.verifications,
    'under heavy writing it is consistent',
  )
})

/** Opens the database as the next start would. */
async function openedCount(folder: string): Promise<number> {
  const db = openDb(join(folder, 'svc.db'))
  assert.equal(db.raw.pragma('quick_check', { simple: true }), 'ok')
  await db.close()
  return idsIn(folder) ?? 0
}
