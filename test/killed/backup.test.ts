// Long: kills seven backups and restores.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { folderTarget } from '../../server/backup/places/folder-target.ts'
import { listBackups } from '../../server/backup/places/list-backups.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { runSvc } from '../cli/memory-shell.ts'
import { type BackupScene, openBackupScene } from '../support/scenes/backup-scene.ts'

const looksMax = 20_000

/** Runs svc in a process of its own and kills it once `isThere`. Returns whether it was still at work. */
async function killOnce(
  { env }: BackupScene,
  args: readonly string[],
  isThere: () => boolean,
): Promise<boolean> {
  const child = spawn(process.execPath, ['cli/svc.js', ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  for (let look = 0; look < looksMax && child.exitCode === null && !isThere(); look += 1) {
    await wait(1)
  }
  const wasRunning = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  return wasRunning
}

test('killed at any moment, a backup counts for nothing or is whole, and the next one succeeds', async (t) => {
  const scene = await openBackupScene(t)
  for (let index = 0; index < 20; index += 1) await scene.add('Awa', 2_000_000)
  await scene.appliance.db.close()
  const { store, dataDir, env } = scene
  const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const moments: readonly (() => boolean)[] = [
    () => existsSync(join(dataDir, 'backup-work', 'svc.db')),
    () => namesIn(join(store, 'packs')).length > 0,
    () => namesIn(store).some((name) => name.includes('partial') && name.endsWith('.age')),
    () => namesIn(store).some((name) => /^svc-.*\.age$/.test(name)),
  ]
  const inTheMiddle: boolean[] = []
  for (const moment of moments) {
    inTheMiddle.push(await killOnce(scene, ['backup', 'create'], moment))
    const { backups } = await listBackups(folderTarget(store))
    assert.ok(backups.every(({ missing }) => missing.length === 0))
    // The lease of the killed process runs out.
    await forgetLease(scene)
  }
  assert.ok(inTheMiddle.some(Boolean), 'no kill came in time')
  const made = await runSvc(['backup', 'create', '--json'], { env })
  assert.equal(made.status, 0, made.err)
  assert.equal(JSON.parse(made.out).images, 20)
  const deep = ['--deep', '--identity-file', scene.identityFile]
  const verified = await runSvc(['backup', 'verify', 'latest', ...deep], { env })
  assert.equal(verified.status, 0, verified.out)
  const left = readdirSync(store, { recursive: true, encoding: 'utf8' })
  assert.ok(!left.some((name) => name.includes('partial')))
  assert.equal(existsSync(join(dataDir, 'backup-work')), false)
})

async function forgetLease({ dataDir }: BackupScene): Promise<void> {
  const db = openDb(join(dataDir, 'svc.db'))
  await inTransaction(db, (trx) => trx.deleteFrom('backup_lease').execute())
  await db.close()
}

test('killed at any moment, a restore leaves the data folder as it was, and runs again', async (t) => {
  const scene = await openBackupScene(t)
  for (let index = 0; index < 20; index += 1) await scene.add('Awa', 1_000_000)
  await scene.back()
  await scene.appliance.db.close()
  const { dataDir, folder, env } = scene
  const args = ['restore', 'latest', '--identity-file', scene.identityFile, '--yes']
  const scratch = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${basename(dataDir)}.restoring-`))
      .map((name) => join(folder, name))
  const moments: readonly (() => boolean)[] = [
    () => scratch().some((one) => existsSync(join(one, 'svc.db'))),
    () => scratch().some((one) => existsSync(join(one, 'images'))),
    () => scratch().some((one) => existsSync(join(one, 'svc.db-wal'))),
  ]
  const before = statSync(join(dataDir, 'svc.db')).ino
  const inTheMiddle: boolean[] = []
  for (const moment of moments) {
    inTheMiddle.push(await killOnce(scene, args, moment))
    if (inTheMiddle.at(-1)) assert.equal(statSync(join(dataDir, 'svc.db')).ino, before)
    if (!inTheMiddle.at(-1)) break
  }
  assert.equal(inTheMiddle[0], true, 'no kill came in time')
  const restored = await runSvc([...args, '--json'], { env })
  assert.equal(restored.status, 0, restored.err)
  assert.equal(JSON.parse(restored.out).images, 20)
})
