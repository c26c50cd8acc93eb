// Records outcomes in the audit log of verifications and reviews from before the log recorded outcomes. Runs once,
// in the background, after an upgrade; after an interruption it skips what was recorded already.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { instantOfId } from '../kernel/ids.ts'
import { digestReviewsAfter } from '../reviews/review-digest-view.ts'
import { auditReview } from '../reviews/review-work.ts'
import { recordOutcome } from '../verifications/record-outcome.ts'
import { digestVerificationsAfter } from '../verifications/verification-digest-view.ts'
import { deleteAttestationDue } from './attestation-store.ts'
import { findLoggedOutcomes, findLoggedReviews, findUnrecordedBefore } from './log-words-view.ts'

export interface AttestNeeds extends AuditNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

const rowsAtOnce = 100

/** Resolves with the number of attested outcomes. @throws the reason of `signal` once that aborts */
export async function attestEarlier(needs: AttestNeeds, signal: AbortSignal): Promise<number> {
  const before = await findUnrecordedBefore(needs.db.reader)
  if (before === undefined) return 0
  const count =
    (await inPages(needs, signal, attestVerificationsOf(before))) +
    (await inPages(needs, signal, attestReviewsOf(before)))
  await inTransaction(needs.db, async (trx) => {
    await deleteAttestationDue(trx)
    await recordAudit(needs, trx, { by: fromSystem, action: 'audit.attested', details: { count } })
  })
  return count
}

interface Attested {
  readonly count: number
  /** Last id of the page; undefined after the last page. */
  readonly last: string | undefined
}

type AttestPage = (needs: AttestNeeds, trx: Trx, after: string) => Promise<Attested>

async function inPages(
  needs: AttestNeeds,
  signal: AbortSignal,
  attest: AttestPage,
): Promise<number> {
  let count = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    await yieldToEventLoop()
    signal.throwIfAborted()
    const begin: string = after
    const done: Attested = await inTransaction(needs.db, (trx) => attest(needs, trx, begin))
    count += done.count
    after = done.last
  }
  return count
}

function attestVerificationsOf(before: number): AttestPage {
  return async (needs, trx, after) => {
    const page = await digestVerificationsAfter(needs, trx, after, rowsAtOnce)
    const ended = page.filter(({ id, status }) => status !== 'pending' && instantOfId(id) < before)
    const logged = await findLoggedOutcomes(
      trx,
      ended.map(({ id }) => id),
    )
    const unrecorded = ended.filter(({ id }) => !logged.has(id))
    for (const { id } of unrecorded) await recordOutcome(needs, trx, id, 'verification.attested')
    return { count: unrecorded.length, last: page.at(-1)?.id }
  }
}

/** The age of the verification counts: its review may have been opened much later. */
function attestReviewsOf(before: number): AttestPage {
  return async (needs, trx, after) => {
    const page = await digestReviewsAfter(needs, trx, after, rowsAtOnce)
    const earlier = page.filter(({ verificationId }) => instantOfId(verificationId) < before)
    const logged = await findLoggedReviews(
      trx,
      earlier.map(({ verificationId }) => verificationId),
    )
    const unrecorded = earlier.filter(
      ({ verificationId }) => logged.get(verificationId)?.parts === undefined,
    )
    for (const review of unrecorded) {
      await auditReview(needs, trx, { by: fromSystem }, review, 'review.attested')
    }
    return { count: unrecorded.length, last: page.at(-1)?.id }
  }
}
