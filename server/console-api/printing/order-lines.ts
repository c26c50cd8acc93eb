// Puts the parts of each printed line into the order of drawing. pdfmake breaks a text into lines in the order of
// reading and draws it from the left; where the parts carry levels of direction, they are moved before the line is
// aligned.

import { inVisualOrder } from './letter-runs.ts'

interface Inline {
  readonly level?: number
  readonly width: number
  x: number
}

interface Line {
  inlines: Inline[]
  readonly leadingCut: number
  readonly trailingCut: number
}

/** The part of pdfmake's `ElementWriter` that is extended. */
export interface LineWriter {
  alignLine(line: Line): void
}

/** Extends pdfmake in this thread; a second call changes nothing. */
export function orderLines(writer: LineWriter): void {
  const { alignLine } = writer
  if (alignLine.name === 'alignOrdered') return
  writer.alignLine = function alignOrdered(line) {
    if (line.inlines.some(({ level = 0 }) => level > 0)) reorder(line)
    alignLine.call(this, line)
  }
}

/** The space that ends a line from right to left hangs out at its left. */
function reorder(line: Line): void {
  const isRightToLeft = line.inlines.every(({ level = 0 }) => level > 0)
  const ordered = inVisualOrder(
    line.inlines.map((inline) => ({ inline, level: inline.level ?? 0 })),
  )
  let x = -(isRightToLeft ? line.trailingCut : line.leadingCut)
  for (const { inline } of ordered) {
    inline.x = x
    x += inline.width
  }
  line.inlines = ordered.map(({ inline }) => inline)
}
