// Draws the letters of the demo's documents into one grey image, one cell for each, and measures the width of each.
// Arabic joins its letters, so its cells hold the whole names.

import sharp from 'sharp'
import { arabicWords } from '../../server/demo/invented/arabic-names.ts'
import type { LetterSet } from '../../server/demo/specimens/form-plans.ts'
import { families, svg, type TextStyle, text } from './drawing.ts'

export interface LetterSetWanted {
  readonly size: number
  readonly family: string | undefined
  readonly weight: TextStyle['weight'] | undefined
  readonly isArabic: boolean
}

const printed = " -'./,0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZÀÇÈÉÊËÎÏÔÙÛcm"
const machineReadable = '<0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function setName({ size, family, isArabic }: LetterSetWanted): string {
  if (isArabic) return `arabic-${size}`
  return family === families.mono ? `machine-${size}` : `print-${size}`
}

const sheetWidth = 1_600
/** Measured large, so that widths are exact. */
const measuredSize = 200

export async function drawLetters(wanted: readonly LetterSetWanted[]) {
  const sets: Record<string, LetterSet> = {}
  const drawn: string[] = []
  let top = 0
  for (const one of wanted) {
    const letters = lettersOf(one)
    const cellWidth = one.isArabic ? 400 : Math.ceil(one.size * 1.25)
    const cellHeight = Math.ceil(one.size * 1.6)
    const baseline = Math.round(one.size * 1.15)
    const perRow = Math.floor(sheetWidth / cellWidth)
    const style = styleOf(one, one.size)
    const inset = 3
    for (const [index, letter] of letters.entries()) {
      const x = (index % perRow) * cellWidth + inset
      const y = top + Math.floor(index / perRow) * cellHeight + baseline
      drawn.push(text(x, y, letter, { ...style, anchor: 'start' }))
    }
    const advances = await Promise.all(letters.map((letter) => advanceOf(letter, one)))
    sets[setName(one)] = {
      top,
      cellWidth,
      cellHeight,
      baseline,
      perRow,
      inset,
      letters: one.isArabic ? [...letters] : letters.join(''),
      advances,
    }
    top += Math.ceil(letters.length / perRow) * cellHeight
  }
  const sheet = await sharp(Buffer.from(svg(sheetWidth, top, '', drawn.join(''))))
    .flatten({ background: 'black' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
  return { sheet, sets }
}

function lettersOf({ family, isArabic }: LetterSetWanted): readonly string[] {
  if (isArabic) return arabicWords()
  return [...(family === families.mono ? machineReadable : printed)]
}

function styleOf({ family, weight }: LetterSetWanted, size: number): TextStyle {
  return { size, fill: '#ffffff', ...(family && { family }), ...(weight && { weight }) }
}

/** By how much a letter drives apart the two between which it stands. */
async function advanceOf(letter: string, wanted: LetterSetWanted): Promise<number> {
  const style = styleOf(wanted, measuredSize)
  const inkWidth = async (content: string) => {
    const drawing = svg(3_600, 400, '', text(100, 250, content, style))
    const { info } = await sharp(Buffer.from(drawing))
      .flatten({ background: 'black' })
      .trim()
      .toBuffer({ resolveWithObject: true })
    return info.width
  }
  const width = wanted.isArabic
    ? await inkWidth(letter)
    : (await inkWidth(`I${letter}I`)) - (await inkWidth('II'))
  return Math.round((width * wanted.size * 100) / measuredSize) / 100
}
