// Counts refused requests by reason, subject and network, and writes the counts into the audit log every quarter
// of an hour. However many requests are refused, each write adds only a few entries.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { AuditAction, AuditActor, NewAuditEntry } from './audit.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'

export interface Refusal {
  readonly action: AuditAction
  readonly reason: string
  /** The key or user, without an id if it is not known. */
  readonly actor: AuditActor
  readonly subject: NewAuditEntry['subject']
  /** Network of the request; undefined for several. */
  readonly network: string | undefined
}

export interface RefusalCounter {
  count(refusal: Refusal): void
  /** Writes the counts since the last flush. Resolves with the number of refusals. @throws errors of the database */
  flush(): Promise<number>
}

interface RefusalCount extends Refusal {
  count: number
  /** Number of networks that are counted together. */
  networks: number
  /** Time of the first refusal. */
  since: number
}

/** Counted separately until the next flush; further ones are counted without subject and network. */
export const countedApartMax = 1000
/** Entries per flush with subject and network; the rest is written by action and reason. */
export const entriesAtOnceMax = 40

export function createRefusalCounter(needs: AuditNeeds & { readonly db: Db }): RefusalCounter {
  let counts = new Map<string, RefusalCount>()

  function add(into: Map<string, RefusalCount>, one: RefusalCount): void {
    const name = nameOf(one)
    const known = into.get(name)
    if (known === undefined) {
      into.set(name, { ...one })
      return
    }
    known.count += one.count
    known.networks = one.network === undefined ? known.networks + one.networks : known.networks
    known.since = Math.min(known.since, one.since)
  }

  return {
    count(refusal) {
      const one = { ...refusal, count: 1, networks: 1, since: needs.clock.now() }
      const isNew = !counts.has(nameOf(one))
      add(counts, isNew && counts.size >= countedApartMax ? withoutSource(one) : one)
    },
    async flush() {
      const taken = counts
      if (taken.size === 0) return 0
      counts = new Map()
      const entries = atMost(entriesAtOnceMax, [...taken.values()], add)
      try {
        await inTransaction(needs.db, async (trx) => {
          for (const one of entries) await recordAudit(needs, trx, toEntry(one))
        })
      } catch (error) {
        for (const one of taken.values()) add(counts, one)
        throw error
      }
      return entries.reduce((sum, { count }) => sum + count, 0)
    },
  }
}

/** Returns the `max` most frequent, and the others merged by action and reason, which are closed lists. */
function atMost(
  max: number,
  all: readonly RefusalCount[],
  add: (into: Map<string, RefusalCount>, one: RefusalCount) => void,
): readonly RefusalCount[] {
  const apart = all
    .filter(({ network }) => network !== undefined)
    .toSorted((one, other) => other.count - one.count)
  const rest = new Map<string, RefusalCount>()
  for (const one of all.filter(({ network }) => network === undefined)) add(rest, one)
  for (const one of apart.slice(max)) add(rest, withoutSource(one))
  return [...apart.slice(0, max), ...rest.values()]
}

function withoutSource(one: RefusalCount): RefusalCount {
  const actor = { kind: one.actor.kind, id: undefined }
  return { ...one, actor, subject: undefined, network: undefined }
}

function nameOf({ action, reason, actor, subject, network }: Refusal): string {
  return JSON.stringify([action, reason, actor.kind, actor.id, subject?.id, network])
}

function toEntry(one: RefusalCount): NewAuditEntry {
  const { action, reason, actor, subject, network, count, networks, since } = one
  return {
    by: { actor, clientAddress: network, requestId: undefined },
    action,
    outcome: 'denied',
    ...(subject === undefined ? {} : { subject }),
    details: { reason, count, since, ...(network === undefined ? { networks } : {}) },
  }
}
