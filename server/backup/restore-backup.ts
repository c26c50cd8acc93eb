// Restores a backup into the data folder while no server runs: everything is unpacked and checked in a folder beside
// it, which then takes the place of the old one. The old one is moved aside and never deleted.

import { constants } from 'node:fs'
import {
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { OfferedKeys } from '../crypto/master-key-source.ts'
import { openKeyringOf } from '../data-keys/key-holder.ts'
import { migrate, readExpectedSchema } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { type OpenedDb, openDb } from '../db/sqlite/open-db.ts'
import { inTransaction } from '../db/transaction.ts'
import { pauseOutgoing } from '../egress/pause-outgoing.ts'
import { imageFiles } from '../images/storage/image-files.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { isMountPoint } from '../kernel/mounts.ts'
import { syncFolder } from '../kernel/sync.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, databaseEntry } from './backup-format.ts'
import { forgetLease } from './backup-lease-store.ts'
import { type BackupRun, insertBackupRun } from './backup-run-store.ts'
import { checkRestored, type RestoredCheck } from './check-restored.ts'
import {
  type LedgerToRepeat,
  nothingRepeated,
  type RepeatedErasures,
  repeatErasures,
} from './ledger/repeat-erasures.ts'
import { nameAside } from './moved-aside.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { markRestored } from './restored-copy-store.ts'
import { type UnpackProgress, unpackBackup } from './unpack-backup.ts'

interface RestoreOrder {
  readonly by: AuditOrigin
  readonly target: BackupTarget
  /** The encrypted file, `….age`. */
  readonly file: string
  readonly identities: readonly string[]
  readonly dataDir: string
  /** Of what was erased since the backup; undefined: nothing is repeated. */
  readonly ledger: LedgerToRepeat | undefined
  /** See `unpackBackup`. */
  readonly threadBytesMin?: number
  readonly onProgress?: (progress: UnpackProgress) => void
  readonly signal: AbortSignal
}

export interface RestoreResult extends RestoredCheck, RepeatedErasures {
  readonly manifest: BackupManifest
  readonly images: number
  /** Where the old data folder is now; undefined if there was none. */
  readonly movedTo: string | undefined
}

interface RestoreNeeds {
  /** The backup must belong to one of them. */
  readonly masterKeys: OfferedKeys
  readonly clock: Clock
}

/**
 * The caller holds the lock of the data folder, if there is one.
 * @throws BackupError; the data folder is as it was
 */
export async function restoreBackup(
  needs: RestoreNeeds,
  order: RestoreOrder,
): Promise<RestoreResult> {
  const { dataDir } = order
  await mkdir(dirname(dataDir), { recursive: true, mode: 0o700 })
  if (await isMountPoint(dataDir)) throw unmovable(dataDir)
  const folder = await mkdtemp(`${dataDir}.restoring-`)
  try {
    const restored = await restoreInto(folder, needs, order)
    return { ...restored, movedTo: await takePlace(folder, dataDir, needs.clock.now()) }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function unmovable(dataDir: string): BackupError {
  return new BackupError(
    'target_unusable',
    `${dataDir} is a mount point, which cannot be moved aside. Nothing was changed. Name a folder below it, ${join(dataDir, 'data')}, in --data-dir, and in SVC_DATA_DIR from then on.`,
  )
}

async function restoreInto(
  folder: string,
  needs: RestoreNeeds,
  order: RestoreOrder,
): Promise<Omit<RestoreResult, 'movedTo'>> {
  const { masterKeys, clock } = needs
  const { manifest, images, sync } = await unpackBackup({
    ...order,
    folder,
    masterKeyIds: masterKeys.keys.map(({ key }) => key.fingerprint),
    schemaVersionMax: migrations.at(-1)?.version ?? 0,
    hashesAll: false,
  })
  // The disk writes while the checks read what is in memory.
  const syncing = sync()
  syncing.catch(() => {})
  const databaseFile = join(folder, databaseEntry)
  const db = openDb(databaseFile)
  try {
    const keyring = await openKeyringOf(db, masterKeys, clock.now())
    const input = { folder, databaseFile, manifest, signal: order.signal }
    const check = await checkRestored({ db, keyring }, input)
    if (check.faults.length > 0) refuse(check)
    const repeated = await complete(needs, order, { db, folder, manifest, keyring })
    await syncing
    return { ...check, ...repeated, manifest, images }
  } finally {
    // Closing copies the write-ahead log into the file and removes it.
    await db.close()
  }
}

interface RestoredParts {
  readonly db: OpenedDb
  readonly folder: string
  readonly manifest: BackupManifest
  readonly keyring: Keyring
}

/** Brings the restored database up to this release, erases again, and pauses what goes outside. */
async function complete(
  { clock }: RestoreNeeds,
  { by, ledger, file, target }: RestoreOrder,
  { db, folder, manifest, keyring }: RestoredParts,
): Promise<RepeatedErasures> {
  const name = nameOf(file)
  const plan = {
    migrations,
    expectedSchema: readExpectedSchema(),
    backupFolder: join(folder, 'backups'),
  }
  await migrate(db, plan, clock.now())
  const files = imageFiles(folder, 'restore')
  await files.prepare()
  const repeated =
    ledger === undefined ? nothingRepeated : await repeatErasures({ db, keyring }, ledger)
  await inTransaction(db, async (trx) => {
    await forgetLease(trx)
    await insertBackupRun(trx, runOf(manifest, { name, target: target.label }))
    await pauseOutgoing(trx, clock, name)
    const restoredAt = clock.now()
    await markRestored(trx, { id: newId('cpy', restoredAt), restoredAt, backup: name })
    const subject = { kind: 'backup', id: name } as const
    const details = { count: repeated.erasedAgain }
    await recordAudit({ keyring, clock }, trx, { by, action: 'backup.restored', subject, details })
  })
  return repeated
}

/** The restored database does not know of its own backup, which was recorded after the copy. */
function runOf(
  manifest: BackupManifest,
  { name, target }: { readonly name: string; readonly target: string },
): BackupRun {
  const startedAt = Date.parse(manifest.started_at)
  const bytes = manifest.packs.reduce((sum, pack) => sum + pack.bytes, manifest.database.bytes)
  const missingImages = manifest.missing_images
  const images = (manifest.rows.images ?? 0) - missingImages
  return {
    id: newId('bak', startedAt),
    startedAt,
    endedAt: Date.parse(manifest.ended_at),
    cause: 'command',
    target,
    result: { outcome: 'done', name, bytes, newBytes: 0, images, missingImages },
  }
}

function refuse({ faults }: RestoredCheck): never {
  const list = faults.map(({ kind, what }) => `${kind} ${what}`).join(', ')
  throw new BackupError(
    'damaged',
    `The restored data is not what the manifest says (${list}). Nothing was changed; take another backup.`,
  )
}

/**
 * Small files of the old folder, such as the master key of a demo, go along; the database and its locks do not, nor
 * what the backup has, for which the old folder may have a link to another disk.
 */
async function takePlace(
  folder: string,
  dataDir: string,
  nowMs: number,
): Promise<string | undefined> {
  const old = await readdir(dataDir).catch(() => undefined)
  let movedTo: string | undefined
  if (old !== undefined) {
    const restored = new Set(await readdir(folder))
    for (const name of old.filter((one) => !restored.has(one))) {
      await carryOver(join(dataDir, name), join(folder, name))
    }
    await syncFolder(folder)
    movedTo = await freeNameAside(dataDir, nowMs)
    await rename(dataDir, movedTo).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EBUSY' ? unmovable(dataDir) : error
    })
  }
  await syncFolder(folder)
  try {
    await rename(folder, dataDir)
  } catch (error) {
    if (movedTo !== undefined) await moveBack(movedTo, dataDir)
    throw error
  }
  await syncFolder(dirname(dataDir))
  return movedTo
}

/** Two restores within a second have different names. */
async function freeNameAside(dataDir: string, nowMs: number): Promise<string> {
  const first = nameAside(dataDir, nowMs)
  let name = first
  for (let count = 2; (await lstat(name).catch(() => undefined)) !== undefined; count += 1) {
    name = `${first}-${count}`
  }
  return name
}

/** @throws BackupError if the old folder cannot take its place again, because somebody made another there, say */
async function moveBack(movedTo: string, dataDir: string): Promise<void> {
  try {
    await rename(movedTo, dataDir)
  } catch {
    throw new BackupError(
      'target_unusable',
      `The restored folder could not take the place of ${dataDir}, nor the old one take it again. The old one is ${movedTo}: see what is in ${dataDir} now and who made it, then rename the old one to it, or restore again.`,
    )
  }
}

const carriedBytesMax = 1_000_000
const notCarried = /^(?:svc\.db|server\.lock|audit-head)/

/** A link is made anew, and never followed: it may lead to what only this process may read. */
async function carryOver(from: string, to: string): Promise<void> {
  if (notCarried.test(basename(from))) return
  const found = await lstat(from)
  if (found.isSymbolicLink()) return symlink(await readlink(from), to)
  if (!found.isFile() || found.size > carriedBytesMax) return
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const copy = await open(to, 'wx', found.mode & 0o777)
    try {
      await copy.writeFile(await source.readFile())
      await copy.sync()
    } finally {
      await copy.close()
    }
  } finally {
    await source.close()
  }
}

function nameOf(file: string): string {
  return basename(file).replace(/\.age$/, '')
}
