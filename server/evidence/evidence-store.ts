// Keeps the rows of `evidence`. Rows are written with the verification and never changed.

import type { Reader, Trx } from '../db/transaction.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { Evidence } from './evidence.ts'

export async function insertEvidence(trx: Trx, evidence: Evidence): Promise<void> {
  const { facts, scan, verificationId, createdAt, ...rest } = evidence
  await trx
    .insertInto('evidence')
    .values({
      ...rest,
      ...facts,
      verification_id: verificationId,
      created_at: createdAt,
      scan_verdict: scan.verdict,
      scanned_at: scan.at ?? null,
    })
    .execute()
}

const placeOfRole: Readonly<Record<ImageRole, number>> = { front: 0, back: 1, selfie: 2 }

/** The pictures of one verification: front, back where there is one, selfie. */
export async function listEvidence(
  db: Reader,
  verificationId: string,
): Promise<readonly Evidence[]> {
  const rows = await db
    .selectFrom('evidence')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .execute()
  const pictures = rows.map((row) => ({
    id: row.id,
    verificationId: row.verification_id,
    role: row.role,
    facts: {
      format: row.format,
      width: row.width,
      height: row.height,
      orientation: row.orientation,
    },
    bytes: row.bytes,
    sha256: row.sha256,
    file: row.file,
    scan: { verdict: row.scan_verdict, at: row.scanned_at ?? undefined },
    createdAt: row.created_at,
  }))
  return pictures.sort((one, other) => placeOfRole[one.role] - placeOfRole[other.role])
}

/** Which of these files a row refers to. */
export async function findKnownFiles(
  db: Reader,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('evidence').select('file').where('file', 'in', files).execute()
  return new Set(rows.map((row) => row.file))
}
