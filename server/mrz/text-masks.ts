// The masks in which the lines of a zone are looked for, one after the other: what finds them on a plain page loses
// them between frames and waves. Pure.

import type { GreyPicture } from './grey-picture.ts'
import { letterMask } from './letter-mask.ts'
import { inkDepths, otsu, type TextMask } from './text-mask.ts'

/** Levels by which print is darker than its ground. */
const thresholdMin = 14
const thresholdMax = 60
const strictMin = 21
const strictMax = 90
const otsuShare = 0.9

/**
 * Yields the marks that may be letters, then all marks, then the letters of the darkest print alone, which the waves of
 * the ground do not join. The picture has at most 1 000 pixels on its long side.
 */
export function* textMasks(picture: GreyPicture): Generator<TextMask> {
  const { width, height } = picture
  const depths = inkDepths(picture)
  const deeperThan = (least: number): TextMask => ({
    marks: depths.map((level) => (level > least ? 1 : 0)),
    width,
    height,
  })
  const threshold = Math.min(thresholdMax, Math.max(thresholdMin, otsu(depths) * otsuShare))
  const all = deeperThan(threshold)
  yield letterMask(all)
  yield all
  const darkest = otsu(depths.filter((level) => level > threshold)) * otsuShare
  yield letterMask(deeperThan(Math.min(strictMax, Math.max(strictMin, darkest))))
}
