// Checks a database and images that were unpacked from a backup: counts, references, a decrypted sample, the audit
// chain up to the head in the manifest.

import { verifyChain } from '../audit/verify-chain.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { openCopy } from '../db/sqlite/database-copy.ts'
import type { Db } from '../db/transaction.ts'
import { checkImages } from '../images/storage/check-images.ts'
import { imageFiles } from '../images/storage/image-files.ts'
import { decryptClaims } from '../verifications/erasure/encrypted-columns.ts'
import type { BackupManifest } from './backup-format.ts'

interface RestoredFault {
  readonly kind: 'rows' | 'decryption' | 'image' | 'audit'
  readonly what: string
}

export interface RestoredCheck {
  readonly faults: readonly RestoredFault[]
  readonly rows: number
  /** Verifications and images that were decrypted. */
  readonly decrypted: number
  readonly decryptedImages: number
  readonly auditEntries: number
}

const sampleMax = 200
const faultsMax = 20

/** @param folder of the unpacked backup */
export async function checkRestored(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  {
    folder,
    databaseFile,
    manifest,
    signal,
  }: {
    readonly folder: string
    readonly databaseFile: string
    readonly manifest: BackupManifest
    readonly signal: AbortSignal
  },
): Promise<RestoredCheck> {
  const copy = openCopy(databaseFile)
  try {
    const { rows } = copy.readFacts()
    const faults: RestoredFault[] = compareCounts(manifest.rows, rows)
    const files = imageFiles(folder, 'restore')
    let decrypted = 0
    let decryptedImages = 0
    for (const { id, wrapped, claims } of copy.readSample(sampleMax)) {
      signal.throwIfAborted()
      try {
        const key = keyring.openDataKey(id, Buffer.from(wrapped))
        if (claims !== undefined) decryptClaims(key, id, Buffer.from(claims))
        decrypted += 1
      } catch {
        faults.push({ kind: 'decryption', what: id })
      }
      const images = await checkImages({ db, keyring, files }, id)
      decryptedImages += images.decrypted
      for (const what of images.damaged) faults.push({ kind: 'image', what })
    }
    const keptHead = manifest.audit_head ?? undefined
    const chain = await verifyChain({ db, keyring }, { keptHead, signal })
    for (const fault of chain.faults) {
      faults.push({ kind: 'audit', what: `entry ${fault.sequence} ${fault.kind}` })
    }
    return {
      faults: faults.slice(0, faultsMax),
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      decrypted,
      decryptedImages,
      auditEntries: chain.entries,
    }
  } finally {
    copy.close()
  }
}

function compareCounts(
  expected: BackupManifest['rows'],
  found: Readonly<Record<string, number>>,
): RestoredFault[] {
  return Object.entries(expected)
    .filter(([table, count]) => found[table] !== count)
    .map(([table, count]) => ({
      kind: 'rows',
      what: `${table}: ${found[table] ?? 0} rows, ${count} expected`,
    }))
}
