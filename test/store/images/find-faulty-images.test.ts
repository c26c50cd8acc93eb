import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { storeDataKey } from '../../../server/data-keys/store-data-key.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { notScanned } from '../../../server/images/scan.ts'
import { findFaultyImages } from '../../../server/images/storage/find-faulty-images.ts'
import { imageBinding } from '../../../server/images/storage/image-binding.ts'
import { imageFiles } from '../../../server/images/storage/image-files.ts'
import { placeImages, recordImages } from '../../../server/images/storage/record-images.ts'
import type { ImageRole } from '../../../server/providers/provider.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aVerification, keepVerification, testDataKey } from '../../support/verification.ts'

const facts = { format: 'jpeg', width: 1500, height: 1000, orientation: 1 } as const

test('images that are lost, damaged or unknown are named, and sound ones are not', async (t) => {
  const database = await openTestDatabase(t)
  const files = imageFiles(database.folder, 'node_1')
  const verification = aVerification({ createdAt: database.clock.now() })
  const keyring = testKeyring()
  await inTransaction(database.db, async (trx) => {
    await keepVerification(trx, verification)
    await storeDataKey({ ...database, keyring }, trx, verification.id, testDataKey)
  })
  const stage = async (role: ImageRole) => {
    const bytes = Buffer.from(`the ${role}`)
    const sink = files.openSink(testDataKey, imageBinding(role))
    await sink.write(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { role, staged: await sink.finish(), sha256, facts, findings: [], scan: notScanned }
  }
  const staged = [await stage('front'), await stage('back'), await stage('selfie')]
  const placed = await placeImages({ ...database, files }, verification.id, staged)
  await inTransaction(database.db, (trx) => recordImages(trx, placed))
  const fileOf = (role: ImageRole) => {
    const image = placed.find((one) => one.role === role)
    return join(database.folder, 'images', String(image?.file))
  }
  const idOf = (role: ImageRole) => String(placed.find((one) => one.role === role)?.id)
  const ids = [idOf('front'), idOf('back'), idOf('selfie'), 'img_none']
  const find = () => findFaultyImages({ ...database, keyring, files }, ids)
  assert.deepEqual(await find(), [{ id: 'img_none', fault: 'erased' }])

  rmSync(fileOf('back'))
  writeFileSync(fileOf('selfie'), 'other bytes than those that were encrypted')
  assert.deepEqual(await find(), [
    { id: idOf('back'), fault: 'lost' },
    { id: idOf('selfie'), fault: 'damaged' },
    { id: 'img_none', fault: 'erased' },
  ])
})
