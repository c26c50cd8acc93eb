// Verifies a backup. Without an identity: every file that it needs is there and has its hash. Deeply: it is restored
// into a scratch folder and compared with its manifest, which reads each pack once, again only to name those at fault.

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfferedKeys } from '../crypto/master-key-source.ts'
import { openKeyringOf } from '../data-keys/key-holder.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDb } from '../db/sqlite/open-db.ts'
import type { Clock } from '../kernel/clock.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, databaseEntry, type PackReference } from './backup-format.ts'
import { checkRestored, type RestoredCheck } from './check-restored.ts'
import { hashing } from './file-chunks.ts'
import type { BackupTarget } from './places/backup-target.ts'
import type { ListedBackup } from './places/list-backups.ts'
import { type UnpackProgress, unpackBackup } from './unpack-backup.ts'

interface FileFault {
  readonly kind: 'missing' | 'altered'
  readonly file: string
}

export interface FilesVerdict {
  readonly faults: readonly FileFault[]
  readonly files: number
  readonly bytes: number
}

interface ReadingOptions {
  readonly onProgress?: (bytes: number) => void
  readonly signal: AbortSignal
}

interface VerifyOrder extends ReadingOptions {
  readonly target: BackupTarget
  readonly backup: ListedBackup
  /** How it is restored; undefined to compare its files only. */
  readonly restore: Omit<DeepOrder, 'target' | 'file' | 'signal'> | undefined
}

interface BackupVerdict {
  readonly files: FilesVerdict
  readonly restored: DeepVerdict | undefined
}

/**
 * A deep one compares the packs with their hashes as it restores; they are not compared again unless one is at fault.
 * @throws BackupError if a backup whose files are whole cannot be restored
 */
export async function verifyBackup(
  needs: VerifyNeeds,
  { target, backup, restore, ...reading }: VerifyOrder,
): Promise<BackupVerdict> {
  const compareAll = () => verifyFiles(target, backup, reading)
  if (restore === undefined) return { files: await compareAll(), restored: undefined }
  const { file, packs } = backup.index
  const archive = await compareHashes(target, [file], reading)
  if (archive.faults.length > 0) return { files: await compareAll(), restored: undefined }
  try {
    const order = { ...restore, target, file: file.name, signal: reading.signal }
    const restored = await verifyDeeply(needs, order)
    const isSame = JSON.stringify(restored.manifest.packs) === JSON.stringify(packs)
    return { files: isSame ? withReadPacks(archive, packs) : await compareAll(), restored }
  } catch (error) {
    if (!isFileFault(error)) throw error
    const files = await compareAll()
    if (files.faults.length === 0) throw error
    return { files, restored: undefined }
  }
}

function isFileFault(error: unknown): boolean {
  return error instanceof BackupError && ['damaged', 'not_found'].includes(error.reason)
}

/** Counts packs that a restore has read and found right. */
function withReadPacks(archive: FilesVerdict, packs: readonly PackReference[]): FilesVerdict {
  const bytes = packs.reduce((sum, pack) => sum + pack.bytes, archive.bytes)
  return { faults: [], files: archive.files + packs.length, bytes }
}

/** Reads every file of the backup and compares its hash with the index. */
export function verifyFiles(
  target: Pick<BackupTarget, 'read'>,
  { index }: Pick<ListedBackup, 'index'>,
  reading: ReadingOptions,
): Promise<FilesVerdict> {
  return compareHashes(target, [index.file, ...index.packs], reading)
}

async function compareHashes(
  target: Pick<BackupTarget, 'read'>,
  files: readonly Pick<PackReference, 'name' | 'sha256'>[],
  { onProgress, signal }: ReadingOptions,
): Promise<FilesVerdict> {
  const faults: FileFault[] = []
  let bytes = 0
  for (const { name, sha256 } of files) {
    signal.throwIfAborted()
    const hashed = hashing(target.read(name))
    try {
      for await (const chunk of hashed.content) {
        bytes += chunk.length
        onProgress?.(bytes)
      }
      if (hashed.result().sha256 !== sha256) faults.push({ kind: 'altered', file: name })
    } catch (error) {
      if (!(error instanceof BackupError && error.reason === 'not_found')) throw error
      faults.push({ kind: 'missing', file: name })
    }
  }
  return { faults, files: files.length, bytes }
}

interface VerifyNeeds {
  readonly clock: Clock
}

interface DeepOrder {
  readonly masterKeys: OfferedKeys
  readonly target: BackupTarget
  /** The encrypted file, `….age`. */
  readonly file: string
  readonly identities: readonly string[]
  readonly scratchParent: string
  readonly onUnpack?: (progress: UnpackProgress) => void
  readonly signal: AbortSignal
}

export interface DeepVerdict extends RestoredCheck {
  readonly manifest: BackupManifest
  readonly images: number
}

/**
 * Restores into a folder of its own below `scratchParent` and removes it afterwards.
 * @throws BackupError if the backup cannot be restored
 */
export async function verifyDeeply(
  { clock }: VerifyNeeds,
  { masterKeys, scratchParent, onUnpack, signal, ...rest }: DeepOrder,
): Promise<DeepVerdict> {
  const folder = await mkdtemp(join(scratchParent, 'backup-verify-'))
  try {
    const { manifest, images } = await unpackBackup({
      ...rest,
      onProgress: onUnpack,
      signal,
      folder,
      masterKeyIds: masterKeys.keys.map(({ key }) => key.fingerprint),
      schemaVersionMax: migrations.at(-1)?.version ?? 0,
      hashesAll: true,
    })
    const databaseFile = join(folder, databaseEntry)
    const db = openDb(databaseFile)
    try {
      const keyring = await openKeyringOf(db, masterKeys, clock.now())
      const check = await checkRestored({ db, keyring }, { folder, databaseFile, manifest, signal })
      return { ...check, manifest, images }
    } finally {
      await db.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
