// Shared steps of all actions on a review: find it, add an entry to its history, and record the action in the audit
// log.

import type { AuditAction, AuditOrigin } from '../audit/audit.ts'
import type { AuditDetails } from '../audit/audit-details.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { DecryptError, decrypt, encrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db, Reader, Trx } from '../db/transaction.ts'
import type { PublishNeeds } from '../deliveries/publish-event.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId, newId } from '../kernel/ids.ts'
import type { FourEyesMode } from '../settings/review-setting-rows.ts'
import type { DuePeriods } from '../settings/setting-review-due.ts'
import type { Review } from './review.ts'
import { digestReviews, type ReviewDigests } from './review-digest-view.ts'
import { type EntryDetails, type EntryKind, noteBoundTo, type ReviewEntry } from './review-entry.ts'
import { findReview, insertEntry } from './review-store.ts'

/** What publishing an event needs is among them, so that every action on a review can publish one. */
export interface ReviewNeeds extends AuditNeeds, PublishNeeds {
  readonly db: Db
  readonly keyring: Keyring
  readonly config: {
    readonly reviews: {
      readonly samplePercent: number
      readonly qualityPercent: number
      readonly fourEyes: FourEyesMode
      readonly due: DuePeriods
    }
  }
}

/** What writing to the history of a review needs. */
export type EntryNeeds = AuditNeeds & Pick<ReviewNeeds, 'keyring'>

/** The user who acts. */
export interface ReviewActor {
  readonly userId: string
  readonly isLead: boolean
  readonly by: AuditOrigin
}

/** @throws AppError `not_found` */
export async function requireReview(db: Reader, id: string): Promise<Review> {
  const review = isId('rev', id) ? await findReview(db, id) : undefined
  if (review) return review
  throw new AppError('not_found', 'No review has this id.')
}

interface NewEntry {
  readonly kind: EntryKind
  readonly details: EntryDetails
  /** Stored encrypted under the verification's data key. */
  readonly note?: string | undefined
  /** undefined when no user caused it. */
  readonly authorId: string | undefined
}

/** @throws AppError `conflict` for a note when the person's data has been erased */
export async function addEntry(
  needs: EntryNeeds,
  trx: Trx,
  review: Review,
  { kind, details, note, authorId }: NewEntry,
): Promise<ReviewEntry> {
  const at = needs.clock.now()
  const id = newId('ent', at)
  const encrypted = note === undefined ? undefined : await encryptNote(needs, trx, review, id, note)
  const entry = { id, reviewId: review.id, kind, authorId, at, details, note: encrypted }
  await insertEntry(trx, entry)
  return entry
}

/**
 * Records an action in the audit log: its subject is the verification; the details hold the review's id and digests
 * of its rows. Call it last, when the rows have their final values.
 */
export async function auditReview(
  needs: AuditNeeds,
  trx: Trx,
  actor: Pick<ReviewActor, 'by'>,
  { id }: Pick<Review, 'id'>,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  const [digests] = await digestReviews(needs, trx, [id])
  if (digests === undefined) throw new Error('the review to record does not exist')
  await recordReview(needs, trx, actor, digests, action, details)
}

/** The same for a review whose digests are at hand. */
export async function recordReview(
  needs: AuditNeeds,
  trx: Trx,
  { by }: Pick<ReviewActor, 'by'>,
  digests: ReviewDigests,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  const subject = { kind: 'verification', id: digests.verificationId } as const
  const parts = Object.entries(digests.parts).map(([part, digest]) => `${part}:${digest}`)
  const allDetails = { ...details, result_id: digests.id, parts }
  await recordAudit(needs, trx, { by, action, subject, details: allDetails })
}

async function encryptNote(
  needs: EntryNeeds,
  trx: Trx,
  { verificationId }: Review,
  entryId: string,
  note: string,
): Promise<Buffer> {
  const key = await openDataKey(needs, trx, verificationId)
  if (key) return encrypt(key, Buffer.from(note), noteBoundTo(entryId))
  const message = 'The data of this person has been erased, so no note can be added.'
  throw new AppError('conflict', message)
}

/** Returns the decrypted notes by entry id; notes that cannot be decrypted are left out. */
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
      if (key && note) opened.set(id, decrypt(key, note, noteBoundTo(id)).toString('utf8'))
    }
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error
  }
  return opened
}
