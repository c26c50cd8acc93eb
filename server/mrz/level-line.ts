// Moves a line of print that was found roughly onto the middle of its letters, as the fine picture shows them. Pure.

import { brightnessAt, type GreyPicture } from './grey-picture.ts'
import { type StripShape, sagAt } from './line-strip.ts'

/** Stretches of the line that are measured, each by a grid of samples. */
const stretches = 14
const columns = 36
const rows = 31
/** Above and below the middle, in heights of the print: the next line is farther away. */
const reach = 0.85
const contrastMin = 18
/** In heights: stretches farther from the line than this follow a stain, and a line is not moved farther. */
const straysMax = [0.45, 0.18, 0.18]
const moveMax = 0.9

/** Stretches that must be measured for a bend, and how much of the line they span. */
const bentMin = 9
const bentSpan = 0.6

interface Middle {
  /** Along the line, 0 to 1. */
  readonly along: number
  /** Below the line, in heights of the print. */
  readonly below: number
}

/** Two looks: what stands far from the line at first is cut off at the edge of what is measured. */
export function levelLine(picture: GreyPicture, shape: StripShape): StripShape {
  return levelOnce(picture, levelOnce(picture, shape))
}

function levelOnce(picture: GreyPicture, shape: StripShape): StripShape {
  const middles = Array.from({ length: stretches }, (_, index) =>
    middleOf(picture, shape, index),
  ).filter((middle) => middle !== undefined)
  let fit = straightFit(middles)
  let used = middles
  for (const stray of straysMax) {
    used = middles.filter(({ along, below }) => Math.abs(fit(along) - below) <= stray)
    if (used.length < stretches / 2) return shape
    fit = bentFit(used) ?? straightFit(used)
  }
  const [start, middle, end] = [fit(0), fit(0.5), fit(1)]
  if (Math.abs(start) > moveMax || Math.abs(end) > moveMax) return shape
  const { from, to, textHeight } = shape
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const down = {
    x: (-(to.y - from.y) / length) * textHeight,
    y: ((to.x - from.x) / length) * textHeight,
  }
  return {
    ...shape,
    from: { x: from.x + down.x * start, y: from.y + down.y * start },
    to: { x: to.x + down.x * end, y: to.y + down.y * end },
    sag: shape.sag + (middle - (start + end) / 2) * textHeight,
  }
}

function middleOf(
  picture: GreyPicture,
  { from, to, textHeight, sag }: StripShape,
  stretch: number,
): Middle | undefined {
  const [across, down] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(across, down)
  const levels = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row += 1) {
    const level = ((row / (rows - 1)) * 2 - 1) * reach * textHeight
    for (let column = 0; column < columns; column += 1) {
      const along = (stretch + (column + 0.5) / columns) / stretches
      const below = level + sagAt(sag, along)
      const x = from.x + across * along - (down / length) * below
      const y = from.y + down * along + (across / length) * below
      levels[row * columns + column] = brightnessAt(picture, x, y)
    }
  }
  const sorted = levels.toSorted()
  const ground = sorted[Math.floor(sorted.length * 0.75)] ?? 0
  const ink = sorted[Math.floor(sorted.length * 0.03)] ?? 0
  if (ground - ink < contrastMin) return undefined
  const threshold = ground - 0.45 * (ground - ink)
  let [count, sum] = [0, 0]
  for (const [at, level] of levels.entries()) {
    if (level > threshold) continue
    count += 1
    sum += Math.floor(at / columns)
  }
  if (count < columns / 2) return undefined
  return {
    along: (stretch + 0.5) / stretches,
    below: ((sum / count / (rows - 1)) * 2 - 1) * reach,
  }
}

function straightFit(middles: readonly Middle[]): (along: number) => number {
  const count = Math.max(1, middles.length)
  const meanAlong = middles.reduce((sum, { along }) => sum + along, 0) / count
  const meanBelow = middles.reduce((sum, { below }) => sum + below, 0) / count
  let [over, under] = [0, 0]
  for (const { along, below } of middles) {
    over += (along - meanAlong) * (below - meanBelow)
    under += (along - meanAlong) ** 2
  }
  const rise = under === 0 ? 0 : over / under
  return (along) => meanBelow + rise * (along - meanAlong)
}

/** A parabola by least squares; undefined where too little of the line was measured to say how it bends. */
function bentFit(middles: readonly Middle[]): ((along: number) => number) | undefined {
  const first = middles[0]?.along ?? 1
  const last = middles.at(-1)?.along ?? 0
  if (middles.length < bentMin || last - first < bentSpan) return undefined
  const straight = straightFit(middles)
  // What the straight line leaves over, against how a parabola differs from its own straight line.
  const bow = straightFit(middles.map(({ along }) => ({ along, below: along * along })))
  let [over, under] = [0, 0]
  for (const { along, below } of middles) {
    const bent = along * along - bow(along)
    over += bent * (below - straight(along))
    under += bent * bent
  }
  const bend = under === 0 ? 0 : over / under
  return (along) => straight(along) + bend * (along * along - bow(along))
}
