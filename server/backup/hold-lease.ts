// Runs work while this process holds the lease of the backups, and renews the lease meanwhile.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { BackupError } from './backup-error.ts'
import { dropLease, takeLease } from './backup-lease-store.ts'

interface LeaseNeeds {
  readonly db: Db
  readonly clock: Clock
}

/** A process that was killed holds up the next backup for this long. */
export const leaseMs = 2 * 60 * 1000
const renewEveryMs = 30 * 1000

/**
 * @param work gets a signal that aborts once the lease is lost
 * @throws BackupError `already_running` if another process holds it
 */
export async function holdingLease<Result>(
  { db, clock }: LeaseNeeds,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const holder = newId('node', clock.now())
  const take = () =>
    inTransaction(db, (trx) =>
      takeLease(trx, { holder, until: clock.now() + leaseMs }, clock.now()),
    )
  if (!(await take())) {
    throw new BackupError(
      'already_running',
      'Another process is making or pruning backups. Try again when it is done; if it was killed, in two minutes.',
    )
  }
  const lost = new AbortController()
  let cancel: Cancel = () => {}
  const renew = () => {
    take().then(
      (isOurs) => (isOurs ? plan() : lost.abort()),
      () => plan(),
    )
  }
  const plan = () => {
    if (!lost.signal.aborted) cancel = clock.after(renewEveryMs, renew)
  }
  plan()
  try {
    return await work(lost.signal)
  } finally {
    cancel()
    lost.abort()
    await inTransaction(db, (trx) => dropLease(trx, holder))
  }
}
