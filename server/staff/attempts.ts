// Holds off whoever guesses. A try is counted before it is judged and forgiven when it was right, so that
// a thousand tries at once are a thousand tries.

import type { Trx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { deleteAttempts, findAttempts, keepAttempts } from './attempt-store.ts'
import { type Attempts, type BackOffKind, nextTryAt, withFailure } from './back-off.ts'
import { attemptSubject, newToken } from './secrets.ts'
import type { StaffNeeds, Visitor } from './visitor.ts'

/** Takes the try back, as it was right. */
export type Forgive = (trx: Trx) => Promise<void>

const kinds = ['pair', 'network', 'account'] as const

type AttemptNeeds = Pick<StaffNeeds, 'db' | 'clock' | 'keyring'>

/**
 * @param account What is being tried: an e-mail address, or a member's second factor. It need not exist.
 * @throws AppError `rate_limited`, with the seconds to wait; the try is then not to be judged
 */
export async function beginAttempt(
  needs: AttemptNeeds,
  visitor: Pick<Visitor, 'network'>,
  account: string,
): Promise<Forgive> {
  const { network } = visitor
  const subjects: Readonly<Record<BackOffKind, string>> = {
    pair: attemptSubject(needs.keyring, 'pair', `${account} ${network}`),
    network: attemptSubject(needs.keyring, 'network', network),
    account: attemptSubject(needs.keyring, 'account', account),
  }
  const nowMs = needs.clock.now()
  const waitUntil = await inTransaction(needs.db, async (trx) => {
    const known = await findAttempts(trx, Object.values(subjects))
    const until = nextTryAt(attemptsOf(subjects, known))
    if (until > nowMs) return until
    for (const kind of kinds) {
      await keepAttempts(trx, subjects[kind], withFailure(known.get(subjects[kind]), nowMs))
    }
    return undefined
  })
  if (waitUntil !== undefined) throw refuseForNow(waitUntil - nowMs)
  return async (trx) => {
    const known = await findAttempts(trx, Object.values(subjects))
    await deleteAttempts(trx, [subjects.pair])
    for (const kind of ['network', 'account'] as const) {
      const attempts = known.get(subjects[kind])
      if (attempts !== undefined) await keepAttempts(trx, subjects[kind], withoutOne(attempts))
    }
  }
}

/**
 * Costs a commit and keeps nothing: what the audit log takes for a name that somebody has. The time of an answer
 * must not tell the two apart.
 */
export async function writeForNobody({ db, clock, keyring }: AttemptNeeds): Promise<void> {
  const subject = attemptSubject(keyring, 'nobody', newToken())
  await inTransaction(db, async (trx) => {
    await keepAttempts(trx, subject, { failures: 0, lastFailedAt: clock.now() })
    await deleteAttempts(trx, [subject])
  })
}

function attemptsOf(
  subjects: Readonly<Record<BackOffKind, string>>,
  known: ReadonlyMap<string, Attempts>,
): Partial<Record<BackOffKind, Attempts>> {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const attempts = known.get(subjects[kind])
      return attempts === undefined ? [] : [[kind, attempts] as const]
    }),
  )
}

/** What others failed at stays counted: an account of one's own buys no further guesses. */
function withoutOne(attempts: Attempts): Attempts {
  return { ...attempts, failures: Math.max(0, attempts.failures - 1) }
}

function refuseForNow(waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many failed attempts from here. Try again in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
