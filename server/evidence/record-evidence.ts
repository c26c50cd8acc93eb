// Gives staged pictures their names and places, and writes their rows. Places come before rows: a row
// without its picture must never exist, a picture without a row is swept away.

import type { Trx } from '../db/transaction.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { Evidence, Finding, ImageFacts } from './evidence.ts'
import type { EvidenceFiles, StagedFile } from './evidence-files.ts'
import { insertEvidence } from './evidence-store.ts'
import type { Scan } from './scan.ts'
import { addStoredBytes } from './stored-images-store.ts'

/** A picture that was inspected and waits in staging. */
export interface StagedImage {
  readonly role: ImageRole
  readonly staged: StagedFile
  /** Of the picture as it was sent, hex. */
  readonly sha256: string
  readonly facts: ImageFacts
  readonly findings: readonly Finding[]
  readonly scan: Scan
}

/** Moves the pictures into place; what it returns is to be recorded, or removed if that fails. */
export async function placeEvidence(
  needs: { readonly clock: Clock; readonly files: EvidenceFiles },
  verificationId: string,
  images: readonly StagedImage[],
): Promise<readonly Evidence[]> {
  const createdAt = needs.clock.now()
  const placed = images.map(({ role, facts, staged, sha256, scan }) => {
    const id = newId('img', createdAt)
    const file = `${toIso(createdAt).slice(0, 10)}/${id}`
    const evidence: Evidence = {
      id,
      verificationId,
      role,
      facts,
      bytes: staged.bytes,
      sha256,
      file,
      scan,
      createdAt,
    }
    return { staged, file, evidence }
  })
  await needs.files.place(placed)
  return placed.map(({ evidence }) => evidence)
}

export async function recordEvidence(trx: Trx, evidence: readonly Evidence[]): Promise<void> {
  for (const picture of evidence) await insertEvidence(trx, picture)
  await addStoredBytes(
    trx,
    evidence.reduce((sum, { bytes }) => sum + bytes, 0),
  )
}
