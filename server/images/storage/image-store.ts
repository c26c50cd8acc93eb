// Stores the rows of `images`. A row is written with its verification; only decoding may correct its facts.

import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { ImageRole } from '../../providers/provider.ts'
import type { ImageFacts, StoredImage } from '../image.ts'
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

export async function setImageFacts(trx: Trx, id: string, facts: ImageFacts): Promise<void> {
  await setFacts.run(trx, { id, ...facts })
}

type FactColumns = Pick<ImageTable, 'id' | 'format' | 'width' | 'height' | 'orientation'>

const setFacts = prepare((db, { id, ...columns }: FactColumns) =>
  db.updateTable('images').set(columns).where('id', '=', id),
)

const orderOfRole: Readonly<Record<ImageRole, number>> = { front: 0, back: 1, selfie: 2 }

/** Returns the images of one verification: front, back where there is one, selfie. */
export async function listImages(
  db: Reader,
  verificationId: string,
): Promise<readonly StoredImage[]> {
  const images = (await findAll.all(db, { verificationId })).map(imageOf)
  return images.sort((one, other) => orderOfRole[one.role] - orderOfRole[other.role])
}

/** Returns the images of these ids, in no order. */
export async function listImagesById(
  db: Reader,
  ids: readonly string[],
): Promise<readonly StoredImage[]> {
  const rows = await db.selectFrom('images').select(columns).where('id', 'in', ids).execute()
  return rows.map(imageOf)
}

function imageOf(row: Pick<ImageTable, (typeof columns)[number]>): StoredImage {
  return {
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
  }
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
