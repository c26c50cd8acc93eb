// The time by which the leases of webhook endpoints end: that of the database server, so that a node whose clock is wrong
// neither takes a lease too early nor holds one too long.

import { readServerTime } from '../db/postgres/server-time.ts'
import type { Db } from '../db/transaction.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'

/** Returns milliseconds since 1970. */
export type LeaseTime = () => Promise<number>

/** @param needs where `clock` is not the machine's, as in tests, leases end by it: the database has no such clock */
export function leaseTimeOf({ db, clock }: { readonly db: Db; readonly clock: Clock }): LeaseTime {
  const isServers = db.dialect === 'postgres' && clock === systemClock
  return isServers ? () => readServerTime(db.reader) : async () => clock.now()
}
