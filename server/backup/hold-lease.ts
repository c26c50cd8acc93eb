// Runs work while this process holds the lease of the backups, and renews the lease meanwhile.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { BackupError } from './backup-error.ts'
import { dropLease, takeLease } from './backup-lease-store.ts'

interface LeaseNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

export interface HeldLease {
  /** Aborts once the lease is lost. */
  readonly lost: AbortSignal
  /**
   * Call it right before what another process must not do at the same time: a process that stood still learns of its
   * loss late. @throws BackupError `already_running`
   */
  assertHeld(): void
}

/** A process that was killed holds up the next backup for this long. */
export const leaseMs = 2 * 60 * 1000
const renewEveryMs = 30 * 1000

/** @throws BackupError `already_running` if another process holds it */
export async function holdingLease<Result>(
  { db, clock, log }: LeaseNeeds,
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result> {
  const holder = newId('node', clock.now())
  const lost = new AbortController()
  // By both clocks: the steady one stands still while a machine sleeps.
  let ends = { steadyMs: 0, at: 0 }
  const isOver = () => clock.steadyMs() >= ends.steadyMs || clock.now() >= ends.at
  const take = async () => {
    const end = { steadyMs: clock.steadyMs() + leaseMs, at: clock.now() + leaseMs }
    const lease = { holder, until: end.at }
    const isOurs = await inTransaction(db, (trx) => takeLease(trx, lease, clock.now()))
    if (isOurs) ends = end
    return isOurs
  }
  if (!(await take())) throw leaseElsewhere()
  let cancel: Cancel = () => {}
  const renew = () => {
    take().then(
      (isOurs) => (isOurs ? plan() : lost.abort()),
      () => (isOver() ? lost.abort() : plan()),
    )
  }
  const plan = () => {
    if (!lost.signal.aborted) cancel = clock.after(renewEveryMs, renew)
  }
  plan()
  try {
    return await work({
      lost: lost.signal,
      assertHeld() {
        if (lost.signal.aborted || isOver()) throw leaseElsewhere()
      },
    })
  } finally {
    cancel()
    lost.abort()
    await giveBack({ db, log }, holder)
  }
}

/** A lease that stays ends by itself: that must not hide how the work ended. */
async function giveBack({ db, log }: Pick<LeaseNeeds, 'db' | 'log'>, holder: string) {
  try {
    await inTransaction(db, (trx) => dropLease(trx, holder))
  } catch (error) {
    log.error('backup_lease_kept', {}, error)
  }
}

function leaseElsewhere(): BackupError {
  return new BackupError(
    'already_running',
    'Another process is making or pruning backups. Try again when it is done; if it was killed, in two minutes.',
  )
}
