// Queries of `backup_lease`: one process at a time makes or prunes backups.

import { changesAny } from '../db/changed-rows.ts'
import type { Trx } from '../db/transaction.ts'

interface Lease {
  readonly holder: string
  readonly until: number
}

/** Takes or renews the lease; returns false if another holder has it. */
export async function takeLease(trx: Trx, lease: Lease, nowMs: number): Promise<boolean> {
  const values = { holder: lease.holder, lease_until: lease.until }
  return changesAny(
    trx
      .insertInto('backup_lease')
      .values({ only: 1, ...values })
      .onConflict((conflict) =>
        conflict
          .column('only')
          .doUpdateSet(values)
          .where((row) =>
            row.or([
              row('backup_lease.lease_until', '<=', nowMs),
              row('backup_lease.holder', '=', lease.holder),
            ]),
          ),
      ),
  )
}

export async function dropLease(trx: Trx, holder: string): Promise<void> {
  await trx.deleteFrom('backup_lease').where('holder', '=', holder).execute()
}

/** Frees a lease that lasts until later than `untilMs`: a clock that was ahead gave it. */
export async function dropLongLease(trx: Trx, untilMs: number): Promise<void> {
  await trx.deleteFrom('backup_lease').where('lease_until', '>', untilMs).execute()
}

/** Frees the lease whoever held it, in a database that nobody else uses. */
export async function forgetLease(trx: Trx): Promise<void> {
  await trx.deleteFrom('backup_lease').execute()
}
