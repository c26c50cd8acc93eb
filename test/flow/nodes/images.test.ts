// Nodes that share a folder or a bucket of images: none touches what another has staged, or placed and not yet
// committed.

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { encryptionKey } from '../../../server/crypto/encrypt.ts'
import { openDataKey } from '../../../server/data-keys/open-data-key.ts'
import { endRelationship } from '../../../server/erasure/hold-verification.ts'
import { isMissing } from '../../../server/images/storage/image-places.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { openImagesOf } from '../../../server/images/storage/open-images.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { sweepByAge } from '../../../server/sweep-orphans.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, yearMs } from '../../support/erasure.ts'
import { imageSettingsOf, startS3 } from '../../support/images/images-in-s3.ts'
import { specimen } from '../../support/images/specimens.ts'
import { openInstallation, passTime } from '../../support/nodes.ts'
import { liveForm, readDetail } from '../../support/running-appliance.ts'

/** Seconds of the clock, reached only if something is broken. */
const stepsMax = 600

const key = encryptionKey(Buffer.alloc(32, 3))

test('what one node has staged and placed survives the start of another, until it is dead', async (t) => {
  const { nodes, clock, dataDir, start, close } = await openInstallation(1)
  t.after(close)
  const [first] = nodes
  assert.ok(first)
  const { files } = first.appliance
  const sink = files.openSink(key, 'image:ver_1:front')
  await sink.write(Buffer.from('half an image'))
  const other = files.openSink(key, 'image:ver_1:selfie')
  await other.write(Buffer.from('a whole one'))
  const place = `2026-11-21/${newId('img', clock.now())}`
  await files.place([{ staged: await other.finish(), file: place }])

  const second = await start()
  await passTime(clock, 1_000)
  assert.equal(readdirSync(join(dataDir, 'staging')).length, 1)
  assert.ok(existsSync(join(dataDir, 'images', place)))
  const staged = await sink.finish()
  assert.ok(existsSync(staged.path))

  first.clock.stop()
  await passTime(clock, 3_000)
  const { node, files: filesOfSecond } = second.appliance
  assert.equal(await filesOfSecond.clearStaging((ids) => node.deadAmong(ids)), 1)
  assert.ok(!existsSync(staged.path))
})

test('two nodes on one bucket read and erase what the other has stored, and sweep nothing of it', async (t) => {
  const s3 = await startS3()
  t.after(() => s3.remove())
  const { nodes, clock, key, advance, close } = await openInstallation(
    2,
    imageSettingsOf(s3, 'nodes'),
  )
  t.after(close)
  const [first, second] = nodes
  assert.ok(first && second)
  const live = await key('live')
  const photos = {
    front_image: specimen('senegal-id-front.jpg'),
    selfie_image: specimen('selfie.jpg'),
  }
  const submit = async ({ url }: typeof first) => {
    const body = liveForm({ country: 'SN', id_type: 'national_id' }, photos)
    const { status, data } = await call(`${url}/kyc/verify`, { key: live, body })
    assert.equal(status, 202)
    const id = String(data.id)
    const isPending = async () => (await readDetail(url, live, id)).status === 'pending'
    // The bucket and the decoders answer in their own time, which no step of the clock waits for.
    for (let step = 0; step < stepsMax && (await isPending()); step += 1) {
      await passTime(clock, 1_000, 500)
    }
    return id
  }
  const filesOf = async (id: string) =>
    (await listImages(second.appliance.db.reader, id)).map(({ file }) => file)
  // One after the other: the second has a review, as it is the same person's.
  const [one, other] = [await submit(first), await submit(second)]
  for (const id of [one, other]) {
    assert.equal((await readDetail(first.url, live, id)).status, 'approved')
    for (const { appliance } of nodes) {
      const dataKey = await openDataKey(appliance, appliance.db.reader, id)
      assert.ok(dataKey)
      const opened = await openImagesOf(appliance, id, dataKey)
      assert.deepEqual(
        opened.map(({ bytes }) => bytes),
        Object.values(photos),
      )
    }
  }

  // What the first has placed and is about to commit.
  const placed = `2026-11-21/${newId('img', clock.now())}`
  await first.appliance.files.placeEncrypted(placed, Buffer.from('sealed'))
  assert.equal(await sweepByAge(second.appliance), 0)
  assert.equal((await second.appliance.files.readEncrypted(placed)).toString(), 'sealed')

  const files = await filesOf(one)
  assert.equal(files.length, 2)
  const end = { verificationId: one, endedAt: clock.now() }
  await endRelationship(second.appliance, fromCommandLine, end)
  await advance(11 * yearMs)
  await eraseNow(second, one)
  for (const file of files) {
    await assert.rejects(first.appliance.files.readEncrypted(file), isMissing)
  }
  for (const file of await filesOf(other)) {
    assert.ok((await first.appliance.files.readEncrypted(file)).length > 0)
  }
})
