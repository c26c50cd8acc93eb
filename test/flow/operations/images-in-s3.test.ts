// Slow: starts a store for images. flow/nodes/images.test.ts uses one in the fast lane.
// Not again on PostgreSQL: flow/nodes/images.test.ts sends its statements there.
//
// The images of a running appliance in a bucket: from the submission to the provider, the console, erasure and backup.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { openDataKey } from '../../../server/data-keys/open-data-key.ts'
import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import { readCertificate } from '../../../server/erasure/read-certificate.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { openImagesOf } from '../../../server/images/storage/open-images.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { sweepByAge, sweepOrphans } from '../../../server/sweep-orphans.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, outliveRetention } from '../../support/erasure.ts'
import { imageSettingsOf, startS3 } from '../../support/images/images-in-s3.ts'
import { specimen } from '../../support/images/specimens.ts'
import { onSqlite } from '../../support/postgres.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'
import { openVersionedBucket } from '../../support/servers/versioned-bucket.ts'

let s3: S3Server
before(async () => {
  s3 = await startS3()
})
after(() => s3.remove())

async function start(
  t: TestContext,
  prefix: string,
  place: Parameters<typeof imageSettingsOf>[0] = s3,
): Promise<RunningAppliance> {
  const settings = { ...imageSettingsOf(place, prefix), SVC_RETENTION_SANDBOX: '30d' }
  const app = await startForTest(t, { settings })
  return app
}

function submit(app: RunningAppliance) {
  const image = specimen('senegal-id-front.jpg')
  const files = { front_image: image, selfie_image: specimen('selfie.jpg') }
  const body = liveForm({ country: 'SN', id_type: 'national_id' }, files)
  return call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
}

async function listed({ appliance }: RunningAppliance): Promise<readonly string[]> {
  const all: string[] = []
  for await (const some of appliance.files.list()) all.push(...some)
  return all
}

const stagingOf = ({ appliance }: RunningAppliance) =>
  readdirSync(join(appliance.config.dataDir, 'staging'))

describe('images in a bucket', () => {
  test('are submitted, read for the provider and the export, and swept where no row names them', async (t) => {
    const app = await start(t, 'flow')
    const { appliance, clock } = app
    const accepted = await submit(app)
    assert.equal(accepted.status, 202)
    const id = String(accepted.data.id)
    const detail = await app.finish(id)
    assert.equal(detail.status, 'approved')
    const known = await listed(app)
    assert.equal(known.length, 2)
    assert.deepEqual(stagingOf(app), [])
    const dataKey = await openDataKey(appliance, appliance.db.reader, id)
    assert.ok(dataKey)
    const opened = await openImagesOf(appliance, id, dataKey)
    assert.deepEqual(
      opened.map(({ bytes }) => bytes),
      [specimen('senegal-id-front.jpg'), specimen('selfie.jpg')],
    )
    // What a node leaves that dies after the store had its images and before the commit.
    const orphan = `2026-11-23/${newId('img', clock.now())}`
    await appliance.files.placeEncrypted(orphan, Buffer.from('sealed'))
    assert.equal(await sweepByAge(appliance), 0, 'it may be about to be committed')
    clock.advance(60 * 60_000 + 1)
    assert.equal(await sweepByAge(appliance), 1)
    assert.deepEqual(await listed(app), known)
    assert.equal(await sweepOrphans(appliance, clock.now()), 0)
  })

  test('are refused with 503 while the store is away, nothing is kept, and go on when it is back', async (t) => {
    const app = await start(t, 'away')
    await s3.stop()
    const refused = await submit(app)
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.deepEqual(stagingOf(app), [])
    await s3.start()
    app.clock.advance(5_000)
    assert.equal((await submit(app)).status, 202)
    assert.equal((await listed(app)).length, 2)
    const { count } = await app.appliance.db.reader
      .selectFrom('verifications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 1)
  })

  test('that the store locks leave an erasure without certificate until they are gone', async (t) => {
    const versioned = await openVersionedBucket(t)
    const app = await start(t, 'locked', versioned)
    const { appliance } = app
    const accepted = await submit(app)
    const id = String(accepted.data.id)
    await app.finish(id)
    const [image] = await listImages(appliance.db.reader, id)
    assert.ok(image)
    await outliveRetention(app, id)
    versioned.isLocked = true
    await eraseNow(app, id)
    await assert.rejects(readCertificate(appliance.db.reader, id), /being finished/)
    assert.ok(versioned.versions().has(`locked/${image.file}`))
    versioned.isBusy = true
    assert.equal(await finishErasures(appliance), 0)
    versioned.isBusy = false
    versioned.isLocked = false
    assert.equal(await finishErasures(appliance), 1)
    await readCertificate(appliance.db.reader, id)
    assert.deepEqual([...versioned.versions().keys()], ['locked/.svc-images'])
  })

  test('are in the backups, and a restored folder has them', onSqlite, async (t) => {
    const scene = await openBackupScene(t, imageSettingsOf(s3, 'backed-up'))
    await scene.add('Awa')
    await scene.add('Modou')
    const made = await scene.back()
    assert.deepEqual([made.images, made.missingImages], [2, 0])
    const restored = await scene.restore(`${made.name}.age`, join(scene.folder, 'new'))
    assert.deepEqual([restored.images, restored.decrypted], [2, 2])
  })
})
