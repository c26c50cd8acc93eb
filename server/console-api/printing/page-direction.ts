// Turns the description of pages into one that pdfmake prints right: Arabic letters get their font, and pages in Arabic
// are mirrored. Each part of a text carries its level for `order-lines.ts`. Pure.

import { printableText } from './font-letters.ts'
import { type Direction, hasArabic, type LetterRun, letterRuns } from './letter-runs.ts'

type Node = Readonly<Record<string, unknown>>

export const arabicFont = 'NotoSansArabic'

export function directed(pages: Node): Node {
  const direction = pages.language === 'ar' ? 'rtl' : 'ltr'
  const { header, footer, content, watermark, defaultStyle } = pages
  const turn = (part: unknown) => directedPart(part, direction)
  return {
    ...pages,
    content: turn(content),
    ...(isPrinter(header)
      ? { header: (...given: readonly unknown[]) => turn(header(...given)) }
      : {}),
    ...(isPrinter(footer)
      ? { footer: (...given: readonly unknown[]) => turn(footer(...given)) }
      : {}),
    ...(isNode(watermark) ? { watermark: directedWatermark(watermark) } : {}),
    ...(direction === 'rtl' && isNode(defaultStyle)
      ? { defaultStyle: { ...defaultStyle, alignment: 'right' } }
      : {}),
  }
}

function directedPart(part: unknown, direction: Direction): unknown {
  if (typeof part === 'string') return directedPart({ text: part }, direction)
  if (Array.isArray(part)) return part.map((one) => directedPart(one, direction))
  if (!isNode(part)) return part
  const turn = (one: unknown) => directedPart(one, direction)
  const isMirrored = direction === 'rtl'
  const { text, stack, columns, table, layout } = part
  return {
    ...part,
    ...(isMirrored ? mirroredPlace(part) : {}),
    ...(text === undefined ? {} : { text: directedText(text, direction) }),
    ...(stack === undefined ? {} : { stack: turn(stack) }),
    ...(Array.isArray(columns) ? { columns: inOrder(columns.map(turn), isMirrored) } : {}),
    ...(isNode(table) ? { table: directedTable(table, turn, isMirrored) } : {}),
    ...(isNode(layout) && isMirrored ? { layout: mirroredLayout(layout) } : {}),
  }
}

function mirroredPlace({ margin, alignment }: Node): Node {
  const [left, top, right, bottom] = Array.isArray(margin) ? margin : []
  return {
    ...(right === undefined ? {} : { margin: [right, top, left, bottom] }),
    ...(alignment === 'right' ? { alignment: 'left' } : {}),
  }
}

function directedTable(table: Node, turn: (part: unknown) => unknown, isMirrored: boolean): Node {
  const { widths, body } = table
  const rows: readonly unknown[] = Array.isArray(body) ? body : []
  return {
    ...table,
    widths: Array.isArray(widths) ? inOrder(widths, isMirrored) : widths,
    body: rows.map((row) => {
      const cells: readonly unknown[] = Array.isArray(row) ? row : []
      const [first] = cells
      // A heading over all columns has to stay the first cell.
      const isWhole = isNode(first) && first.colSpan === cells.length
      return inOrder(cells.map(turn), isMirrored && !isWhole)
    }),
  }
}

/** The padding of the first column becomes that of the last. */
function mirroredLayout(layout: Node): Node {
  const { paddingLeft, paddingRight } = layout
  const mirrored = (padding: unknown) => (column: number, node: { readonly table: Node }) => {
    const { widths } = node.table
    const last = Array.isArray(widths) ? widths.length - 1 : 0
    return isPrinter(padding) ? padding(last - column, node) : 0
  }
  return { ...layout, paddingLeft: mirrored(paddingRight), paddingRight: mirrored(paddingLeft) }
}

function inOrder<One>(list: readonly One[], isMirrored: boolean): readonly One[] {
  return isMirrored ? list.toReversed() : list
}

/** A part of a text with its own style. */
interface Leaf {
  readonly text: string
  readonly style: Node
}

/** Levels depend on the whole text, so its parts are joined before it is split into runs. */
function directedText(given: unknown, direction: Direction): unknown {
  const text = inFont(given)
  const leaves = leavesOf(text, {})
  const whole = leaves.map((leaf) => leaf.text).join('')
  if (direction === 'ltr' && !hasArabic(whole)) return text
  const runs = letterRuns(whole, direction)
  let end = 0
  return leaves.flatMap(({ text: own, style }) => {
    const from = end
    end += own.length
    return runs.flatMap((run) =>
      partOf(run, { from, to: end }).map((part) => ({ ...style, ...part })),
    )
  })
}

function inFont(text: unknown): unknown {
  if (typeof text === 'string') return printableText(text)
  if (Array.isArray(text)) return text.map(inFont)
  return isNode(text) && 'text' in text ? { ...text, text: inFont(text.text) } : text
}

/** What a run has between two places of the whole text; one letter at least. */
function partOf(
  run: LetterRun,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Node[] {
  const text = run.text.slice(Math.max(from - run.from, 0), Math.max(to - run.from, 0))
  if (text === '' || run.to <= from) return []
  return [{ text, level: run.level, ...(run.isArabic ? { font: arabicFont } : {}) }]
}

function leavesOf(text: unknown, style: Node): readonly Leaf[] {
  if (Array.isArray(text)) return text.flatMap((one) => leavesOf(one, style))
  if (!isNode(text)) return [{ text: String(text ?? ''), style }]
  const { text: inner, ...own } = text
  return leavesOf(inner, { ...style, ...own })
}

/** One run: its words are drawn one after the other from the left. */
function directedWatermark(watermark: Node): Node {
  const text = String(watermark.text)
  if (!hasArabic(text)) return watermark
  return { ...watermark, text: text.split(' ').reverse().join(' '), font: arabicFont }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPrinter(value: unknown): value is (...given: readonly unknown[]) => unknown {
  return typeof value === 'function'
}
