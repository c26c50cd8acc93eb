// What became of the live verifications of the usage model: read from the verifications themselves, not
// from what was metered for them.

import { count, type Outcomes } from './usage-operations.ts'

export interface LiveEndings {
  /** A score was asked for with the submission, and came with its end. */
  readonly attached: number
  /** It was asked for and the engine gave none. */
  readonly skipped: number
  readonly unanswered: number
  readonly statuses: Readonly<Record<string, number>>
}

/** As much of a verification as tells what it must have cost. */
export interface LiveEnd {
  readonly status: string
  readonly reasons?: readonly { readonly code: string }[]
  readonly completed_at: string | null
  readonly score: { readonly computedAt: string } | null
}

type ReadEnd = (verificationId: string) => Promise<LiveEnd>

/** Adds to `outcomes` what each must have been metered for at its end. */
export async function expectLive(outcomes: Outcomes, read: ReadEnd): Promise<LiveEndings> {
  const endings = { attached: 0, skipped: 0, unanswered: 0 }
  const statuses: Record<string, number> = {}
  for (const [id, { isScoreAsked }] of outcomes.live) {
    const end = await read(id)
    statuses[end.status] = (statuses[end.status] ?? 0) + 1
    if (isAnswered(end)) count(outcomes, id, 'verification')
    else endings.unanswered += 1
    const isAttached = isScoreAsked && cameWithEnd(end)
    if (isAttached) count(outcomes, id, 'score_requested')
    if (isAttached) endings.attached += 1
    else if (isScoreAsked && end.status !== 'error') endings.skipped += 1
  }
  return { ...endings, statuses }
}

/** Of the errors that the stand-in brings about, all but the empty wallet are answers of the provider. */
function isAnswered({ reasons = [] }: LiveEnd): boolean {
  return reasons.every(({ code }) => code !== 'provider_wallet_empty')
}

/** A score that came with the end was computed before it; one that was retrieved, after. */
function cameWithEnd({ score, completed_at: completedAt }: LiveEnd): boolean {
  if (score === null || completedAt === null) return false
  return Date.parse(score.computedAt) <= Date.parse(completedAt)
}

/** Those whose score would have to be computed, at most so many. */
export async function findUnscored(outcomes: Outcomes, read: ReadEnd, max: number) {
  const unscored: string[] = []
  for (const id of outcomes.live.keys()) {
    const { status, score } = await read(id)
    if (status !== 'error' && score === null) unscored.push(id)
    if (unscored.length === max) break
  }
  return unscored
}
