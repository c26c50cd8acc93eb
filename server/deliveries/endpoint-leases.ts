// Decides which node sends to which webhook endpoint: the one that holds the endpoint's lease in the database. A lease
// outlasts every attempt that begins under it, so a delivery is sent twice only if its node ended or paused in between.

import type { Appliance } from '../appliance.ts'
import { type Db, inRepeatableTransaction } from '../db/transaction.ts'
import { deleteLeases, listLeases, takeEndpointLease } from './endpoint-lease-store.ts'
import type { LeaseNodes } from './lease-nodes.ts'
import { preferredNode } from './preferred-node.ts'

export interface EndpointLeaseNeeds extends Pick<Appliance, 'clock' | 'log'> {
  readonly db: Db
  readonly liveNodes: LeaseNodes
  /** `timeoutMs` limits one attempt, from its begin to its recorded result at most. */
  readonly config: { readonly webhooks: { readonly timeoutMs: number } }
}

/** A lease ends this long after the longest attempt that began at its last renewal ... */
const spareMs = 20_000
/** ... is renewed while deliveries are due and less than this is left of the spare time ... */
const renewBelowMs = 10_000
/** ... and attempts begin only while this is left, for recording them. */
const recordingMs = 2_000
/** Clocks of nodes differ by less. */
const clockSkewMs = 2_000
/** After so long any node may take a free lease: the one that should is alive and does not. */
const overdueMs = 30_000
/** Between two tries to get a lease that another node holds. */
const tryEveryMs = 1_000

/** An endpoint with due deliveries. */
export interface DueEndpoint {
  readonly webhookId: string
  /** When its oldest delivery was due. */
  readonly dueSince: number
}

export class EndpointLeases {
  readonly #needs: EndpointLeaseNeeds
  /** When the leases of this node end, by endpoint. */
  readonly #held = new Map<string, number>()
  /** Endpoints that another node should hold: nothing begins there any more. */
  readonly #leaving = new Set<string>()
  /** Endpoints whose leases are given back; the database may not have heard of it yet. */
  readonly #returning = new Set<string>()
  readonly #triedAt = new Map<string, number>()
  /** How often `forget` was called: leases that were being taken then are not held. */
  #losses = 0

  constructor(needs: EndpointLeaseNeeds) {
    this.#needs = needs
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
    const nowMs = clock.now()
    const wanted = due.filter((endpoint) => this.#isWanted(endpoint, nowMs))
    if (wanted.length === 0) return
    for (const { webhookId } of wanted) this.#triedAt.set(webhookId, nowMs)
    const ids = wanted.map(({ webhookId }) => webhookId).toSorted()
    const holders = await listLeases(db.reader, ids)
    const free = ids.filter((id) => this.#isFree(holders.get(id), nowMs))
    if (free.length === 0) return
    const until = nowMs + this.#lengthMs
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
          endedBy: nowMs - clockSkewMs,
          untilMax: until + clockSkewMs,
        })
        if (isTaken) results.push(webhookId)
      }
      return results
    })
    for (const webhookId of free) this.#held.delete(webhookId)
    if (losses !== this.#losses) return
    for (const webhookId of taken) {
      this.#held.set(webhookId, until)
      this.#returning.delete(webhookId)
    }
  }

  /**
   * Renews those leases of these endpoints that end soon, although nothing may be due there: their attempts are under
   * way, or wait to be recorded, and another node would make them again.
   */
  async keep(webhookIds: readonly string[]): Promise<void> {
    const { db, clock, liveNodes } = this.#needs
    if (liveNodes.isAlone || !liveNodes.holdsLease()) return
    const endSoon = webhookIds.filter(
      (id) => this.#held.has(id) && this.#spareMsOf(id) <= renewBelowMs,
    )
    if (endSoon.length === 0) return
    const until = clock.now() + this.#lengthMs
    const ofOthers = { endedBy: 0, untilMax: Number.MAX_SAFE_INTEGER }
    const losses = this.#losses
    const kept = await inRepeatableTransaction(db, async (trx) => {
      const results = new Set<string>()
      for (const webhookId of endSoon.toSorted()) {
        const lease = { webhookId, nodeId: liveNodes.id, until, goneNodeId: liveNodes.id }
        if (await takeEndpointLease(trx, { ...lease, ...ofOthers })) results.add(webhookId)
      }
      return results
    })
    if (losses !== this.#losses) return
    for (const webhookId of endSoon) {
      if (kept.has(webhookId)) this.#held.set(webhookId, until)
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
    const nowMs = clock.now()
    this.#leaving.clear()
    for (const [webhookId, until] of this.#held) {
      if (until <= nowMs) this.#held.delete(webhookId)
      else if (preferredNode(webhookId, nodeIds) !== liveNodes.id) this.#leaving.add(webhookId)
    }
    for (const [webhookId, triedAt] of this.#triedAt) {
      if (Math.abs(nowMs - triedAt) >= tryEveryMs) this.#triedAt.delete(webhookId)
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

  /** Returns how long the lease outlasts an attempt that begins now; 0 without a lease. */
  #spareMsOf(webhookId: string): number {
    const until = this.#held.get(webhookId)
    if (until === undefined) return 0
    const leftMs = until - this.#needs.clock.now()
    // More is left only if the clock was set back, and then other nodes may see an end.
    return leftMs > this.#lengthMs ? 0 : leftMs - this.#needs.config.webhooks.timeoutMs
  }

  #isWanted({ webhookId, dueSince }: DueEndpoint, nowMs: number): boolean {
    if (this.#leaving.has(webhookId) || this.#spareMsOf(webhookId) > renewBelowMs) return false
    const triedAt = this.#triedAt.get(webhookId)
    if (triedAt !== undefined && Math.abs(nowMs - triedAt) < tryEveryMs) return false
    const { liveNodes } = this.#needs
    const nodeIds = liveNodes.workingNodes()
    // A node that drains, or has shown no sign of life for too long, takes nothing.
    if (!nodeIds.includes(liveNodes.id)) return false
    return preferredNode(webhookId, nodeIds) === liveNodes.id || nowMs - dueSince > overdueMs
  }

  /** Whether it is worth trying; `takeEndpointLease` decides. */
  #isFree(
    holder: { readonly nodeId: string; readonly until: number } | undefined,
    nowMs: number,
  ): boolean {
    if (holder === undefined) return true
    const { liveNodes } = this.#needs
    if (holder.nodeId === liveNodes.id || liveNodes.isGone(holder.nodeId)) return true
    const { until } = holder
    return until <= nowMs - clockSkewMs || until > nowMs + this.#lengthMs + clockSkewMs
  }
}
