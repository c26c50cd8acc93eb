// Verifies a backup. Without an identity: every file that it needs is there and has its hash. Deeply: it is restored
// into a scratch folder and compared with its manifest.

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfferedKeys } from '../crypto/master-key-source.ts'
import { openKeyringOf } from '../data-keys/key-holder.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDb } from '../db/sqlite/open-db.ts'
import type { Clock } from '../kernel/clock.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, databaseEntry } from './backup-format.ts'
import type { BackupTarget } from './backup-target.ts'
import { checkRestored, type RestoredCheck } from './check-restored.ts'
import { hashing } from './file-chunks.ts'
import type { ListedBackup } from './list-backups.ts'
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

/** Reads every file of the backup and compares its hash with the index. */
export async function verifyFiles(
  target: BackupTarget,
  { index }: ListedBackup,
  { onProgress, signal }: { onProgress?: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<FilesVerdict> {
  const faults: FileFault[] = []
  let bytes = 0
  const files = [index.file, ...index.packs]
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

export interface DeepVerdict extends RestoredCheck {
  readonly manifest: BackupManifest
  readonly images: number
}

/**
 * Restores into a folder of its own below `scratchParent` and removes it afterwards.
 * @throws BackupError if the backup cannot be restored
 */
export async function verifyDeeply(
  { masterKeys, clock }: { readonly masterKeys: OfferedKeys; readonly clock: Clock },
  order: {
    readonly target: BackupTarget
    readonly file: string
    readonly identities: readonly string[]
    readonly scratchParent: string
    readonly onProgress?: (progress: UnpackProgress) => void
    readonly signal: AbortSignal
  },
): Promise<DeepVerdict> {
  const { scratchParent, signal, ...rest } = order
  const folder = await mkdtemp(join(scratchParent, 'backup-verify-'))
  try {
    const { manifest, images } = await unpackBackup({
      ...rest,
      signal,
      folder,
      masterKeyIds: masterKeys.keys.map(({ key }) => key.fingerprint),
      schemaVersionMax: migrations.at(-1)?.version ?? 0,
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
