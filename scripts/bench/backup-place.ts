// An installation with verifications and encrypted images, whose backups the row `backup` times.

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { createIdentity } from '../../server/backup/envelope/age-keys.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { storeDataKey } from '../../server/data-keys/store-data-key.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { imageBinding } from '../../server/images/storage/image-binding.ts'
import { insertImage } from '../../server/images/storage/image-store.ts'
import { newId } from '../../server/kernel/ids.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { encryptClaims } from '../../server/verifications/erasure/encrypted-columns.ts'
import { fillDatabase } from './fill-database.ts'

export interface BackupPlaceSize {
  readonly verifications: number
  readonly images: number
  readonly imageBytes: number
}

export interface FilledPlace {
  readonly appliance: Appliance
  readonly folder: string
  readonly dataDir: string
  readonly store: string
  /** The secret key of age. */
  readonly identity: string
  /** Adds images of verifications that are there. */
  addImages(count: number, bytes: number): Promise<void>
  close(): Promise<void>
}

const imagesAtOnce = 50

export async function openFilledPlace(size: BackupPlaceSize): Promise<FilledPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-backup-'))
  const { text, recipient } = await createIdentity()
  const dataDir = join(folder, 'appliance')
  const store = join(folder, 'store')
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  mkdirSync(store)
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_MASTER_KEY_FILE: masterKeyFile,
    SVC_BACKUP_TO: store,
    SVC_BACKUP_RECIPIENT: recipient,
  }
  const loaded = loadConfig({ profile: 'appliance', env, productDir: folder })
  const appliance = await openAppliance(loaded, { log: silentLog })
  await appliance.files.prepare()
  await fill(appliance, size.verifications)
  appliance.db.runInThreads(silentLog)
  const addImages = (count: number, bytes: number) => placeImages(appliance, count, bytes)
  await addImages(size.images, size.imageBytes)
  return {
    appliance,
    folder,
    dataDir,
    store,
    identity: text.trim().split('\n').at(-1) ?? '',
    addImages,
    async close() {
      await appliance.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function fill(appliance: Appliance, count: number): Promise<void> {
  const writing = openDb(databaseFile(appliance.config))
  fillDatabase(writing.raw, count)
  await writing.close()
}

/** Many in a transaction, each with the data key of its verification. */
async function placeImages(appliance: Appliance, count: number, bytes: number): Promise<void> {
  const { db, clock, keyring, files } = appliance
  const ids = await db.reader
    .selectFrom('verifications')
    .leftJoin('data_keys', 'subject_id', 'verifications.id')
    .select('verifications.id')
    .where('subject_id', 'is', null)
    .limit(count)
    .execute()
  for (let first = 0; first < ids.length; first += imagesAtOnce) {
    const made = await Promise.all(
      ids.slice(first, first + imagesAtOnce).map(({ id }) => makeImage(appliance, id, bytes)),
    )
    await files.place(made)
    await inTransaction(db, async (trx) => {
      for (const { key, row } of made) {
        await storeDataKey({ clock, keyring }, trx, row.verificationId, key)
        await insertImage(trx, row)
        const claims = encryptClaims(key, row.verificationId, { firstName: 'Awa' })
        await trx
          .updateTable('verifications')
          .set({ claims })
          .where('id', '=', row.verificationId)
          .execute()
      }
    })
  }
}

async function makeImage(
  { keyring, files, clock }: Appliance,
  verificationId: string,
  bytes: number,
) {
  const key = keyring.createDataKey()
  const content = randomBytes(bytes)
  const sink = files.openSink(key, imageBinding('front'))
  await sink.write(content)
  const staged = await sink.finish()
  const createdAt = clock.now()
  const id = newId('img', createdAt)
  const file = `${new Date(createdAt).toISOString().slice(0, 10)}/${id}`
  const row = {
    id,
    verificationId,
    role: 'front' as const,
    facts: { format: 'jpeg' as const, width: 1, height: 1, orientation: 1 },
    bytes,
    sha256: createHash('sha256').update(content).digest('hex'),
    file,
    scan: { verdict: 'not_scanned' as const, at: undefined },
    createdAt,
  }
  return { key, staged, file, row }
}
