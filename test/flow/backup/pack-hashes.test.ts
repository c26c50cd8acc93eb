// Slow: restores a backup six times. restore-command.test.ts restores one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { decryptWith, encryptTo } from '../../../server/backup/envelope/age-stream.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { verifyDeeply } from '../../../server/backup/verify-backup.ts'
import { type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'

test('a restore compares the header of each pack, a deep verification all of it and the database, too', async (t) => {
  const scene = await openBackupScene(t)
  await scene.add('Awa')
  await scene.back()
  const target = folderTarget(scene.store)
  const backup = (await listBackups(target)).backups[0]?.index
  const [pack] = backup?.packs ?? []
  assert.ok(backup && pack?.header_sha256)
  const file = backup.file.name
  const archive = await all(decryptWith(scene.identities, target.read(file)))
  const { masterKeys, identities, folder } = scene
  const { signal } = new AbortController()
  const deeply = () =>
    verifyDeeply(scene, { masterKeys, target, file, identities, scratchParent: folder, signal })
  const damaged = { reason: 'damaged', message: /is not what its manifest says/ }
  const other = '0'.repeat(64)

  const [hash = ''] = /(?<="database": \{\s+"sha256": ")[0-9a-f]{64}/.exec(archive.toString()) ?? []
  await rewrite(scene, file, replaced(archive, hash, other))
  assert.equal((await scene.restore(file, join(folder, 'database'))).decryptedImages, 1)
  await assert.rejects(deeply(), damaged)

  const [size = ''] = /"bytes": \d+(?=\s+\},\s+"rows")/.exec(archive.toString()) ?? []
  await rewrite(scene, file, replaced(archive, size, size.replaceAll(/\d/g, '9')))
  await assert.rejects(scene.restore(file, join(folder, 'refused')), damaged)

  await rewrite(scene, file, replaced(archive, pack.sha256, other))
  assert.equal((await scene.restore(file, join(folder, 'header'))).decryptedImages, 1)
  await assert.rejects(deeply(), damaged)

  await rewrite(scene, file, replaced(archive, pack.header_sha256, other))
  await assert.rejects(scene.restore(file, join(folder, 'refused')), damaged)
  await assert.rejects(deeply(), damaged)

  const earlier = replaced(archive, 'header_sha256', 'not_known_yet')
  await rewrite(scene, file, earlier)
  assert.equal((await scene.restore(file, join(folder, 'earlier'))).decryptedImages, 1)
  await rewrite(scene, file, replaced(earlier, pack.sha256, other))
  await assert.rejects(scene.restore(file, join(folder, 'refused')), damaged)
})

/** Writes an archive of a backup anew, as anyone can who knows the recipient. */
async function rewrite({ store, env }: BackupScene, file: string, archive: Buffer): Promise<void> {
  const encrypted = encryptTo([env.SVC_BACKUP_RECIPIENT ?? ''], oneBuffer(archive))
  writeFileSync(join(store, file), await all(encrypted))
}

/** Replaces a text by one of the same length, which leaves the archive whole. */
function replaced(archive: Buffer, text: string, other: string): Buffer {
  assert.ok(archive.includes(text) && text.length === other.length)
  return Buffer.from(archive.toString('latin1').replace(text, other), 'latin1')
}

async function all(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

async function* oneBuffer(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
