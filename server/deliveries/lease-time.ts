// The time by which the leases of webhook endpoints end: that of the database server, so that a node whose clock is
// wrong neither takes a lease too early nor holds one too long. That clock may be wrong, too: each node watches it.

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

export interface WatchedTime {
  readonly nowMs: number
  /**
   * For how long no reading has shown that the clock was set, by the steady clock of this node. 0 at the first reading
   * and for a slow one.
   */
  readonly evenForMs: number
}

/**
 * Returns a function that reads the time and compares it with the steady clock of this node: after a jump by more than
 * `skewMs`, or a failover to a server with another clock, it is even for 0 milliseconds again. A slow reading, which
 * takes more than `skewMs`, says too little of the clock: it is neither trusted nor compared with.
 */
export function watchTime(
  readTime: LeaseTime,
  clock: Pick<Clock, 'steadyMs'>,
  skewMs: number,
): () => Promise<WatchedTime> {
  let evenSince = Number.NEGATIVE_INFINITY
  /** By how much the time is ahead of the steady clock. The bounds lie as far apart as the reading took. */
  let ahead: { readonly min: number; readonly max: number } | undefined
  return async () => {
    const askedAt = clock.steadyMs()
    const nowMs = await readTime()
    const answeredAt = clock.steadyMs()
    if (answeredAt - askedAt > skewMs) return { nowMs, evenForMs: 0 }
    const now = { min: nowMs - answeredAt, max: nowMs - askedAt }
    const isEven =
      ahead !== undefined && now.min <= ahead.max + skewMs && now.max >= ahead.min - skewMs
    if (!isEven) evenSince = answeredAt
    ahead = now
    return { nowMs, evenForMs: answeredAt - evenSince }
  }
}
