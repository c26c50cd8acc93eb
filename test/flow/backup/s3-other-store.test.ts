// Long: talks to an S3-compatible store that the environment names (SVC_TEST_S3_ENDPOINT, _BUCKET, _KEY_ID,
// _SECRET_KEY). SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { readSmall } from '../../../server/backup/places/backup-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { pruneBackups } from '../../../server/backup/prune-backups.ts'
import { verifyDeeply, verifyFiles } from '../../../server/backup/verify-backup.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import { backupSettingsIn } from '../../support/servers/s3-server.ts'

const { env } = process
const store = {
  endpoint: env.SVC_TEST_S3_ENDPOINT ?? '',
  bucket: env.SVC_TEST_S3_BUCKET ?? '',
  keyId: env.SVC_TEST_S3_KEY_ID ?? '',
  secretKey: env.SVC_TEST_S3_SECRET_KEY ?? '',
}
const onOtherStore = { skip: store.endpoint === '' && 'SVC_TEST_S3_ENDPOINT names no store' }
/** Nothing of an earlier run lies there. */
const prefix = `trial-${newId('bak', Date.now())}`
const settings = backupSettingsIn(store, prefix)
const { endpoint, keyId, secretKey } = store
const access = { endpoint, region: 'us-east-1', keyId, secretKey, caFile: undefined }
const placeOf = (below: string, s3: Partial<typeof access> = {}, bucket = store.bucket) => ({
  to: `s3://${bucket}/${prefix}${below}`,
  s3: { ...access, ...s3 },
  ownPorts: [],
})
const signal = new AbortController().signal

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

test('files go in parts, come back, are listed and removed', onOtherStore, async () => {
  const target = await openTarget(placeOf('/parts'))
  const chunks = Array.from({ length: 37 }, () => randomBytes(1_000_000))
  await target.write('big.age', streamOf(chunks), 37_000_000)
  await target.write('packs/small.age', streamOf([Buffer.from('small')]), 5)
  const parts: Uint8Array[] = []
  for await (const part of target.read('big.age')) parts.push(Buffer.from(part))
  assert.ok(Buffer.concat(parts).equals(Buffer.concat(chunks)))
  assert.equal(await readSmall(target, 'packs/small.age'), 'small')
  assert.deepEqual(await target.list(''), [{ name: 'big.age', bytes: 37_000_000 }])
  assert.deepEqual(await target.list('packs/'), [{ name: 'packs/small.age', bytes: 5 }])
  for (const name of ['big.age', 'big.age', 'packs/small.age']) await target.remove(name)
  assert.deepEqual(await target.list(''), [])
  await assert.rejects(readSmall(target, 'big.age'), { reason: 'not_found' })
  await target.close()
})

test('more files than a store lists at once are all listed', onOtherStore, async () => {
  const target = await openTarget(placeOf('/many'))
  const names = Array.from({ length: 1_003 }, (_, index) => `file-${10_000 + index}`)
  const write = (name: string) => target.write(name, streamOf([Buffer.from('x')]), 1)
  for (let at = 0; at < names.length; at += 20) {
    await Promise.all(names.slice(at, at + 20).map(write))
  }
  const listed = await target.list('')
  assert.deepEqual(listed.map(({ name }) => name).toSorted(), names)
  await target.close()
})

test('a backup is made, listed, verified, restored and pruned', onOtherStore, async (t) => {
  const scene = await openBackupScene(t, settings)
  await scene.add('Awa')
  const first = await scene.back()
  await scene.add('Modou')
  scene.clock.advance(60_000)
  const second = await scene.back()
  assert.deepEqual([first.newImages, second.newImages], [1, 1])
  const target = await openTarget(placeOf(''))
  t.after(() => target.close())
  const { backups } = await listBackups(target)
  assert.deepEqual(
    backups.map(({ name, missing }) => [name, missing]),
    [first, second].map(({ name }) => [name, []]),
  )
  const last = backups.at(-1)
  assert.ok(last !== undefined)
  assert.deepEqual((await verifyFiles(target, last, { signal })).faults, [])
  const file = `${second.name}.age`
  const scratchParent = join(scene.folder, 'scratch')
  mkdirSync(scratchParent)
  const { masterKeys, clock, identities } = scene
  const order = { masterKeys, target, file, identities, scratchParent, signal }
  assert.deepEqual((await verifyDeeply({ clock }, order)).faults, [])
  const restored = await scene.restore(file, join(scene.folder, 'new'), { target })
  assert.deepEqual([restored.images, restored.decrypted], [2, 2])
  const rules = { keepLast: 1, keepDaily: 0, keepWeekly: 0 }
  await pruneBackups(scene.appliance, { by: fromCommandLine, rules, isDryRun: false })
  assert.deepEqual(
    (await listBackups(target)).backups.map(({ name }) => name),
    [second.name],
  )
})

test('a wrong key, a wrong secret and a missing bucket are told apart', onOtherStore, async () => {
  for (const [place, message] of [
    [placeOf('', { keyId: 'nobody:nowhere' }), /SVC_BACKUP_S3_KEY_ID|refuses us \(403/],
    [placeOf('', { secretKey: 'wrong' }), /SVC_BACKUP_S3_SECRET_KEY_FILE/],
    [placeOf('', {}, 'no-such-bucket'), /no such bucket|does not exist/],
  ] as const) {
    const target = await openTarget(place)
    for (const call of [
      () => target.list(''),
      () => target.write('a', streamOf([Buffer.from('a')]), 1),
    ]) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof Error)
        assert.match(error.message, message)
        return true
      })
    }
    await target.close()
  }
})
