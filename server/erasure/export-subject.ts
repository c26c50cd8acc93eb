// Writes everything that is held of one person into a new folder that only its owner can read, and records it in the
// audit log with the number of verifications and the digest of the data.

import { hash } from 'node:crypto'
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { toIso } from '../kernel/clock.ts'
import { hasCode } from '../kernel/has-code.ts'
import { isId, newId } from '../kernel/ids.ts'
import { assertNotErased } from '../verifications/erasure/erased.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { readSubject, type SubjectNeeds } from './read-subject.ts'
import { insertExport } from './subject-export-store.ts'
import { subjectPage } from './subject-page.ts'

type ExportNeeds = SubjectNeeds & Pick<AuditNeeds, 'clock'>

interface ExportedSubject {
  /** Id of the export, to record what became of it. */
  readonly id: string
  readonly folder: string
  readonly verifications: number
  readonly images: number
  /** SHA-256 of data.json, as the audit log has it. */
  readonly sha256: string
}

/** @throws AppError `not_found`, also for data erased meanwhile; `conflict` if the folder exists already */
export async function exportSubject(
  needs: ExportNeeds,
  by: AuditOrigin,
  { verificationId, folder }: { readonly verificationId: string; readonly folder: string },
): Promise<ExportedSubject> {
  const { reader } = needs.db
  const found = isId('ver', verificationId) && (await findVerification(reader, verificationId))
  if (!found) throw new AppError('not_found', 'No verification has this id.')
  const parts = await readSubject(needs, verificationId)
  const madeAt = toIso(needs.clock.now())
  const verifications = parts.map(({ json }) => json)
  const data = `${JSON.stringify({ made_at: madeAt, verifications }, undefined, 2)}\n`
  const sha256 = hash('sha256', data)
  const exportId = newId('exp', needs.clock.now())
  const made = { id: exportId, verificationId, madeAt: needs.clock.now(), sha256 }
  makeFolder(folder)
  // Recorded while the folder is empty: nobody gets the data without an entry, and a folder that cannot be made has
  // none.
  const recording = inTransaction(needs.db, async (trx) => {
    // What an erasure overtook must not outlive it in a folder.
    for (const { id, claims } of verifications) if (claims !== null) await assertNotErased(trx, id)
    await insertExport(trx, made)
    await recordAudit(needs, trx, {
      by,
      action: 'verification.exported',
      subject: { kind: 'verification', id: verificationId },
      details: {
        format: 'folder',
        personal: true,
        count: parts.length,
        hash: sha256,
        result_id: exportId,
      },
    })
  })
  await recording.catch((error: unknown) => {
    rmdirSync(folder)
    throw error
  })
  writePrivately(join(folder, 'data.json'), data)
  writePrivately(join(folder, 'index.html'), subjectPage(verifications, madeAt))
  const images = parts.flatMap((part) => part.images)
  mkdirSync(join(folder, 'images'), { mode: 0o700 })
  for (const { name, bytes } of images) writePrivately(join(folder, 'images', name), bytes)
  return { id: exportId, folder, verifications: parts.length, images: images.length, sha256 }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) {
      throw new AppError('conflict', `${folder} exists already. Name a new folder with --to.`)
    }
    if (hasCode(error, 'ENOENT')) {
      const message = `${dirname(folder)} does not exist. Create it, or name another folder with --to.`
      throw new AppError('invalid_request', message)
    }
    throw error
  }
}

function writePrivately(file: string, content: string | Buffer): void {
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
}
