// Computes the quality figures of each reviewer: decisions, overturned ones, times, and the agreement of second
// reviewers with its 95 % interval. Pure.

import type { CheckCount, DecisionCount, WorkedTime } from './quality-counts.ts'

/** Below this number of checks a share says nothing about a person. */
export const checksMin = 10

interface Share {
  readonly share: number
  /** The Wilson interval at 95 %: the true share lies within it in 95 of 100 such samples. */
  readonly low: number
  readonly high: number
}

export interface ReviewerFigures {
  readonly userId: string
  /** Decisions that took effect, alone or approved by a second person. */
  readonly decided: number
  /** Of these, those that judged an automatic decision, and those that overturned it. */
  readonly judged: number
  readonly overturned: number
  /** Proposals that a second person rejected. */
  readonly rejected: number
  readonly worked: WorkedTime | undefined
  /** Decisions that a second reviewer decided once more. */
  readonly checks: number
  readonly agreed: number
  readonly otherReasons: number
  readonly otherOutcome: number
  /** Of the checks with the same outcome; undefined for fewer than `checksMin` checks. */
  readonly agreement: Share | undefined
}

interface Counted {
  readonly decisions: readonly DecisionCount[]
  readonly times: readonly WorkedTime[]
  readonly checks: readonly CheckCount[]
}

/** Everybody who decided something or was checked, in no order. */
export function reviewerFigures(counted: Counted): readonly ReviewerFigures[] {
  const { decisions, times, checks } = counted
  const users = new Set([...decisions, ...times, ...checks].map(({ userId }) => userId))
  return [...users].map((userId) => figuresOf(counted, userId))
}

function figuresOf({ decisions, times, checks }: Counted, userId: string): ReviewerFigures {
  const own = decisions.filter((one) => one.userId === userId)
  const effective = own.filter(({ result }) => result === 'final' || result === 'approved')
  const checked = checks.filter((one) => one.userId === userId)
  const withResult = (result: CheckCount['result']) =>
    sumOf(checked.filter((one) => one.result === result))
  const overturned = sumOf(effective.filter(({ outcome }) => outcome === 'dispute'))
  const confirmed = sumOf(effective.filter(({ outcome }) => outcome === 'confirm'))
  const [agreed, otherReasons, otherOutcome] = [
    withResult('agreed'),
    withResult('other_reasons'),
    withResult('other_outcome'),
  ]
  const made = agreed + otherReasons + otherOutcome
  return {
    userId,
    decided: sumOf(effective),
    judged: overturned + confirmed,
    overturned,
    rejected: sumOf(own.filter(({ result }) => result === 'rejected')),
    worked: times.find((one) => one.userId === userId),
    checks: made,
    agreed,
    otherReasons,
    otherOutcome,
    agreement: made < checksMin ? undefined : wilson(agreed + otherReasons, made),
  }
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** The quantile of the normal distribution for 95 % on both sides. */
const z = 1.959963984540054

/**
 * The score interval (Wilson 1927), which stays within 0 and 1 and holds for small numbers and shares near 1.
 * @param total more than 0
 */
function wilson(count: number, total: number): Share {
  const share = count / total
  const middle = share + z ** 2 / (2 * total)
  const spread = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  const scale = 1 + z ** 2 / total
  const within = (value: number) => Math.min(1, Math.max(0, value))
  return { share, low: within((middle - spread) / scale), high: within((middle + spread) / scale) }
}
