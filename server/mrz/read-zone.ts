// Reads the zone of one picture: finds where lines of print may be one, reads them, judges.

import type { GreyPicture } from './grey-picture.ts'
import { levelLine } from './level-line.ts'
import { type LineGroup, lineGroups } from './line-groups.ts'
import type { StripShape } from './line-strip.ts'
import type { MrzReading } from './mrz-reading.ts'
import { type Miss, readGroup } from './read-group.ts'
import { type Found, isBetter, type ReadOptions } from './read-lines.ts'
import { textDirections } from './text-direction.ts'
import { textLines } from './text-lines.ts'
import { textMasks } from './text-masks.ts'
import { type TurnedMask, turnMask } from './turned-mask.ts'

/** Groups of lines tried in each direction. */
const groupsMax = 3
/**
 * A picture is given up after two groups that are surely other print, after three without a trace of a zone, or after
 * four that are none: of 149 zones that were read in hard pictures only two were not the first group.
 */
const patienceLost: Readonly<Record<Miss, number>> = {
  print: 1 / 2,
  traceless: 1 / 3 + Number.EPSILON,
  unread: 1 / 4,
}

/** `fine` has at most 2 000 pixels on its long side, `coarse` at most 1 000 of the same picture. */
export async function readZone(
  fine: GreyPicture,
  coarse: GreyPicture,
  options: ReadOptions,
): Promise<MrzReading> {
  let best: Found | undefined
  let fruitless = 0
  for (const shapes of candidates(fine, coarse, options)) {
    const found = await readGroup(fine, shapes, options)
    if (typeof found === 'string') {
      fruitless += patienceLost[found]
      if (fruitless >= 1 && best === undefined) break
      continue
    }
    if (best === undefined || isBetter(found, best)) best = found
    if (found.verdict === 'valid') return readingOf(found)
  }
  return best === undefined ? { verdict: 'no_zone' } : readingOf(best)
}

/** Yields each place once, though several masks show it; none once the time is over. */
function* candidates(
  fine: GreyPicture,
  coarse: GreyPicture,
  { isLate }: ReadOptions,
): Generator<readonly StripShape[]> {
  const scale = fine.width / coarse.width
  const tried: (readonly StripShape[])[] = []
  for (const mask of textMasks(coarse)) {
    if (isLate()) return
    for (const angle of textDirections(mask)) {
      const turned = turnMask(mask, angle)
      for (const group of lineGroups(textLines(turned)).slice(0, groupsMax)) {
        const shapes = shapesOf(group, turned, scale).map((shape) => levelLine(fine, shape))
        if (tried.some((others) => isSamePlace(shapes, others))) continue
        if (isLate()) return
        tried.push(shapes)
        yield shapes
      }
    }
  }
}

/** In heights of the print. */
const samePlaceMax = 0.25

function isSamePlace(some: readonly StripShape[], others: readonly StripShape[]): boolean {
  if (some.length !== others.length) return false
  return some.every((one, index) => {
    const other = others[index]
    if (other === undefined) return false
    const far = Math.max(
      Math.hypot(one.from.x - other.from.x, one.from.y - other.from.y),
      Math.hypot(one.to.x - other.to.x, one.to.y - other.to.y),
      Math.abs(one.textHeight - other.textHeight),
    )
    return far <= samePlaceMax * one.textHeight
  })
}

function shapesOf(group: LineGroup, turned: TurnedMask, scale: number): readonly StripShape[] {
  const onPicture = (x: number, y: number) => {
    const point = turned.back(x, y)
    return { x: (point.x + 0.5) * scale, y: (point.y + 0.5) * scale }
  }
  return group.map(({ left, right, rise, offset, height }) => ({
    from: onPicture(left - 0.5, rise * left + offset),
    to: onPicture(right + 0.5, rise * right + offset),
    textHeight: height * scale,
    sag: 0,
    characters: group.length === 3 ? 30 : 44,
  }))
}

function readingOf({ chosen, shapes, verdict }: Found): MrzReading {
  const top = shapes[0]
  const bottom = shapes.at(-1)
  if (top === undefined || bottom === undefined) return { verdict: 'no_zone' }
  const above = edge(top, -zoneHeights)
  const below = edge(bottom, zoneHeights)
  return {
    verdict,
    lines: chosen.lines,
    document: chosen.document,
    zone: {
      topLeft: above.from,
      topRight: above.to,
      bottomRight: below.to,
      bottomLeft: below.from,
    },
    confidence: chosen.confidence,
  }
}

/** From the middle of an outer line to the zone's edge, in heights of its print. */
const zoneHeights = 0.8

/** The line between the ends, moved down by so many heights of its print. */
function edge({ from, to, textHeight }: StripShape, heights: number) {
  const moved = (heights * textHeight) / Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] = [-(to.y - from.y) * moved, (to.x - from.x) * moved]
  return { from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } }
}
