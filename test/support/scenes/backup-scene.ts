// An appliance with a place for its backups, a key pair of age, and verifications with images that a test adds.

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Appliance, databaseFile, openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import type { BackupResult } from '../../../server/backup/backup-work.ts'
import { createBackup } from '../../../server/backup/create-backup.ts'
import { createIdentity, readIdentities } from '../../../server/backup/envelope/age-keys.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { type RestoreResult, restoreBackup } from '../../../server/backup/restore-backup.ts'
import { loadConfig } from '../../../server/config.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { type OfferedKeys, readOfferedKeys } from '../../../server/crypto/master-key-source.ts'
import { storeDataKey } from '../../../server/data-keys/store-data-key.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { imageBinding } from '../../../server/images/storage/image-binding.ts'
import { insertImage } from '../../../server/images/storage/image-store.ts'
import { newId, randomToken } from '../../../server/kernel/ids.ts'
import { openLog } from '../../../server/kernel/log.ts'
import { encryptClaims } from '../../../server/verifications/erasure/encrypted-columns.ts'
import { insertVerification } from '../../../server/verifications/verification-store.ts'
import { placeMigrated } from '../database.ts'
import { ManualClock } from '../manual-clock.ts'
import { sharedImages, sharedPasswords } from '../shared-parts.ts'
import { tempFolder } from '../temp-folder.ts'
import { aVerification } from '../verification.ts'
import { backUpHere } from './backup-here.ts'

export interface BackupScene {
  readonly appliance: Appliance
  readonly clock: ManualClock
  readonly folder: string
  readonly dataDir: string
  readonly masterKeyFile: string
  readonly masterKeys: OfferedKeys
  /** Folder of the backups. */
  readonly store: string
  readonly identityFile: string
  readonly identities: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly logLines: readonly string[]
  /** Adds a verification with one image; the text is in its claims and its image. Returns its id. */
  add(text: string, imageBytes?: number): Promise<string>
  /** Without a thread, in which it would be made beside what the test does. */
  back(signal?: AbortSignal): Promise<BackupResult>
  /** In its threads, of which one copies the database. */
  backInThread(more?: Partial<Parameters<typeof createBackup>[1]>): Promise<BackupResult>
  /** Restores a backup of the folder, `….age`, into a folder. */
  restore(file: string, dataDir: string, more?: Partial<Restoring>): Promise<RestoreResult>
}

type Restoring = Parameters<typeof restoreBackup>[1] & Parameters<typeof restoreBackup>[0]

const neverAborted = new AbortController().signal
const backupOrder = { by: fromCommandLine, cause: 'command', packBytesMax: 4_000 } as const

export async function openBackupScene(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<BackupScene> {
  const folder = tempFolder(t)
  const clock = new ManualClock()
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const identityFile = join(folder, 'identity.txt')
  const { text, recipient } = await createIdentity()
  writeFileSync(identityFile, text, { mode: 0o600 })
  const store = join(folder, 'store')
  const dataDir = join(folder, 'appliance')
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_MASTER_KEY_FILE: masterKeyFile,
    SVC_BACKUP_TO: store,
    SVC_BACKUP_RECIPIENT: recipient,
    ...settings,
  }
  mkdirSync(dataDir, { mode: 0o700 })
  if (!env.SVC_BACKUP_TO.startsWith('s3://')) mkdirSync(env.SVC_BACKUP_TO, { recursive: true })
  const loaded = loadConfig({ profile: 'appliance', env, productDir: folder })
  await placeMigrated(databaseFile(loaded.config))
  const logLines: string[] = []
  const log = openLog((line) => logLines.push(line))
  const parts = { clock, log, images: sharedImages, passwords: sharedPasswords }
  const appliance = await openAppliance(loaded, parts)
  await appliance.files.prepare()
  t.after(() => appliance.close())
  const identities = readIdentities(identityFile)
  const masterKeys = await readOfferedKeys(loaded.config)
  return {
    appliance,
    clock,
    folder,
    dataDir,
    masterKeyFile,
    masterKeys,
    store,
    identityFile,
    identities,
    env,
    logLines,
    add: (marker, bytes) => addVerification(appliance, clock, marker, bytes),
    back: (signal = neverAborted) =>
      createBackup(appliance, { ...backupOrder, signal, run: backUpHere }),
    backInThread: (more = {}) =>
      createBackup(appliance, {
        ...{ ...backupOrder, copyThreadBytesMin: 0, signal: neverAborted },
        ...more,
      }),
    restore: (file, into, more = {}) =>
      restoreBackup(
        { masterKeys, clock, ...more },
        {
          by: fromCommandLine,
          target: folderTarget(store),
          file,
          identities,
          dataDir: into,
          ledger: undefined,
          signal: new AbortController().signal,
          ...more,
        },
      ),
  }
}

async function addVerification(
  { keyring, files, db }: Appliance,
  clock: ManualClock,
  text: string,
  imageBytes = 1_500,
): Promise<string> {
  clock.advance(1_000)
  const nowMs = clock.now()
  const key = keyring.createDataKey()
  const verification = aVerification({ createdAt: nowMs })
  const { id } = verification
  const image = Buffer.concat([Buffer.from(text), randomBytes(imageBytes)])
  const sink = files.openSink(key, imageBinding('front'))
  await sink.write(image)
  const staged = await sink.finish()
  const imageId = newId('img', nowMs)
  const file = `${new Date(nowMs).toISOString().slice(0, 10)}/${imageId}`
  await files.place([{ staged, file }])
  await inTransaction(db, async (trx) => {
    await storeDataKey({ clock, keyring }, trx, id, key)
    await insertVerification(trx, verification, {
      claims: encryptClaims(key, id, { firstName: text, idNumber: randomToken(12) }),
      idNumberIndex: undefined,
      providerAnswer: undefined,
    })
    await insertImage(trx, {
      id: imageId,
      verificationId: id,
      role: 'front',
      facts: { format: 'jpeg', width: 10, height: 10, orientation: 1 },
      bytes: image.length,
      sha256: createHash('sha256').update(image).digest('hex'),
      file,
      scan: { verdict: 'not_scanned', at: undefined },
      createdAt: nowMs,
    })
  })
  return id
}

/** Changes one byte of a file, so many bytes before its end. */
export function alterByte(file: string, fromEnd: number): void {
  const bytes = readFileSync(file)
  const at = bytes.length - fromEnd
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}
