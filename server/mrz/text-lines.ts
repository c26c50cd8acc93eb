// Finds level lines of print in a turned mask: runs of marks, joined into pieces, pieces into lines. Pure.

import type { TextMask } from './text-mask.ts'

/** In pixels of the turned mask; the middle of the line is at `rise * x + offset`. */
export interface TextLine {
  readonly left: number
  readonly right: number
  readonly rise: number
  readonly offset: number
  readonly height: number
}

/** Shares of the width of the mask. */
const gapShare = 0.022
const joinShare = 0.06
const lineShare = 0.18
/** Width of a line in heights, at least. */
const slimness = 7
const marksMin = 12

/** Returns the long lines, each at least 18 % of the width of the document side. */
export function textLines(mask: TextMask): readonly TextLine[] {
  const side = Math.max(mask.width, mask.height)
  const pieces = piecesOf(mask, Math.round(mask.width * gapShare))
    .map(fitLine)
    .filter((line) => line !== undefined)
  return joinPieces(pieces, side * joinShare).filter((line) => {
    const width = line.right - line.left
    return width >= lineShare * Math.min(mask.width, side) && width >= slimness * line.height
  })
}

/** The columns of a piece: for each its highest and lowest mark, or -1. */
interface Piece {
  readonly left: number
  readonly tops: number[]
  readonly bottoms: number[]
}

interface Run {
  readonly y: number
  readonly from: number
  readonly to: number
}

/** Marks that hang together, over gaps of so many pixels in a row. */
export function piecesOf(mask: TextMask, gap: number): readonly Piece[] {
  const runs = runsOf(mask, gap)
  const parent = Int32Array.from(runs, (_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parent[root] !== root) root = parent[root] ?? root
    parent[index] = root
    return root
  }
  let above = 0
  for (const [index, run] of runs.entries()) {
    while ((runs[above]?.y ?? 0) < run.y - 1) above += 1
    for (let other = above; (runs[other]?.y ?? run.y) < run.y; other += 1) {
      const near = runs[other]
      if (near === undefined || near.from > run.to || near.to < run.from) continue
      parent[rootOf(other)] = rootOf(index)
    }
  }
  const groups = new Map<number, Run[]>()
  for (const [index, run] of runs.entries()) {
    const root = rootOf(index)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [run])
    else group.push(run)
  }
  return [...groups.values()].map((group) => pieceOf(group, mask))
}

/** Stretches of marks in each row, with gaps filled. */
function runsOf({ marks, width, height }: TextMask, gap: number): readonly Run[] {
  const runs: Run[] = []
  for (let y = 0; y < height; y += 1) {
    let from = -1
    let last = -1
    for (let x = 0; x < width; x += 1) {
      if (marks[y * width + x] !== 1) continue
      if (from >= 0 && x - last > gap) {
        runs.push({ y, from, to: last })
        from = x
      } else if (from < 0) from = x
      last = x
    }
    if (from >= 0) runs.push({ y, from, to: last })
  }
  return runs
}

function pieceOf(runs: readonly Run[], { marks, width }: TextMask): Piece {
  const left = Math.min(...runs.map(({ from }) => from))
  const right = Math.max(...runs.map(({ to }) => to))
  const tops = new Array<number>(right - left + 1).fill(-1)
  const bottoms = new Array<number>(right - left + 1).fill(-1)
  for (const { y, from, to } of runs) {
    for (let x = from; x <= to; x += 1) {
      if (marks[y * width + x] !== 1) continue
      if ((tops[x - left] ?? -1) < 0) tops[x - left] = y
      bottoms[x - left] = y
    }
  }
  return { left, tops, bottoms }
}

const heightQuantile = 0.8
const mediansMax = 1.45

function fitLine({ left, tops, bottoms }: Piece): TextLine | undefined {
  const columns = tops
    .map((top, index) => ({
      x: left + index,
      y: (top + (bottoms[index] ?? 0)) / 2,
      extent: (bottoms[index] ?? 0) - top + 1,
      isMarked: top >= 0,
    }))
    .filter(({ isMarked }) => isMarked)
  if (columns.length < marksMin) return undefined
  const extents = columns.map(({ extent }) => extent).toSorted((one, other) => one - other)
  const median = extents[extents.length >> 1] ?? 1
  const height = Math.min(
    extents[Math.floor(extents.length * heightQuantile)] ?? 1,
    median * mediansMax,
  )
  let used = columns
  let fit = leastSquares(used)
  for (let round = 0; round < 3; round += 1) {
    const near = used.filter(({ x, y }) => Math.abs(fit.rise * x + fit.offset - y) <= height / 2)
    if (near.length < marksMin) break
    used = near
    fit = leastSquares(used)
  }
  return { left, right: left + tops.length - 1, ...fit, height }
}

function leastSquares(points: readonly { readonly x: number; readonly y: number }[]) {
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  let [over, under] = [0, 0]
  for (const { x, y } of points) {
    over += (x - meanX) * (y - meanY)
    under += (x - meanX) ** 2
  }
  const rise = under === 0 ? 0 : over / under
  return { rise, offset: meanY - rise * meanX }
}

/** Joins pieces that follow each other on one line. */
function joinPieces(pieces: readonly TextLine[], gapMax: number): readonly TextLine[] {
  const left = pieces
    .filter((piece) => piece.right - piece.left > piece.height)
    .toSorted((one, other) => one.left - other.left)
  const lines: TextLine[] = []
  for (const piece of left) {
    const at = lines.findIndex((line) => follows(line, piece, gapMax))
    const line = lines[at]
    if (line === undefined) lines.push(piece)
    else lines[at] = joined(line, piece)
  }
  return lines
}

function middleAt({ rise, offset }: TextLine, x: number): number {
  return rise * x + offset
}

function follows(line: TextLine, next: TextLine, gapMax: number): boolean {
  const high = Math.max(line.height, next.height)
  if (next.left - line.right > gapMax || next.left < line.right - high) return false
  if (Math.min(line.height, next.height) < high * 0.55) return false
  const x = (line.right + next.left) / 2
  return Math.abs(middleAt(line, x) - middleAt(next, x)) < high * 0.4
}

function joined(line: TextLine, next: TextLine): TextLine {
  const isLonger = line.right - line.left >= next.right - next.left
  const [fromX, toX] = [(line.left + line.right) / 2, (next.left + next.right) / 2]
  const rise = (middleAt(next, toX) - middleAt(line, fromX)) / Math.max(1, toX - fromX)
  const offset = middleAt(line, fromX) - rise * fromX
  return {
    left: line.left,
    right: next.right,
    rise,
    offset,
    height: isLonger ? line.height : next.height,
  }
}
