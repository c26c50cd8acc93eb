// Prints the letters of one value, each from its cell of the sheet, along the document's baseline.
// Pure.

import { type Canvas, type Ink, type InkSheet, printArea } from './canvas.ts'
import type { FormValue, LetterSet } from './form-plans.ts'

/** @throws Error for a letter that is not in the set: a value is never printed in part */
export function printValue(
  canvas: Canvas,
  { sheet, set }: { readonly sheet: InkSheet; readonly set: LetterSet },
  { place, turnDegrees, text }: PrintedValue,
): void {
  const turn = (turnDegrees * Math.PI) / 180
  const [red = 0, green = 0, blue = 0] = place.ink
  const ink: Ink = [red, green, blue]
  for (const { cell, along } of setLetters(set, place, text)) {
    const x = Math.round(place.x + along * Math.cos(turn)) - set.inset
    const y = Math.round(place.y + along * Math.sin(turn)) - set.baseline
    const area = {
      x: (cell % set.perRow) * set.cellWidth,
      y: set.top + Math.floor(cell / set.perRow) * set.cellHeight,
      width: set.cellWidth,
      height: set.cellHeight,
    }
    printArea({ sheet, area }, canvas, { to: { x, y }, ink })
  }
}

interface PrintedValue {
  readonly place: FormValue
  readonly turnDegrees: number
  readonly text: string
}

interface SetLetter {
  readonly cell: number
  /** Pixels from the start of the value to the letter. */
  readonly along: number
}

function setLetters(
  set: LetterSet,
  { spacing, spread, isRightAligned }: FormValue,
  text: string,
): readonly SetLetter[] {
  const cells = [...set.letters]
  // A cell may contain a whole word.
  const letters = (cells.includes(text) ? [text] : [...text]).map((letter) => {
    const cell = cells.indexOf(letter)
    const advance = set.advances[cell]
    if (advance === undefined) throw new Error('a letter of the specimens has not been drawn')
    return { cell, advance }
  })
  if (spread !== undefined) {
    const step = spread / letters.length
    return letters.map(({ cell, advance }, index) => ({
      cell,
      along: step * (index + 0.5) - advance / 2,
    }))
  }
  const total = letters.reduce((sum, { advance }) => sum + advance + spacing, 0)
  let along = isRightAligned ? -total : 0
  return letters.map(({ cell, advance }) => {
    const at = along
    along += advance + spacing
    return { cell, along: at }
  })
}
