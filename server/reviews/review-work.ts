// What the steps of a review share: who acts, on which review, and the entry and trace that each leaves.

import type { AuditAction, AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { seal, UnsealError, unseal } from '../crypto/seal.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db, Reader, Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { isId, newId } from '../kernel/ids.ts'
import type { FourEyesMode } from '../settings/setting-rows.ts'
import type { Review } from './review.ts'
import { digestReviews } from './review-digest-view.ts'
import { type EntryDetails, type EntryKind, noteBoundTo, type ReviewEntry } from './review-entry.ts'
import { findReview, insertEntry } from './review-store.ts'

export interface ReviewNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly config: {
    readonly reviews: { readonly samplePercent: number; readonly fourEyes: FourEyesMode }
  }
}

/** Who acts. */
export interface Acting {
  readonly memberId: string
  readonly by: AuditOrigin
}

/** @throws AppError `not_found` */
export async function requireReview(db: Reader, id: string): Promise<Review> {
  const review = isId('rev', id) ? await findReview(db, id) : undefined
  if (review) return review
  throw new AppError('not_found', 'No review has this id.')
}

export interface NewEntry {
  readonly kind: EntryKind
  readonly details: EntryDetails
  /** Sealed under the verification's data key. */
  readonly note?: string | undefined
  /** Left out where nobody did it. */
  readonly authorId: string | undefined
}

/** @throws AppError `conflict` for a note where what is known of the person has been erased */
export async function addEntry(
  needs: ReviewNeeds,
  trx: Trx,
  review: Review,
  { kind, details, note, authorId }: NewEntry,
): Promise<ReviewEntry> {
  const at = needs.clock.now()
  const id = newId('ent', at)
  const sealed = note === undefined ? undefined : await sealNote(needs, trx, review, id, note)
  const entry = { id, reviewId: review.id, kind, authorId, at, details, note: sealed }
  await insertEntry(trx, entry)
  return entry
}

/**
 * The trace is of the verification; the review's own id stands beside it, and digests of what it says from here on:
 * so it comes last, when the rows are as they will be.
 */
export async function trace(
  needs: Pick<ReviewNeeds, 'clock' | 'keyring'>,
  trx: Trx,
  { by }: Pick<Acting, 'by'>,
  review: Pick<Review, 'id' | 'verificationId'>,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  const subject = { kind: 'verification', id: review.verificationId } as const
  const [found] = await digestReviews(needs, trx, [review.id])
  if (found === undefined) throw new Error('a review that is worked on is gone')
  const parts = Object.entries(found.parts).map(([part, digest]) => `${part}:${digest}`)
  const known = { ...details, result_id: review.id, parts }
  await recordAudit(needs, trx, { by, action, subject, details: known })
}

async function sealNote(
  needs: ReviewNeeds,
  trx: Trx,
  { verificationId }: Review,
  entryId: string,
  note: string,
): Promise<Buffer> {
  const key = await openDataKey(needs, trx, verificationId)
  if (key) return seal(key, Buffer.from(note), noteBoundTo(entryId))
  const message = 'What was known of this person has been erased, so no note can be kept on it.'
  throw new AppError('conflict', message)
}

/** The notes of a review, by entry; without those that do not open any more. */
export async function openNotes(
  needs: Pick<ReviewNeeds, 'db' | 'keyring'>,
  verificationId: string,
  entries: readonly ReviewEntry[],
): Promise<ReadonlyMap<string, string>> {
  const opened = new Map<string, string>()
  if (!entries.some(({ note }) => note !== undefined)) return opened
  try {
    const key = await openDataKey(needs, needs.db.reader, verificationId)
    for (const { id, note } of key ? entries : []) {
      if (key && note) opened.set(id, unseal(key, note, noteBoundTo(id)).toString('utf8'))
    }
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
  }
  return opened
}
