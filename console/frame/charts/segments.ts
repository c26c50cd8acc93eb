// The segments of a stacked bar, with a gap where two touch.

import { yAt } from './chart-place.ts'

/** Between segments, in pixels. */
export const segmentGap = 2
/** So that a small count does not disappear. */
const heightMin = 1

interface Segment {
  /** Of the count. */
  readonly index: number
  readonly y: number
  readonly height: number
}

/** @param counts from the bottom; those of 0 have no segment */
export function segmentsOf(counts: readonly number[], top: number): readonly Segment[] {
  let foot = 0
  return counts.flatMap((count, index) => {
    if (count === 0) return []
    const gap = foot === 0 ? 0 : segmentGap
    const lower = yAt(foot / top)
    foot += count
    const y = yAt(foot / top)
    return [{ index, y, height: Math.max(lower - y - gap, heightMin) }]
  })
}
