// SQLite only: a backup copies its file.
// Where the old data folder is after a restore, also after one that failed at its last step.

import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isMountPoint } from '../../../server/kernel/mounts.ts'
import { listKeptCopies } from '../../../server/operations/encryption-keys/kept-copies.ts'
import { onSqlite } from '../../support/postgres.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const { rename } = files
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000

/** Calls `before` before the first rename of a restored folder. */
function interruptRename(t: TestContext, before: () => void): void {
  let isDone = false
  t.mock.method(files, 'rename', async (from: string, to: string) => {
    if (!isDone && from.includes('.restoring-')) {
      isDone = true
      before()
    }
    return rename(from, to)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

async function openRestoreScene(t: TestContext) {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const file = `${(await scene.back()).name}.age`
  const dataDir = join(scene.folder, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'old.txt'), 'of the old folder')
  const namesBeside = () => readdirSync(scene.folder).filter((name) => name.startsWith('data'))
  return { ...scene, dataDir, restoreHere: () => scene.restore(file, dataDir), namesBeside }
}

test('a restore whose folder cannot take the place puts the old one back', onSqlite, async (t) => {
  const { dataDir, restoreHere, namesBeside } = await openRestoreScene(t)
  interruptRename(t, () => {
    throw Object.assign(new Error('the disk failed'), { code: 'EIO' })
  })
  await assert.rejects(restoreHere(), { code: 'EIO' })
  assert.deepEqual(namesBeside(), ['data'])
  assert.deepEqual(readdirSync(dataDir), ['old.txt'])
})

test(
  'a restore says where the old folder is if somebody made another in its place',
  onSqlite,
  async (t) => {
    const { dataDir, restoreHere, namesBeside } = await openRestoreScene(t)
    interruptRename(t, () => {
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, 'new.txt'), 'of somebody else')
    })
    await assert.rejects(restoreHere(), {
      reason: 'target_unusable',
      message: /The old one is .*data\.before-restore-/,
    })
    const [here, aside = '', ...others] = namesBeside()
    assert.deepEqual([here, others], ['data', []])
    assert.deepEqual(readdirSync(join(dataDir, '..', aside)), ['old.txt'])
  },
)

test(
  'each of two restores within a second keeps the folder that was there',
  onSqlite,
  async (t) => {
    const scene = await openRestoreScene(t)
    const { dataDir, restoreHere, namesBeside, clock, masterKeys } = scene
    const first = await restoreHere()
    writeFileSync(join(dataDir, 'between.txt'), 'of the restored folder')
    const second = await restoreHere()
    assert.equal(second.movedTo, `${first.movedTo}-2`)
    assert.equal(namesBeside().length, 3)
    assert.ok(readdirSync(second.movedTo ?? '').includes('between.txt'))
    const before = readdirSync(second.movedTo ?? '')
    const [kept, ...others] = await listKeptCopies(dataDir)
    assert.deepEqual(
      [kept?.file, kept?.madeAt, kept?.masterKeyId, others],
      [second.movedTo, secondOf(clock.now()), masterKeys.keys[0]?.key.fingerprint, []],
    )
    assert.deepEqual(readdirSync(second.movedTo ?? ''), before, 'a look leaves nothing')
  },
)

test('a folder with a device of its own is a mount point only where something is mounted', async (t) => {
  const disk = mountSmallDisk(t, 1)
  if (disk === undefined) return
  assert.equal(await isMountPoint(disk.folder), true)
  const mountinfo = join(tempFolder(t), 'mountinfo')
  writeFileSync(mountinfo, '500 400 0:30 /@ / rw,relatime - btrfs /dev/vda rw,subvol=/@\n')
  assert.equal(await isMountPoint(disk.folder, mountinfo), false)
  assert.equal(await isMountPoint(disk.folder, '/nowhere'), true)
})
