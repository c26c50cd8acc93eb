// Splits a text for printing into runs of one font and one direction, because pdfmake knows neither. Pure.

import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'

/** The package's types say that it is a module with a default; it is the function itself. */
const createBidi: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = createBidi()

export type Direction = 'ltr' | 'rtl'

export interface LetterRun {
  /** Without marks of direction; brackets are mirrored where they have to be. */
  readonly text: string
  readonly isArabic: boolean
  /** Of the Unicode bidirectional algorithm (UAX 9): odd from right to left. */
  readonly level: number
  /** Where it begins and ends in the text. */
  readonly from: number
  readonly to: number
}

/** Letters and vowel signs, whose runs the font itself draws from right to left. */
const arabicLetter = /[\p{Script=Arabic}\u064b-\u065f\u0670\u200c\u200d]/u
/** Signs of the Arabic font that other letters use too. */
const arabicSign = /[\u060c\u061b\u061f\u0640]/
/** They have no glyph. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

export function hasArabic(text: string): boolean {
  return arabicLetter.test(text) || arabicSign.test(text)
}

/**
 * The runs in the order of reading. Whatever else stands from right to left is a run of its own, sign by sign, so that
 * the order of the runs is the order of the signs.
 */
export function letterRuns(text: string, direction: Direction): readonly LetterRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const runs: LetterRun[] = []
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (directionMark.test(letter)) continue
    const level = levels[at] ?? 0
    const before = runs.at(-1)
    const isBesideArabic = letter === ' ' && (before?.isArabic ?? false)
    const isArabic = isBesideArabic || hasArabic(letter)
    const isWord = isBesideArabic || arabicLetter.test(letter)
    const joins = level % 2 === 0 || (isWord && isArabicWord(before))
    if (before?.to === at && before.level === level && before.isArabic === isArabic && joins) {
      runs[runs.length - 1] = { ...before, text: before.text + letter, to: at + 1 }
    } else runs.push({ text: drawn(letter, level), isArabic, level, from: at, to: at + 1 })
  }
  return runs
}

/** Signs without letters would be drawn from left to right. */
function isArabicWord(run: LetterRun | undefined): boolean {
  return run !== undefined && arabicLetter.test(run.text)
}

function drawn(letter: string, level: number): string {
  return level % 2 === 0 ? letter : (bidi.getMirroredCharacter(letter) ?? letter)
}

/** The items of a line in the order of drawing, from the left (UAX 9, rule L2). */
export function inVisualOrder<Item extends { readonly level: number }>(
  items: readonly Item[],
): readonly Item[] {
  const order = [...items]
  const highest = Math.max(0, ...items.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from
      while ((order[to]?.level ?? 0) >= level) to += 1
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  }
  return order
}
