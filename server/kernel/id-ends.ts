// The last four characters of ids. Search finds ids by them, and an index of random ends would have another page to
// change for every row of a commit: here ids that are made together have ends that stand together.

import { pairOf } from './base32-pair.ts'
import { drawSixteenBits } from './random-bytes.ts'

const momentMs = 16
const endsOfMoment = 1024

/**
 * Returns a function that gives the end of a new id. The first two characters are drawn at random every 16 ms; the last
 * two differ among the ids of such a moment. They go up by steps of a length that is drawn for the moment, so that the
 * ends of two ids do not show at a glance how many were made in between.
 */
export function createIdEnds(): (nowMs: number) => string {
  let moment = Number.NaN
  let left = 0
  let firstPair = ''
  let last = 0
  let step = 1

  function begin(current: number): void {
    moment = current
    left = endsOfMoment
    firstPair = pairOf(drawSixteenBits())
    last = drawSixteenBits()
    // With an odd step all ends come once before one comes again.
    step = drawSixteenBits() | 1
  }

  return (nowMs) => {
    const current = Math.floor(nowMs / momentMs)
    if (current !== moment || left === 0) begin(current)
    left -= 1
    last = (last + step) % endsOfMoment
    return firstPair + pairOf(last)
  }
}
