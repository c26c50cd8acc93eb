// SQLite only: a backup copies its file.
// A data folder that is a mount point cannot be moved aside.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

for (const how of ['a disk of its own', 'bound from the same disk'] as const) {
  test(`a restore into a mount point, ${how}, is refused with what to do, and changes nothing`, async (t) => {
    const disk = mountSmallDisk(t, 40)
    if (disk === undefined) return
    const scene = await openBackupScene(t)
    await scene.add('Awa')
    const { name } = await scene.back()
    const dataDir = how === 'a disk of its own' ? disk.folder : join(disk.folder, 'bound')
    if (how === 'bound from the same disk') {
      mkdirSync(dataDir)
      execFileSync('mount', ['--bind', dataDir, dataDir])
    }
    const refusal = {
      name: 'BackupError',
      reason: 'target_unusable',
      message: new RegExp(`^${dataDir} is a mount point.* ${dataDir}/data, in --data-dir`),
    }
    await assert.rejects(scene.restore(`${name}.age`, dataDir), refusal)
    assert.deepEqual(readdirSync(dataDir), [])
    const { images, movedTo } = await scene.restore(`${name}.age`, join(dataDir, 'data'))
    assert.deepEqual([images, movedTo], [1, undefined])
  })
}
