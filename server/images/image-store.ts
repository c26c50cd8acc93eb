// Stores the rows of `images`. A row is written with its verification and never changed.

import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { ImageRole } from '../providers/provider.ts'
import type { StoredImage } from './image.ts'
import type { ImageTable } from './image-table.ts'

export async function insertImage(trx: Trx, images: StoredImage): Promise<void> {
  const { facts, scan, verificationId, createdAt, ...rest } = images
  await insertOne.run(trx, {
    ...rest,
    ...facts,
    verification_id: verificationId,
    created_at: createdAt,
    scan_verdict: scan.verdict,
    scanned_at: scan.at ?? null,
  })
}

const insertOne = prepare((db, row: ImageTable) => db.insertInto('images').values(row))

const orderOfRole: Readonly<Record<ImageRole, number>> = { front: 0, back: 1, selfie: 2 }

/** Returns the images of one verification: front, back where there is one, selfie. */
export async function listImages(
  db: Reader,
  verificationId: string,
): Promise<readonly StoredImage[]> {
  const rows = await findAll.all(db, { verificationId })
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

/** Named, because a prepared `select *` fails once a newer release has added a column. */
const columns = [
  'id',
  'verification_id',
  'role',
  'format',
  'width',
  'height',
  'orientation',
  'bytes',
  'sha256',
  'file',
  'created_at',
  'scan_verdict',
  'scanned_at',
] as const satisfies readonly (keyof ImageTable)[]

const findAll = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db.selectFrom('images').select(columns).where('verification_id', '=', verificationId),
)

/** Returns those of these files that a row refers to. */
export async function findKnownFiles(
  db: Reader,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('images').select('file').where('file', 'in', files).execute()
  return new Set(rows.map((row) => row.file))
}

export async function deleteImagesOf(trx: Trx, verificationId: string): Promise<void> {
  await trx.deleteFrom('images').where('verification_id', '=', verificationId).execute()
}
