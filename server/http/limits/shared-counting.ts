// Adds up in the database what several nodes count against one client's limit. A node counts up to its part of 5 % of
// the limit by itself and then reports, so all nodes together never exceed a limit by more than 5 %.

import type { Clock } from '../../kernel/clock.ts'
import type { Window } from './rate-window.ts'

/** What one node adds to a client's window, which begins at `nowMs` if none is open. */
export interface Addition {
  /** Which limit is counted, and whose. */
  readonly limiter: string
  readonly client: string
  readonly amount: number
  readonly nowMs: number
  readonly windowMs: number
}

/** The counts of all nodes. */
export interface SharedCounts {
  /** Number of nodes that may answer requests now, drained and silent ones included; at least 1. */
  nodeCount(): number
  /** Returns the window after the addition. */
  add(addition: Addition): Promise<{ readonly endsAt: number; readonly taken: number }>
}

export interface SharedCounting {
  /**
   * Returns whether this node may count `amount` more without a report. The first of a window is reported, so that the
   * window ends with that of the other nodes. The only node reports nothing.
   */
  mayCountHere(window: Window, amount: number, limit: number): boolean
  /** How much of a limit this node may count while the database does not answer. */
  ownShareOf(limit: number): number
  /**
   * Reports `amount` and all that is unreported. Returns what all nodes have counted up to and including `amount`;
   * undefined if the database does not answer, and then nothing was counted.
   */
  report(client: string, window: Window, amount: number): Promise<number | undefined>
}

interface CountingRule {
  readonly name: string
  readonly windowMs: number
  readonly reportsPerSecondMax: number
}

/** Of a limit, by all nodes together. */
const unreportedPart = 0.05
/** A request waits no longer for the counts of other nodes. */
const answerMsMax = 1_000

/** Amounts that are reported together, because they came while another report was under way. */
interface Batch {
  amount: number
  readonly total: Promise<number | undefined>
}

export function createSharedCounting(
  counts: SharedCounts,
  clock: Clock,
  rule: CountingRule,
): SharedCounting {
  const underWay = new WeakMap<Window, Promise<unknown>>()
  const next = new WeakMap<Window, Batch>()
  const spendReport = limitPerSecond(clock, rule.reportsPerSecondMax)

  async function send(
    client: string,
    window: Window,
    batch: Pick<Batch, 'amount'>,
  ): Promise<number | undefined> {
    const nowMs = clock.now()
    const { name: limiter, windowMs } = rule
    const unreported = window.taken
    const amount = unreported + batch.amount
    window.taken = 0
    window.reporting = unreported
    const answer = spendReport()
      ? await firstOf(clock, counts.add({ limiter, client, amount, nowMs, windowMs }))
      : undefined
    window.reporting = 0
    if (answer === undefined) {
      window.taken += unreported
      return undefined
    }
    window.known = answer.taken
    window.isShared = true
    window.endsAt = Math.min(answer.endsAt, nowMs + windowMs)
    return answer.taken
  }

  function openBatch(client: string, window: Window): Batch {
    const before = underWay.get(window)
    const report = async () => {
      await before
      next.delete(window)
      return send(client, window, batch)
    }
    const batch: Batch = { amount: 0, total: report() }
    next.set(window, batch)
    underWay.set(window, batch.total)
    return batch
  }

  return {
    mayCountHere({ taken, reporting, isShared }, amount, limit) {
      const nodes = counts.nodeCount()
      if (nodes === 1) return true
      const unreportedMax = Math.floor((limit * unreportedPart) / nodes)
      return isShared && taken + reporting + amount <= unreportedMax
    },
    ownShareOf: (limit) => Math.floor(limit / counts.nodeCount()),
    async report(client, window, amount) {
      const batch = next.get(window) ?? openBatch(client, window)
      batch.amount += amount
      const upToHere = batch.amount
      const total = await batch.total
      return total === undefined ? undefined : total - batch.amount + upToHere
    },
  }
}

/** Returns undefined if the work fails or takes too long. */
function firstOf<Result>(clock: Clock, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(answerMsMax, () => resolve(undefined))
    const end = (result: Result | undefined) => {
      cancel()
      resolve(result)
    }
    work.then(end, () => end(undefined))
  })
}

/** Returns a function that returns true at most `max` times in each second. */
function limitPerSecond(clock: Clock, max: number): () => boolean {
  let second = 0
  let spent = 0
  return () => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) {
      second = now
      spent = 0
    }
    spent += 1
    return spent <= max
  }
}
