// Destroys everything that the database holds of a person in one verification: the data key, images' rows, events'
// bodies, the encrypted columns, the score, index entries and review notes, in the transaction of the erasure.

import { hash } from 'node:crypto'
import { eraseDataKey } from '../data-keys/erase-data-key.ts'
import type { Trx } from '../db/transaction.ts'
import { eraseEventsOf } from '../deliveries/erase-events.ts'
import type { StoredImage } from '../images/image.ts'
import { eraseImagesOf } from '../images/storage/erase-images.ts'
import { eraseNotesOf } from '../reviews/erase-notes.ts'
import { endQualityCheckOf } from '../reviews/quality/open-quality-check.ts'
import { eraseScoreOf } from '../scoring/erase-score.ts'
import { eraseColumnsOf } from '../verifications/erasure/erase-columns.ts'
import type { Verification } from '../verifications/verification.ts'
import type { ErasureCounts, ErasureDigests } from './erasure.ts'
import { deleteRelationshipEnd } from './hold-store.ts'

export interface DestroyedRows {
  readonly counts: ErasureCounts
  readonly digests: ErasureDigests
  /** Image files whose rows are gone; they are removed after the commit. */
  readonly files: readonly string[]
}

/** @throws Error if there is no such verification */
export async function destroyRows(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment'>,
  nowMs: number,
): Promise<DestroyedRows> {
  const { id } = verification
  const wrappedKey = await eraseDataKey(trx, id)
  const columns = await eraseColumnsOf(trx, verification)
  if (columns === undefined) throw new Error('the verification to erase does not exist')
  const images = await eraseImagesOf(trx, id)
  const counts = {
    data_keys: wrappedKey === undefined ? 0 : 1,
    images: images.length,
    events: await eraseEventsOf(trx, id, nowMs),
    provider_answers: columns.providerAnswer === undefined ? 0 : 1,
    zone_readings: columns.zone === undefined ? 0 : 1,
    face_comparisons: columns.faces === undefined ? 0 : 1,
    late_results: columns.late === undefined ? 0 : 1,
    index_entries: columns.indexEntries,
    scores: await eraseScoreOf(trx, id),
    review_notes: await eraseNotesOf(trx, id),
  }
  await endQualityCheckOf(trx, id, { result: 'erased', at: nowMs })
  await deleteRelationshipEnd(trx, id)
  const digests = {
    data_key: digestOf(wrappedKey),
    claims: hash('sha256', columns.claims),
    provider_answer: digestOf(columns.providerAnswer),
    zone_reading: digestOf(columns.zone),
    face_comparison: digestOf(columns.faces),
    late_results: digestOf(columns.late),
    images: digestOfImages(images, wrappedKey),
  }
  return { counts, digests, files: images.map(({ file }) => file) }
}

function digestOf(encrypted: Buffer | undefined): string | null {
  return encrypted === undefined ? null : hash('sha256', encrypted)
}

/** The wrapped key, which is destroyed too, keeps anybody who has an image from finding its digest. */
function digestOfImages(
  images: readonly StoredImage[],
  wrappedKey: Buffer | undefined,
): string | null {
  if (images.length === 0 || wrappedKey === undefined) return null
  const text = images.map(({ sha256 }) => sha256).join()
  return hash('sha256', Buffer.concat([wrappedKey, Buffer.from(text)]))
}
