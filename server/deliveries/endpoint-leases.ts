// Decides which node sends to which webhook endpoint: the one that holds the endpoint's lease in the database. A lease
// outlasts every attempt that begins under it, so a delivery is sent twice only if its node ended or paused in between.
// Leases are taken by the time of the database, and while that was set only from nodes that are gone; their holder
// counts down by its own clocks.

import type { Appliance } from '../appliance.ts'
import { type Db, inRepeatableTransaction } from '../db/transaction.ts'
import {
  deleteLeases,
  listLeases,
  takeEndpointLease,
  type WantedLease,
} from './endpoint-lease-store.ts'
import type { LeaseNodes } from './lease-nodes.ts'
import { type LeaseTime, type WatchedTime, watchTime } from './lease-time.ts'
import { preferredNode } from './preferred-node.ts'

export interface EndpointLeaseNeeds extends Pick<Appliance, 'clock' | 'log'> {
  readonly db: Db
  readonly liveNodes: LeaseNodes
  readonly leaseTime: LeaseTime
  /** `timeoutMs` limits one attempt, from its begin to its recorded result at most. */
  readonly config: { readonly webhooks: { readonly timeoutMs: number } }
}

/** A lease ends this long after the longest attempt that began at its last renewal ... */
const spareMs = 20_000
/** ... is renewed while deliveries are due and less than this is left of the spare time ... */
const renewBelowMs = 10_000
/** ... and attempts begin only while this is left, for recording them. */
const recordingMs = 2_000
/** Others take a lease this long after its end: the clock of the database may be set by as much unnoticed. */
const clockSkewMs = 2_000
/** After so long any node may take a free lease: the one that should is alive and does not. */
const overdueMs = 30_000
/** Between two tries to get a lease that another node holds. */
const tryEveryMs = 1_000

/** Which leases of living nodes have ended: those until `endedBy`, and those that end after `untilMax`. */
type Limits = Pick<WantedLease, 'endedBy' | 'untilMax'>

const noneOfOthers: Limits = { endedBy: 0, untilMax: Number.MAX_SAFE_INTEGER }

/** When a lease ends for its holder, by both of its clocks: the steady one stands still while a machine sleeps. */
interface LeaseEnd {
  readonly steadyMs: number
  readonly at: number
}

export interface DueEndpoint {
  readonly webhookId: string
  /** When its oldest delivery was due. */
  readonly dueSince: number
}

export class EndpointLeases {
  readonly #needs: EndpointLeaseNeeds
  readonly #readTime: () => Promise<WatchedTime>
  /** When the leases of this node end, by endpoint. */
  readonly #held = new Map<string, LeaseEnd>()
  /** Endpoints that another node should hold: nothing begins there any more. */
  readonly #leaving = new Set<string>()
  /** Endpoints whose leases are given back; the database may not have heard of it yet. */
  readonly #returning = new Set<string>()
  /** On the steady clock. */
  readonly #triedAt = new Map<string, number>()
  /** How often `forget` was called: leases that were being taken then are not held. */
  #losses = 0

  constructor(needs: EndpointLeaseNeeds) {
    this.#needs = needs
    this.#readTime = watchTime(needs.leaseTime, needs.clock, clockSkewMs)
  }

  /** Returns whether an attempt may begin now: it ends, and is recorded, under the lease. */
  mayBegin(webhookId: string): boolean {
    const { liveNodes } = this.#needs
    if (liveNodes.isAlone) return true
    return (
      liveNodes.holdsLease() &&
      !this.#leaving.has(webhookId) &&
      this.#spareMsOf(webhookId) > recordingMs
    )
  }

  /** Call it when this node has lost its own lease: another may have taken these over since. */
  forget(): void {
    this.#losses += 1
    this.#held.clear()
    this.#returning.clear()
  }

  /** Takes the leases of these endpoints that this node should have, and renews those that end soon. */
  async take(due: readonly DueEndpoint[]): Promise<void> {
    const { db, clock, liveNodes } = this.#needs
    if (liveNodes.isAlone) return
    const wanted = due.filter((endpoint) => this.#isWanted(endpoint))
    if (wanted.length === 0) return
    for (const { webhookId } of wanted) this.#triedAt.set(webhookId, clock.steadyMs())
    const ids = wanted.map(({ webhookId }) => webhookId).toSorted()
    const end = this.#endOfNew()
    const time = await this.#readTime()
    const limits = this.#limitsAt(time)
    const holders = await listLeases(db.reader, ids)
    const free = ids.filter((id) => this.#isFree(holders.get(id), limits))
    if (free.length === 0) return
    const until = time.nowMs + this.#lengthMs
    const losses = this.#losses
    const taken = await inRepeatableTransaction(db, async (trx) => {
      const results: string[] = []
      for (const webhookId of free) {
        const holder = holders.get(webhookId)?.nodeId
        const isGone =
          holder !== undefined &&
          liveNodes.isGone(holder) &&
          (await liveNodes.isStillGone(trx, holder))
        const isTaken = await takeEndpointLease(trx, {
          webhookId,
          nodeId: liveNodes.id,
          until,
          goneNodeId: isGone ? holder : liveNodes.id,
          ...limits,
        })
        if (isTaken) results.push(webhookId)
      }
      return results
    })
    for (const webhookId of free) this.#held.delete(webhookId)
    if (losses !== this.#losses) return
    for (const webhookId of taken) {
      this.#held.set(webhookId, end)
      this.#returning.delete(webhookId)
    }
  }

  /**
   * Renews those leases of these endpoints that end soon, although nothing may be due there: their attempts are under
   * way, or wait to be recorded, and another node would make them again.
   */
  async keep(webhookIds: readonly string[]): Promise<void> {
    const { db, liveNodes } = this.#needs
    if (liveNodes.isAlone || !liveNodes.holdsLease()) return
    const endSoon = webhookIds.filter(
      (id) => this.#held.has(id) && this.#spareMsOf(id) <= renewBelowMs,
    )
    if (endSoon.length === 0) return
    const end = this.#endOfNew()
    const until = (await this.#readTime()).nowMs + this.#lengthMs
    const losses = this.#losses
    const kept = await inRepeatableTransaction(db, async (trx) => {
      const results = new Set<string>()
      for (const webhookId of endSoon.toSorted()) {
        const lease = { webhookId, nodeId: liveNodes.id, until, goneNodeId: liveNodes.id }
        if (await takeEndpointLease(trx, { ...lease, ...noneOfOthers })) results.add(webhookId)
      }
      return results
    })
    if (losses !== this.#losses) return
    for (const webhookId of endSoon) {
      if (kept.has(webhookId)) this.#held.set(webhookId, end)
      else this.#held.delete(webhookId)
    }
  }

  /**
   * Gives back the leases that another node should hold by now. Those under which attempts are under way follow at a
   * later call; nothing more begins there.
   */
  async handOver(isIdle: (webhookId: string) => boolean): Promise<void> {
    const { clock, liveNodes } = this.#needs
    if (liveNodes.isAlone) return
    const nodeIds = liveNodes.workingNodes()
    const steadyMs = clock.steadyMs()
    this.#leaving.clear()
    for (const [webhookId, end] of this.#held) {
      if (this.#leftMsOf(end) <= 0) this.#held.delete(webhookId)
      else if (preferredNode(webhookId, nodeIds) !== liveNodes.id) this.#leaving.add(webhookId)
    }
    for (const [webhookId, triedAt] of this.#triedAt) {
      if (steadyMs - triedAt >= tryEveryMs) this.#triedAt.delete(webhookId)
    }
    await this.#giveBack([...this.#leaving].filter(isIdle))
  }

  /** Gives all leases back, at a stop. If the database fails, they end by themselves. */
  async giveAllBack(): Promise<void> {
    await this.#giveBack([...this.#held.keys()]).catch((error: unknown) =>
      this.#needs.log.error('webhook_leases_kept', { count: this.#returning.size }, error),
    )
  }

  /** Nothing begins under these leases from here on, even if the answer of the database is lost. */
  async #giveBack(webhookIds: readonly string[]): Promise<void> {
    for (const webhookId of webhookIds) {
      this.#held.delete(webhookId)
      this.#leaving.delete(webhookId)
      this.#returning.add(webhookId)
    }
    const returned = [...this.#returning]
    if (returned.length === 0) return
    const { db, liveNodes } = this.#needs
    await inRepeatableTransaction(db, (trx) => deleteLeases(trx, liveNodes.id, returned))
    for (const webhookId of returned) this.#returning.delete(webhookId)
  }

  get #lengthMs(): number {
    return this.#needs.config.webhooks.timeoutMs + spareMs
  }

  /** Call it before the time of the database is asked for. */
  #endOfNew(): LeaseEnd {
    const { clock } = this.#needs
    return { steadyMs: clock.steadyMs() + this.#lengthMs, at: clock.now() + this.#lengthMs }
  }

  #leftMsOf({ steadyMs, at }: LeaseEnd): number {
    const { clock } = this.#needs
    return Math.min(steadyMs - clock.steadyMs(), at - clock.now())
  }

  /** Returns how long the lease outlasts an attempt that begins now; 0 without a lease. */
  #spareMsOf(webhookId: string): number {
    const end = this.#held.get(webhookId)
    return end === undefined ? 0 : this.#leftMsOf(end) - this.#needs.config.webhooks.timeoutMs
  }

  #isWanted({ webhookId, dueSince }: DueEndpoint): boolean {
    if (this.#leaving.has(webhookId) || this.#spareMsOf(webhookId) > renewBelowMs) return false
    const { clock, liveNodes } = this.#needs
    const triedAt = this.#triedAt.get(webhookId)
    if (triedAt !== undefined && clock.steadyMs() - triedAt < tryEveryMs) return false
    const nodeIds = liveNodes.workingNodes()
    // A node that drains, or has shown no sign of life for too long, takes nothing.
    if (!nodeIds.includes(liveNodes.id)) return false
    return preferredNode(webhookId, nodeIds) === liveNodes.id || clock.now() - dueSince > overdueMs
  }

  /**
   * Until the clock has gone evenly for the length of a lease, leases from before a jump may still hold: none of a
   * living node counts as ended.
   */
  #limitsAt({ nowMs, evenForMs }: WatchedTime): Limits {
    const lengthMs = this.#lengthMs
    if (evenForMs < lengthMs) return noneOfOthers
    return { endedBy: nowMs - clockSkewMs, untilMax: nowMs + lengthMs + clockSkewMs }
  }

  /** Whether it is worth trying; `takeEndpointLease` decides. */
  #isFree(
    holder: { readonly nodeId: string; readonly until: number } | undefined,
    { endedBy, untilMax }: Limits,
  ): boolean {
    if (holder === undefined) return true
    const { liveNodes } = this.#needs
    if (holder.nodeId === liveNodes.id || liveNodes.isGone(holder.nodeId)) return true
    return holder.until <= endedBy || holder.until > untilMax
  }
}
