// Reads the outcomes of the usage model's live verifications from the verifications themselves, not from their usage
// events.

import { count, type Outcomes } from './usage-operations.ts'

export interface LiveTotals {
  /** A score was requested with the submission and delivered with the outcome. */
  readonly attached: number
  /** A score was requested, but the engine returned none. */
  readonly skipped: number
  readonly unanswered: number
  readonly statuses: Readonly<Record<string, number>>
}

/** The fields of a verification that determine its cost. */
export interface LiveOutcome {
  readonly status: string
  readonly reasons?: readonly { readonly code: string }[]
  readonly completed_at: string | null
  readonly score: { readonly computedAt: string } | null
}

type ReadOutcome = (verificationId: string) => Promise<LiveOutcome>

/** Adds to `outcomes` what must have been metered for each live verification. */
export async function expectLive(outcomes: Outcomes, read: ReadOutcome): Promise<LiveTotals> {
  const totals = { attached: 0, skipped: 0, unanswered: 0 }
  const statuses: Record<string, number> = {}
  for (const [id, { isScoreRequested }] of outcomes.live) {
    const outcome = await read(id)
    statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1
    if (isAnswered(outcome)) count(outcomes, id, 'verification')
    else totals.unanswered += 1
    const isAttached = isScoreRequested && cameWithOutcome(outcome)
    if (isAttached) count(outcomes, id, 'score_requested')
    if (isAttached) totals.attached += 1
    else if (isScoreRequested && outcome.status !== 'error') totals.skipped += 1
  }
  return { ...totals, statuses }
}

/** All errors of the simulator except the empty wallet count as answers of the provider. */
function isAnswered({ reasons = [] }: LiveOutcome): boolean {
  return reasons.every(({ code }) => code !== 'provider_wallet_empty')
}

/** A score delivered with the outcome was computed before it; a retrieved score, after it. */
function cameWithOutcome({ score, completed_at: completedAt }: LiveOutcome): boolean {
  if (score === null || completedAt === null) return false
  return Date.parse(score.computedAt) <= Date.parse(completedAt)
}

/** Returns at most `max` verifications that have no score yet. */
export async function findUnscored(outcomes: Outcomes, read: ReadOutcome, max: number) {
  const unscored: string[] = []
  for (const id of outcomes.live.keys()) {
    const { status, score } = await read(id)
    if (status !== 'error' && score === null) unscored.push(id)
    if (unscored.length === max) break
  }
  return unscored
}
