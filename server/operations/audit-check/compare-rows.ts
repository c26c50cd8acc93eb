// Compares the rows of verifications and reviews with the last audit entry on each of them. Works page by page, so
// that memory does not grow with their number or the length of the log.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditAction, AuditEntry } from '../../audit/audit.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/transaction.ts'
import { digestReviews, digestReviewsAfter } from '../../reviews/review-digest-view.ts'
import { outcomeActions } from '../../verifications/completion/outcome.ts'
import {
  digestVerifications,
  digestVerificationsAfter,
} from '../../verifications/verification-digest-view.ts'
import type { ComparedRows, RowFault } from './audit-verdict.ts'
import {
  findLogged,
  findMissing,
  type LoggedOutcome,
  reviewActions,
} from './logged-outcomes-view.ts'

export interface CompareNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly keyring: Pick<Keyring, 'macHex'>
}

interface Compared {
  readonly id: string
  /** Subject of the audit entries on it. */
  readonly verificationId: string
  /** Whether the log must have its outcome. */
  readonly isDecided: boolean
  readonly parts: Readonly<Record<string, string>>
}

interface Source {
  readonly kind: RowFault['subject']['kind']
  /** Actions of the audit entries that record its rows. */
  readonly actions: readonly AuditAction[]
  after(needs: CompareNeeds, id: string, limit: number): Promise<readonly Compared[]>
  one(needs: CompareNeeds, id: string): Promise<Compared | undefined>
}

const verifications: Source = {
  kind: 'verification',
  actions: outcomeActions,
  async after(needs, id, limit) {
    const rows = await digestVerificationsAfter(needs, needs.db.reader, id, limit)
    return rows.map(ofVerification)
  },
  async one(needs, id) {
    const [row] = await digestVerifications(needs, needs.db.reader, [id])
    return row && ofVerification(row)
  },
}

const reviews: Source = {
  kind: 'review',
  actions: reviewActions,
  async after(needs, id, limit) {
    const rows = await digestReviewsAfter(needs, needs.db.reader, id, limit)
    return rows.map((review) => ({ ...review, isDecided: true }))
  },
  async one(needs, id) {
    const [row] = await digestReviews(needs, needs.db.reader, [id])
    return row && { ...row, isDecided: true }
  },
}

function ofVerification(one: Awaited<ReturnType<typeof digestVerifications>>[number]): Compared {
  return { ...one, verificationId: one.id, isDecided: one.status !== 'pending' }
}

/** A few milliseconds of work between two turns of the event loop. */
const rowsAtOnce = 40

/** Calls `onFault` for every fault. @throws the reason of `signal` once that aborts */
export async function compareRows(
  needs: CompareNeeds,
  input: {
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((rows: number) => void) | undefined
    readonly onFault: (fault: RowFault) => void
  },
): Promise<ComparedRows> {
  const counts = { verification: 0, review: 0 }
  for (const source of [verifications, reviews]) {
    let last = ''
    for (;;) {
      await turnOfTheLoop()
      input.signal?.throwIfAborted()
      const page = await source.after(needs, last, rowsAtOnce)
      for (const fault of await faultsOf(needs, source, page)) input.onFault(fault)
      counts[source.kind] += page.length
      input.onProgress?.(counts.verification + counts.review)
      const end = page.at(-1)
      if (end === undefined) break
      last = end.id
    }
  }
  return { verifications: counts.verification, reviews: counts.review }
}

async function faultsOf(
  needs: CompareNeeds,
  source: Source,
  page: readonly Compared[],
): Promise<readonly RowFault[]> {
  const ids = page.map(({ verificationId }) => verificationId)
  const logged = await findLogged(needs.db.reader, ids, source.actions)
  const faults: RowFault[] = []
  for (const row of page) {
    if (compareRow(source, row, logged.get(row.verificationId)) === undefined) continue
    const fault = await compareAgain(needs, source, row)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

const readsMax = 5

/**
 * A row and its audit entry change together but are read one after the other. An entry that is the same before and
 * after reading the row belongs to that row.
 */
async function compareAgain(
  needs: CompareNeeds,
  source: Source,
  { id, verificationId }: Compared,
): Promise<RowFault | undefined> {
  const readLogged = async () =>
    (await findLogged(needs.db.reader, [verificationId], source.actions)).get(verificationId)
  let before = await readLogged()
  for (let reads = 1; ; reads += 1) {
    const row = await source.one(needs, id)
    const after = await readLogged()
    if (row === undefined) return { kind: 'missing', subject: { kind: source.kind, id }, parts: [] }
    if (before?.sequence === after?.sequence || reads === readsMax) {
      return compareRow(source, row, after)
    }
    before = after
  }
}

function compareRow(
  source: Source,
  row: Compared,
  logged: LoggedOutcome | undefined,
): RowFault | undefined {
  const subject = { kind: source.kind, id: row.id }
  const known = logged?.parts
  // No entry, or a damaged one, which verifying the chain reports too.
  if (known === undefined) {
    return row.isDecided ? { kind: 'unexplained', subject, parts: [] } : undefined
  }
  const parts = Object.keys(row.parts).filter((part) => known.get(part) !== row.parts[part])
  return parts.length === 0 ? undefined : { kind: 'differs', subject, parts }
}

/** Returns a fault for each verification or review that these entries are about and whose row is gone. */
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
    verification: await findMissing(db.reader, 'verifications', [...ids.verification]),
    review: await findMissing(db.reader, 'reviews', [...ids.review]),
  }
  return (['verification', 'review'] as const).flatMap((kind) =>
    missing[kind].map((id): RowFault => ({ kind: 'missing', subject: { kind, id }, parts: [] })),
  )
}

function isAmong(actions: readonly string[], action: string): boolean {
  return actions.includes(action)
}
