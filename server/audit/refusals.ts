// Who was turned away, in aggregate: counts for each reason, subject and network, written into the audit log every
// quarter of an hour. However many knock, and from however many networks, the log grows by a few entries a time.

import { type Db, inTransaction } from '../db/transaction.ts'
import type { AuditAction, AuditActor, NewAuditEntry } from './audit.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'

export interface Refusal {
  readonly action: AuditAction
  readonly reason: string
  /** Whose key it was, or who is known; nobody's id where that is not known. */
  readonly actor: AuditActor
  readonly subject: NewAuditEntry['subject']
  /** Of who asked; undefined for several. */
  readonly network: string | undefined
}

export interface RefusalCounter {
  count(refusal: Refusal): void
  /** Writes what was counted since the last time. Returns how many refusals. @throws what writing throws */
  flush(): Promise<number>
}

interface Counted extends Refusal {
  count: number
  /** Networks that are told together. */
  networks: number
  since: number
}

/** Kept apart until they are written; what comes on top is told without its subject and its network. */
export const keptApartMax = 1000
/** Written at a time; the rest is told together, by reason. */
export const entriesAtOnceMax = 40

export function createRefusalCounter(needs: AuditNeeds & { readonly db: Db }): RefusalCounter {
  let counted = new Map<string, Counted>()

  function add(into: Map<string, Counted>, one: Counted): void {
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
      const isNew = !counted.has(nameOf(one))
      add(counted, isNew && counted.size >= keptApartMax ? together(one) : one)
    },
    async flush() {
      const taken = counted
      if (taken.size === 0) return 0
      counted = new Map()
      const entries = atMost(entriesAtOnceMax, [...taken.values()], add)
      try {
        await inTransaction(needs.db, async (trx) => {
          for (const one of entries) await recordAudit(needs, trx, toEntry(one))
        })
      } catch (error) {
        for (const one of taken.values()) add(counted, one)
        throw error
      }
      return entries.reduce((sum, { count }) => sum + count, 0)
    },
  }
}

/** The most frequent, and the others by action and reason: of those there are only so many. */
function atMost(
  max: number,
  all: readonly Counted[],
  add: (into: Map<string, Counted>, one: Counted) => void,
): readonly Counted[] {
  const apart = all
    .filter(({ network }) => network !== undefined)
    .toSorted((one, other) => other.count - one.count)
  const rest = new Map<string, Counted>()
  for (const one of all.filter(({ network }) => network === undefined)) add(rest, one)
  for (const one of apart.slice(max)) add(rest, together(one))
  return [...apart.slice(0, max), ...rest.values()]
}

function together(one: Counted): Counted {
  const actor = { kind: one.actor.kind, id: undefined }
  return { ...one, actor, subject: undefined, network: undefined }
}

function nameOf({ action, reason, actor, subject, network }: Refusal): string {
  return JSON.stringify([action, reason, actor.kind, actor.id, subject?.id, network])
}

function toEntry(one: Counted): NewAuditEntry {
  const { action, reason, actor, subject, network, count, networks, since } = one
  return {
    by: { actor, clientAddress: network, requestId: undefined },
    action,
    outcome: 'denied',
    ...(subject === undefined ? {} : { subject }),
    details: { reason, count, since, ...(network === undefined ? { networks } : {}) },
  }
}
