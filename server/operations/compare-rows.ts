// Holds verifications and reviews, as their rows stand, against the audit log's last word on each of them. Page by
// page, so that neither their number nor the length of the log costs memory.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditEntry } from '../audit/audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { instantOfId } from '../kernel/ids.ts'
import { digestReviews, digestReviewsAfter } from '../reviews/review-digest-view.ts'
import { outcomeActions } from '../verifications/outcome.ts'
import {
  digestVerifications,
  digestVerificationsAfter,
} from '../verifications/verification-digest-view.ts'
import {
  findOutcomeWords,
  findReviewWords,
  findWordlessBefore,
  type LogWord,
  reviewActions,
  withoutReview,
  withoutVerification,
} from './log-words-view.ts'

/**
 * `differs`: its rows say something else than was decided. `missing`: the log tells of it, and its row is gone.
 * `unexplained`: it is there and decided, and the log has no word on it.
 */
export const rowFaultKinds = ['differs', 'missing', 'unexplained'] as const
export type RowFaultKind = (typeof rowFaultKinds)[number]

export interface RowFault {
  readonly kind: RowFaultKind
  readonly subject: { readonly kind: 'verification' | 'review'; readonly id: string }
  /** What differs, as `verificationParts` and `reviewParts` call it. */
  readonly parts: readonly string[]
}

export interface CompareNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly keyring: Pick<Keyring, 'mac'>
}

/** What is compared, and where its word is found. */
interface Compared {
  readonly id: string
  /** Whose entries hold the word. */
  readonly verificationId: string
  /** Whether the log must have a word on it. */
  readonly isDecided: boolean
  readonly parts: Readonly<Record<string, string>>
}

interface Source {
  readonly kind: RowFault['subject']['kind']
  after(needs: CompareNeeds, id: string, limit: number): Promise<readonly Compared[]>
  one(needs: CompareNeeds, id: string): Promise<Compared | undefined>
  words(db: Reader, verificationIds: readonly string[]): Promise<ReadonlyMap<string, LogWord>>
}

const verifications: Source = {
  kind: 'verification',
  async after(needs, id, limit) {
    const found = await digestVerificationsAfter(needs, needs.db.reader, id, limit)
    return found.map(ofVerification)
  },
  async one(needs, id) {
    const [found] = await digestVerifications(needs, needs.db.reader, [id])
    return found && ofVerification(found)
  },
  words: findOutcomeWords,
}

const reviews: Source = {
  kind: 'review',
  async after(needs, id, limit) {
    const found = await digestReviewsAfter(needs, needs.db.reader, id, limit)
    return found.map((review) => ({ ...review, isDecided: true }))
  },
  async one(needs, id) {
    const [found] = await digestReviews(needs, needs.db.reader, [id])
    return found && { ...found, isDecided: true }
  },
  words: findReviewWords,
}

function ofVerification(one: Awaited<ReturnType<typeof digestVerifications>>[number]): Compared {
  return { ...one, verificationId: one.id, isDecided: one.status !== 'pending' }
}

/** Some ten milliseconds of work; others are served between two of them. */
const rowsAtOnce = 100

export interface ComparedRows {
  readonly verifications: number
  readonly reviews: number
  /** From before the log kept outcomes, and not attested yet. */
  readonly unattested: number
}

/** Tells of every fault as it is found. @throws the reason of `signal` once that aborts */
export async function compareRows(
  needs: CompareNeeds,
  input: {
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((rows: number) => void) | undefined
    readonly onFault: (fault: RowFault) => void
  },
): Promise<ComparedRows> {
  const wordlessBefore = await findWordlessBefore(needs.db.reader)
  const counts = { verification: 0, review: 0 }
  let unattested = 0
  for (const source of [verifications, reviews]) {
    let last = ''
    for (;;) {
      await turnOfTheLoop()
      input.signal?.throwIfAborted()
      const page = await source.after(needs, last, rowsAtOnce)
      for (const { fault, row } of await faultsOf(needs, source, page)) {
        const isEarlier =
          wordlessBefore !== undefined && instantOfId(row.verificationId) < wordlessBefore
        if (fault.kind === 'unexplained' && isEarlier) unattested += 1
        else input.onFault(fault)
      }
      counts[source.kind] += page.length
      input.onProgress?.(counts.verification + counts.review)
      const end = page.at(-1)
      if (end === undefined) break
      last = end.id
    }
  }
  return { verifications: counts.verification, reviews: counts.review, unattested }
}

async function faultsOf(
  needs: CompareNeeds,
  source: Source,
  page: readonly Compared[],
): Promise<readonly { readonly fault: RowFault; readonly row: Compared }[]> {
  const ids = page.map(({ verificationId }) => verificationId)
  const words = await source.words(needs.db.reader, ids)
  const faults: { readonly fault: RowFault; readonly row: Compared }[] = []
  for (const row of page) {
    if (judge(source, row, words.get(row.verificationId)) === undefined) continue
    const fault = await lookAgain(needs, source, row)
    if (fault !== undefined) faults.push({ fault, row })
  }
  return faults
}

const looksMax = 5

/**
 * A row and its word change together, but are read one after the other. A word that is the same before and after
 * the row was read is that row's.
 */
async function lookAgain(
  needs: CompareNeeds,
  source: Source,
  { id, verificationId }: Compared,
): Promise<RowFault | undefined> {
  const wordNow = async () =>
    (await source.words(needs.db.reader, [verificationId])).get(verificationId)
  let before = await wordNow()
  for (let look = 1; ; look += 1) {
    const row = await source.one(needs, id)
    const after = await wordNow()
    if (row === undefined) return { kind: 'missing', subject: { kind: source.kind, id }, parts: [] }
    if (before?.sequence === after?.sequence || look === looksMax) return judge(source, row, after)
    before = after
  }
}

function judge(source: Source, row: Compared, word: LogWord | undefined): RowFault | undefined {
  const subject = { kind: source.kind, id: row.id }
  const known = word?.parts
  // No word, or one whose entry is damaged, which the chain tells as well.
  if (known === undefined) {
    return row.isDecided ? { kind: 'unexplained', subject, parts: [] } : undefined
  }
  const parts = Object.keys(row.parts).filter((part) => known.get(part) !== row.parts[part])
  return parts.length === 0 ? undefined : { kind: 'differs', subject, parts }
}

/** What these entries tell of and whose row is gone. */
export async function findMissingRows(
  { db }: Pick<CompareNeeds, 'db'>,
  entries: readonly (AuditEntry | undefined)[],
): Promise<readonly RowFault[]> {
  const ids = { verification: new Set<string>(), review: new Set<string>() }
  for (const entry of entries) {
    if (entry?.subject === undefined) continue
    const { action, subject, details } = entry
    if (isAmong(outcomeActions, action)) ids.verification.add(subject.id)
    if (isAmong(reviewActions, action) && details.result_id) ids.review.add(details.result_id)
  }
  const missing = {
    verification: await withoutVerification(db.reader, [...ids.verification]),
    review: await withoutReview(db.reader, [...ids.review]),
  }
  return (['verification', 'review'] as const).flatMap((kind) =>
    missing[kind].map((id): RowFault => ({ kind: 'missing', subject: { kind, id }, parts: [] })),
  )
}

function isAmong(actions: readonly string[], action: string): boolean {
  return actions.includes(action)
}
