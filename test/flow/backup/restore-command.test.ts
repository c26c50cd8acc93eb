// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { loadConfig } from '../../../server/config.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createStateMetrics } from '../../../server/monitoring/state-metrics.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { alterByte, openBackupScene } from '../../support/scenes/backup-scene.ts'
import { sharedImages, sharedPasswords } from '../../support/shared-parts.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('svc restores into the data folder, and says what it did', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  await scene.appliance.db.close()
  const { env } = scene
  const made = await runSvc(['backup', 'create', '--json'], { env })
  assert.equal(made.status, 0, made.err)
  const { name, images } = JSON.parse(made.out)
  assert.equal(images, 1)
  const list = await runSvc(['backup', 'list', '--json'], { env })
  assert.equal(JSON.parse(list.out).backups[0].name, name)
  const identity = ['--identity-file', scene.identityFile]
  const verified = await runSvc(['backup', 'verify', 'latest', '--deep', ...identity], { env })
  assert.match(verified.out, /^whole: .*\nrestored: .*1 image\ndecrypted: 1 verification, 1 image/)
  // The protocol of a drill asks how long it took.
  assert.match(verified.out, /^took \d+\.\d s$/m)
  const { appliance, clock } = scene
  const loaded = loadConfig({ profile: 'appliance', env, productDir: scene.folder })
  const parts = { clock, log: silentLog, images: sharedImages, passwords: sharedPasswords }
  const again = await openAppliance(loaded, parts)
  const metrics = createStateMetrics({ ...again, scheduledTasks: appliance.scheduledTasks })
  await metrics.refresh([])
  const figures = await metrics.registry.metrics()
  for (const what of ['success', 'trial']) {
    const line = new RegExp(
      `^svc_backup_last_${what}_timestamp_seconds\\{place="folder"\\} (\\d+)`,
      'm',
    )
    assert.ok(Number(line.exec(figures)?.[1]) > 0, what)
  }
  await again.close()
  const drill = join(scene.folder, 'drill')
  const tried = await runSvc(['restore', 'latest', ...identity, '--data-dir', drill], { env })
  assert.equal(tried.status, 0, tried.err)
  assert.match(tried.out, /^took \d+\.\d s$/m)
  const advice = tried.err.replaceAll(/\s+/g, ' ')
  assert.match(advice, /A drill ends here: .*svc status --data-dir .*delete the folder/)
  assert.match(advice, /Only if this copy is the installation from now on: .*svc resume-outgoing/)
  const { SVC_BACKUP_TO: place, ...placeless } = env
  const without = ['restore', 'latest', ...identity, '--data-dir', join(scene.folder, 'other')]
  const lost = await runSvc(without, { env: placeless })
  assert.deepEqual([lost.status, /place with --from, or the settings/.test(lost.err)], [2, true])
  const found = await runSvc([...without, '--from', place ?? ''], { env: placeless })
  assert.equal(found.status, 0, found.err)
  symlinkSync(scene.identityFile, join(scene.dataDir, 'link'))
  const restored = await runSvc(['restore', 'latest', ...identity, '--yes'], { env })
  assert.equal(readlinkSync(join(scene.dataDir, 'link')), scene.identityFile, 'not its content')
  assert.match(restored.err, /start the server, then: svc resume-outgoing/)
  assert.equal(restored.status, 0, restored.err)
  assert.match(restored.err, /No erasure is on record beside the backup/)
  assert.match(restored.out, /1 verification, 1 image/)
  const status = await runSvc(['status'], { env })
  assert.match(status.out, /nothing has been sent to the outside since/)
  const asked = await runSvc(['resume-outgoing'], { env })
  assert.deepEqual([asked.status, /Is this copy the installation/.test(asked.err)], [2, true])
  assert.equal((await runSvc(['resume-outgoing', '--yes'], { env })).status, 0)
  const unpaused = await runSvc(['resume-outgoing'], { env })
  assert.deepEqual([unpaused.status, unpaused.err], [0, 'Outgoing calls were not paused.\n'])
  const missing = await runSvc(['restore', 'svc-2020', ...identity, '--yes', '--json'], { env })
  assert.deepEqual([missing.status, JSON.parse(missing.err).error.code], [5, 'backup_not_found'])
  alterByte(join(scene.store, `${name}.age`), 3)
  const bad = await runSvc(['backup', 'verify', name], { env })
  assert.deepEqual([bad.status, /altered: svc-/.test(bad.out)], [3, true])
})

test('svc restore by root acts as the owner of the data folder, and follows none of its links', async (t) => {
  if (process.geteuid?.() !== 0) return t.skip('it needs root')
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  await scene.appliance.db.close()
  const { env, folder, dataDir } = scene
  const owned = spawnSync('chown', ['-R', '65534:65534', folder])
  assert.equal(owned.status, 0)
  const secret = join(tempFolder(t), 'of-root')
  writeFileSync(secret, '', { mode: 0o600 })
  const words = ['restore', 'latest', '--identity-file', scene.identityFile, '--yes']
  const restored = await runSvc(words, { env })
  assert.equal(restored.status, 0, restored.err)
  assert.deepEqual(foreignIn(folder), [])
  rmSync(join(dataDir, 'server.lock'), { force: true })
  symlinkSync(secret, join(dataDir, 'server.lock'))
  const refused = await runSvc(words, { env })
  assert.equal(refused.status, 4, refused.err)
  assert.equal(statSync(secret).size, 0, 'root made no lock of it')
})

test('svc restore takes the place of a data folder whose photos lie behind a link, and leaves them there', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  const { dataDir, folder, env } = scene
  await scene.back()
  await scene.appliance.db.close()
  const elsewhere = join(folder, 'other-disk')
  renameSync(join(dataDir, 'images'), elsewhere)
  symlinkSync(elsewhere, join(dataDir, 'images'))
  const before = readdirSync(elsewhere, { recursive: true, encoding: 'utf8' })
  const words = ['restore', 'latest', '--identity-file', scene.identityFile, '--yes']
  const restored = await runSvc(words, { env })
  assert.equal(restored.status, 0, restored.err)
  assert.ok(lstatSync(join(dataDir, 'images')).isDirectory())
  assert.deepEqual(readdirSync(elsewhere, { recursive: true, encoding: 'utf8' }), before)
})

/** What the owner of a data folder cannot use. */
function foreignIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(folder, name)).uid !== 65_534,
  )
}
