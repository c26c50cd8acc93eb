// The statistics of a face model on labelled pairs: its threshold, its false matches and its false non-matches, with
// exact intervals. Pure.

import type { ErrorRate, Measurement } from './face-measurement.ts'

/** Similarities from -1 to 1 of pairs of pictures. */
interface Similarities {
  /** Of pairs that show one person. */
  readonly same: readonly number[]
  /** Of pairs that show two persons. */
  readonly different: readonly number[]
}

/** Without one false non-match among them, up to 3.6 % of them may still fail (the upper end of the interval). */
const samePairsMin = 100

/** Of an interval at 95 %, on either side. */
const tail = 0.025

/**
 * Takes the lowest threshold at which the whole interval of the false match rate is at most `falseMatchRate` (0 to 1).
 * How many false matches that allows follows from the number of pairs alone, before their similarities are seen, so
 * that choosing the threshold on the same pairs does not flatter it.
 */
export function measure({ same, different }: Similarities, falseMatchRate: number): Measurement {
  const differentPairsMin = differentPairsNeeded(falseMatchRate)
  if (same.length < samePairsMin || different.length < differentPairsMin) {
    return { kind: 'too_few', samePairsMin, differentPairsMin }
  }
  const allowed = falseMatchesAllowed(different.length, falseMatchRate)
  const threshold = different.toSorted((one, other) => other - one)[allowed] ?? 1
  const isMatch = (similarity: number) => similarity > threshold
  return {
    kind: 'measured',
    threshold,
    falseMatch: rate(different.filter(isMatch).length, different.length),
    falseNonMatch: rate(same.filter((one) => !isMatch(one)).length, same.length),
  }
}

/**
 * Returns how many pairs of two persons are needed before the interval of no false match at all ends at the rate: about
 * 3.7 / rate. (The rule of three is the same for a bound on one side alone.)
 */
export function differentPairsNeeded(falseMatchRate: number): number {
  return Math.ceil(Math.log(tail) / Math.log1p(-falseMatchRate))
}

/** Returns the greatest number of false matches that still shows a rate of at most `falseMatchRate`. */
function falseMatchesAllowed(total: number, falseMatchRate: number): number {
  let allowed = 0
  for (const atMost of cumulative(total, falseMatchRate)) {
    if (atMost > tail) break
    allowed += 1
  }
  return Math.max(0, allowed - 1)
}

export function rate(count: number, total: number): ErrorRate {
  const low = count === 0 ? 0 : shareWhere(count - 1, total, 1 - tail)
  const high = count === total ? 1 : shareWhere(count, total, tail)
  return { count, total, share: count / total, low, high }
}

/** Returns the share at which `count` or fewer of `total` have the probability `wanted`. */
function shareWhere(count: number, total: number, wanted: number): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (atMostCount(count, total, middle) > wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function atMostCount(count: number, total: number, share: number): number {
  let at = 0
  for (const atMost of cumulative(total, share)) {
    if (at === count) return atMost
    at += 1
  }
  return 1
}

/**
 * Yields the binomial probabilities of at most 0, 1, 2 ... of `total`; in logarithms, which do not run out of range.
 */
function* cumulative(total: number, share: number): Generator<number> {
  const [logShare, logRest] = [Math.log(share), Math.log1p(-share)]
  let logChoices = 0
  let sum = 0
  for (let count = 0; count <= total; count += 1) {
    sum += Math.exp(logChoices + count * logShare + (total - count) * logRest)
    yield sum
    logChoices += Math.log((total - count) / (count + 1))
  }
}

/** Returns the cosine of the angle between two embeddings of the same length, neither of them zero. */
export function similarityOf(one: Float32Array, other: Float32Array): number {
  let product = 0
  let oneSquared = 0
  let otherSquared = 0
  for (let at = 0; at < one.length; at += 1) {
    const [left, right] = [one[at] ?? 0, other[at] ?? 0]
    product += left * right
    oneSquared += left * left
    otherSquared += right * right
  }
  return product / Math.sqrt(oneSquared * otherSquared)
}
