// Gives the audit log its word on what ended before it kept outcomes. Once, after an upgrade, in the background: it
// goes on where it was stopped, as what has its word is passed over.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { instantOfId } from '../kernel/ids.ts'
import { digestReviewsAfter } from '../reviews/review-digest-view.ts'
import { trace } from '../reviews/review-work.ts'
import { recordOutcome } from '../verifications/record-outcome.ts'
import { digestVerificationsAfter } from '../verifications/verification-digest-view.ts'
import { deleteAttestationDue } from './attestation-store.ts'
import { findOutcomeWords, findReviewWords, findWordlessBefore } from './log-words-view.ts'

export interface AttestNeeds extends AuditNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

const rowsAtOnce = 100

/** Returns how many were attested. @throws the reason of `signal` once that aborts */
export async function attestEarlier(needs: AttestNeeds, signal: AbortSignal): Promise<number> {
  const before = await findWordlessBefore(needs.db.reader)
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
  /** The last of the page; undefined behind the last page. */
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
    await turnOfTheLoop()
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
    const words = await findOutcomeWords(
      trx,
      ended.map(({ id }) => id),
    )
    const wordless = ended.filter(({ id }) => !words.has(id))
    for (const { id } of wordless) await recordOutcome(needs, trx, id, 'verification.attested')
    return { count: wordless.length, last: page.at(-1)?.id }
  }
}

/** A review is as old as its verification: it may have been opened much later. */
function attestReviewsOf(before: number): AttestPage {
  return async (needs, trx, after) => {
    const page = await digestReviewsAfter(needs, trx, after, rowsAtOnce)
    const earlier = page.filter(({ verificationId }) => instantOfId(verificationId) < before)
    const words = await findReviewWords(
      trx,
      earlier.map(({ verificationId }) => verificationId),
    )
    const wordless = earlier.filter(
      ({ verificationId }) => words.get(verificationId)?.parts === undefined,
    )
    for (const review of wordless) {
      await trace(needs, trx, { by: fromSystem }, review, 'review.attested')
    }
    return { count: wordless.length, last: page.at(-1)?.id }
  }
}
