import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { backUpWhenDue } from '../../../server/backup/back-up-when-due.ts'
import { openTarget } from '../../../server/backup/backup-place.ts'
import { readLastRuns } from '../../../server/backup/backup-run-store.ts'
import { readSmall } from '../../../server/backup/backup-target.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { listBackups } from '../../../server/backup/list-backups.ts'
import { readBackupStatus } from '../../../server/backup/read-backup-status.ts'
import { openBackupScene } from '../../support/backup-scene.ts'
import { openS3Server, type S3Server } from '../../support/s3-server.ts'

let s3: S3Server
before(async () => {
  s3 = await openS3Server()
  await s3.start()
})
after(() => s3.remove())

const signal = new AbortController().signal
const minuteMs = 60_000
const settingsOf = ({ endpoint, bucket, keyId, secretKey }: S3Server, prefix: string) => ({
  SVC_BACKUP_TO: `s3://${bucket}/${prefix}`,
  SVC_BACKUP_S3_ENDPOINT: endpoint,
  SVC_BACKUP_S3_KEY_ID: keyId,
  SVC_BACKUP_S3_SECRET_KEY: secretKey,
})
const placeOf = ({ endpoint, bucket, keyId, secretKey }: S3Server, prefix: string) => ({
  to: `s3://${bucket}/${prefix}`,
  s3: { endpoint, region: 'us-east-1', keyId, secretKey, caFile: undefined },
  ownPorts: [],
})

test('large files go in parts and come back as they were', async () => {
  const target = await openTarget(placeOf(s3, 'parts'))
  const chunks = Array.from({ length: 37 }, () => randomBytes(1_000_000))
  await target.write('big.age', streamOf(chunks), 37_000_000)
  await target.write('packs/small.age', streamOf([Buffer.from('small')]), 5)
  const parts: Uint8Array[] = []
  for await (const part of target.read('big.age')) parts.push(part)
  assert.ok(Buffer.concat(parts).equals(Buffer.concat(chunks)))
  assert.equal(await readSmall(target, 'packs/small.age'), 'small')
  assert.deepEqual(await target.list(''), [{ name: 'big.age', bytes: 37_000_000 }])
  assert.deepEqual(await target.list('packs/'), [{ name: 'packs/small.age', bytes: 5 }])
  await target.remove('big.age')
  await target.remove('big.age')
  assert.deepEqual(await target.list(''), [])
  await assert.rejects(readSmall(target, 'big.age'), { reason: 'not_found' })
  await target.close()
})

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

test('backups in a store are made, listed and restored, and wrong keys are said', async (t) => {
  const scene = await openBackupScene(t, settingsOf(s3, 'bank/one'))
  await scene.add('Awa')
  const first = await scene.back()
  await scene.add('Modou')
  const second = await scene.back()
  assert.deepEqual([first.newImages, second.newImages], [1, 1])
  const target = await openTarget(placeOf(s3, 'bank/one'))
  t.after(() => target.close())
  const { backups } = await listBackups(target)
  assert.deepEqual(
    backups.map(({ name, missing }) => [name, missing]),
    [
      [first.name, []],
      [second.name, []],
    ],
  )
  const restored = await scene.restore(`${second.name}.age`, join(scene.folder, 'new'), { target })
  assert.deepEqual([restored.images, restored.decrypted], [2, 2])
  const wrong = await openTarget({
    ...placeOf(s3, 'bank/one'),
    s3: { ...placeOf(s3, 'x').s3, keyId: 'UNKNOWN' },
  })
  await assert.rejects(wrong.list(''), { reason: 'target_unusable' })
  await wrong.close()
})

test('a store on a port of this very server is not called', async () => {
  const { port } = new URL(s3.endpoint)
  const target = await openTarget({ ...placeOf(s3, 'self'), ownPorts: [Number(port)] })
  await assert.rejects(target.list(''), { reason: 'target_unreachable' })
  await target.close()
})

test('a store away for a day: tried again and told, nothing piles up, and then all is caught up', async (t) => {
  const scene = await openBackupScene(t, settingsOf(s3, 'day'))
  await scene.add('Awa')
  assert.equal(await backUpWhenDue(scene.appliance, signal), 1)
  const started = scene.clock.now()
  await s3.stop()
  await scene.add('Modou')
  const { reader } = scene.appliance.db
  const status = () =>
    readBackupStatus(reader, scene.appliance.config, { since: started, nowMs: scene.clock.now() })
  // The schedule looks every minute; the test looks when it would do something.
  for (let quarter = 0; quarter < 96; quarter += 8) {
    scene.clock.advance(8 * 15 * minuteMs)
    assert.equal(await backUpWhenDue(scene.appliance, signal), 0)
    assert.equal((await status()).state, 'overdue')
    assert.ok(!readdirSync(scene.dataDir).includes('backup-work'), 'no copy is left')
  }
  const runs = await readLastRuns(reader)
  assert.deepEqual([runs.failures, runs.lastFailure?.reason], [12, 'target_unreachable'])
  const told = scene.logLines.filter((line) => line.includes('"event":"backup_failed"'))
  assert.equal(told.length, 12)
  const audited = await reader
    .selectFrom('audit_entries')
    .select('id')
    .where('action', '=', 'backup.failed')
    .execute()
  assert.equal(audited.length, 1, 'the audit log has the first of a row')
  await s3.start()
  scene.clock.advance(15 * minuteMs)
  assert.equal(await backUpWhenDue(scene.appliance, signal), 1)
  assert.deepEqual([(await status()).state, (await status()).failures], ['well', 0])
  const last = await createBackup(scene.appliance, {
    by: fromCommandLine,
    cause: 'command',
    signal,
  })
  assert.deepEqual([last.images, last.newImages], [2, 0])
})
