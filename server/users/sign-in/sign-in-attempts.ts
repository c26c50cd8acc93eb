// Slows down guessing of passwords and codes. An attempt is counted as failed before it is checked and
// forgiven if it was right, so that a thousand attempts at once count as a thousand.

import type { Trx } from '../../db/transaction.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { RequestOrigin, UserNeeds } from '../request-origin.ts'
import { type Attempts, type BackOffKind, nextTryAt, withFailure } from './back-off.ts'
import { deleteAttempts, findAttempts, keepAttempts } from './sign-in-attempt-store.ts'
import { attemptSubject, newToken } from './sign-in-secrets.ts'

/** Removes the failure that `beginAttempt` counted. */
export type Forgive = (trx: Trx) => Promise<void>

const kinds = ['pair', 'network', 'account'] as const

type AttemptNeeds = Pick<UserNeeds, 'db' | 'clock' | 'keyring'>

/**
 * @param account What is attempted: an e-mail address, or a user's second factor. It need not exist.
 * @throws AppError `rate_limited` with the seconds to wait; the attempt must then not be checked
 */
export async function beginAttempt(
  needs: AttemptNeeds,
  requestOrigin: Pick<RequestOrigin, 'network'>,
  account: string,
): Promise<Forgive> {
  const { network } = requestOrigin
  const subjects: Readonly<Record<BackOffKind, string>> = {
    pair: attemptSubject(needs.keyring, 'pair', `${account} ${network}`),
    network: attemptSubject(needs.keyring, 'network', network),
    account: attemptSubject(needs.keyring, 'account', account),
  }
  const nowMs = needs.clock.now()
  const waitUntil = await inTransaction(needs.db, async (trx) => {
    const known = await findAttempts(trx, Object.values(subjects))
    const until = nextTryAt(attemptsOf(subjects, known), nowMs)
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
 * Commits without storing anything, which takes as long as the audit entry of a failed sign-in: response times
 * must not reveal whether an account exists.
 */
export async function commitDecoy({ db, clock, keyring }: AttemptNeeds): Promise<void> {
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

/** Others' failures stay counted: signing in to one's own account must not buy more guesses. */
function withoutOne(attempts: Attempts): Attempts {
  return { ...attempts, failures: Math.max(0, attempts.failures - 1) }
}

function refuseForNow(waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many failed attempts from here. Try again in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
