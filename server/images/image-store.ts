// Stores the rows of `images`. A row is written with its verification and never changed.

import type { Reader, Trx } from '../db/transaction.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { StoredImage } from './image.ts'

export async function insertImage(trx: Trx, images: StoredImage): Promise<void> {
  const { facts, scan, verificationId, createdAt, ...rest } = images
  await trx
    .insertInto('images')
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

const orderOfRole: Readonly<Record<ImageRole, number>> = { front: 0, back: 1, selfie: 2 }

/** Returns the images of one verification: front, back where there is one, selfie. */
export async function listImages(
  db: Reader,
  verificationId: string,
): Promise<readonly StoredImage[]> {
  const rows = await db
    .selectFrom('images')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .execute()
  const images = rows.map((row) => ({
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
  return images.sort((one, other) => orderOfRole[one.role] - orderOfRole[other.role])
}

/** Returns those of these files that a row refers to. */
export async function findKnownFiles(
  db: Reader,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('images').select('file').where('file', 'in', files).execute()
  return new Set(rows.map((row) => row.file))
}
