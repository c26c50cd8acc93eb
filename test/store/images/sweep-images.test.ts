import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import type { StoredImage } from '../../../server/images/image.ts'
import { notScanned } from '../../../server/images/scan.ts'
import { imageBinding } from '../../../server/images/storage/image-binding.ts'
import { imageFiles } from '../../../server/images/storage/image-files.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { placeImages, recordImages } from '../../../server/images/storage/record-images.ts'
import { sweepImages } from '../../../server/images/storage/sweep-images.ts'
import { openTestDatabase } from '../../support/database.ts'
import { aVerification, keepVerification, testDataKey } from '../../support/verification.ts'

const hourMs = 60 * 60 * 1000
const facts = { format: 'jpeg', width: 1500, height: 1000, orientation: 1 } as const

function byRole(one: StoredImage, other: StoredImage): number {
  return one.role.localeCompare(other.role)
}

async function openImageStore(t: TestContext) {
  const database = await openTestDatabase(t)
  const files = imageFiles(database.folder, 'node_1')
  const verification = aVerification({ createdAt: database.clock.now() })
  await inTransaction(database.db, (trx) => keepVerification(trx, verification))

  /** Front and selfie of one submission, moved into place; no row yet. */
  async function place(): Promise<readonly StoredImage[]> {
    const images = (['front', 'selfie'] as const).map(async (role) => {
      const sink = files.openSink(testDataKey, imageBinding(role))
      await sink.write(Buffer.from(`the ${role}`))
      return {
        role,
        staged: await sink.finish(),
        sha256: 'ab',
        facts,
        findings: [],
        scan: notScanned,
      }
    })
    return placeImages({ ...database, files }, verification.id, await Promise.all(images))
  }
  const record = (images: readonly StoredImage[]) =>
    inTransaction(database.db, (trx) => recordImages(trx, images))
  const sweep = (ageMs: number) => sweepImages({ ...database, files }, database.clock.now() - ageMs)
  const isThere = ({ file }: StoredImage) => existsSync(join(database.folder, 'images', file))
  return { ...database, files, verification, place, record, sweep, isThere }
}

describe('the images of a submission', () => {
  test('are listed front, back, selfie, however they were recorded', async (t) => {
    const { db, clock, verification, record } = await openImageStore(t)
    const roles = ['selfie', 'back', 'front'] as const
    const images = roles.map((role, index): StoredImage => {
      const id = `img_0000000000000000000000000${index}`
      const kept = {
        facts,
        scan: notScanned,
        bytes: 1,
        sha256: 'ab',
        file: id,
        createdAt: clock.now(),
      }
      return { id, verificationId: verification.id, role, ...kept }
    })
    await record(images)
    const listed = await listImages(db.reader, verification.id)
    assert.deepEqual(
      listed.map(({ role }) => role),
      ['front', 'back', 'selfie'],
    )
  })

  test('are placed under the day of their making and read back by what their rows say', async (t) => {
    const { db, files, verification, place, record } = await openImageStore(t)
    const placed = await place()
    await record(placed)
    const kept = await listImages(db.reader, verification.id)
    assert.deepEqual(kept.toSorted(byRole), placed.toSorted(byRole))
    for (const { role, file, id, bytes } of kept) {
      assert.equal(file, `2026-11-21/${id}`)
      assert.equal(bytes, `the ${role}`.length)
      const boundTo = imageBinding(role)
      assert.equal((await files.read(file, testDataKey, boundTo)).toString(), `the ${role}`)
    }
  })

  test('have no rows without their verification', async (t) => {
    const { place, record } = await openImageStore(t)
    const orphans = (await place()).map((one) => ({ ...one, verificationId: 'ver_none' }))
    await assert.rejects(record(orphans), /foreign key/i)
  })
})

describe('the sweep', () => {
  test('removes what is old and belongs to nothing, and returns how much that was', async (t) => {
    const { place, record, sweep, isThere, clock } = await openImageStore(t)
    const orphans = [...(await place()), ...(await place())]
    const known = await place()
    await record(known)
    clock.advance(hourMs + 1)
    assert.equal(await sweep(hourMs), 4)
    assert.deepEqual([...orphans, ...known].map(isThere), [false, false, false, false, true, true])
    assert.equal(await sweep(hourMs), 0)
  })

  test('leaves alone what is young: its row may be about to commit', async (t) => {
    const { place, sweep, isThere, clock } = await openImageStore(t)
    const old = await place()
    clock.advance(hourMs)
    const young = await place()
    clock.advance(1)
    assert.equal(await sweep(hourMs), 2)
    assert.deepEqual([...old, ...young].map(isThere), [false, false, true, true])
  })

  test('at a start removes what the crash before it left, be it a millisecond old', async (t) => {
    const { place, sweep, isThere, clock } = await openImageStore(t)
    const left = await place()
    clock.advance(1)
    assert.equal(await sweep(0), 2)
    assert.deepEqual(left.map(isThere), [false, false])
  })

  test('leaves staging alone', async (t) => {
    const { files, folder, sweep, clock } = await openImageStore(t)
    const sink = files.openSink(testDataKey, 'x')
    await sink.finish()
    clock.advance(10 * hourMs)
    assert.equal(await sweep(0), 0)
    assert.equal(readdirSync(join(folder, 'staging')).length, 1)
  })
})
