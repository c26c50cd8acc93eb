// Building blocks for the pages of printed documents. A section's heading is the first row of its table, so that it is
// never alone at the end of a page and is repeated where the table continues. Pure.

export type PagePart = Readonly<Record<string, unknown>>
export type Cell = string | PagePart

export const ink = {
  quiet: '#5b6470',
  line: '#d5d9de',
  heading: '#0b4f53',
  approved: '#1a6b3c',
  declined: '#a8261b',
  error: '#8a5300',
  pending: '#445064',
  review: '#5b3fa6',
} as const

/** The styles are declared in `documentFrame`. */
export function styled(text: string, style: 'quiet' | 'code' | 'strong'): PagePart {
  return { text, style }
}

/** Longer words are broken at any letter, because they would push their column off the page. */
const wordLettersMax = 22

/** Text from users or other systems, whose words may be of any length. */
export function freeText(text: string): PagePart {
  const words = text.split(/(?<=\s)/)
  return {
    text: words.map((word) =>
      word.length > wordLettersMax ? { text: word, wordBreak: 'break-all' } : word,
    ),
  }
}

/** A label followed by its code, unless both are the same. */
export function coded(words: string, code: string): PagePart {
  if (words.toLowerCase() === code) return { text: words }
  return { text: [words, { text: `  ${code}`, style: 'code' }] }
}

/** Returns the label of a code, or the code itself if it has none. */
export function inWords(labels: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(labels, code) ? (labels[code] ?? code) : code
}

interface Section {
  readonly title: string
  readonly widths: readonly (number | '*')[]
  /** Column headings; none for rows that begin with a name. */
  readonly head?: readonly string[]
  /** Index of the first column of numbers, whose headings stand at the right as the numbers do. */
  readonly numbersFrom?: number
  readonly rows: readonly (readonly Cell[])[]
  /** Shown when there are no rows. */
  readonly empty: string
  /** Whether a row may continue on the next page, because it may be longer than a page. */
  readonly mayBreakRows?: boolean
}

export function section(options: Section): PagePart {
  const { title, widths, head = [], numbersFrom, rows, empty, mayBreakRows = false } = options
  if (rows.length === 0) return block(title, [styled(empty, 'quiet')])
  const isNumber = (at: number) => numbersFrom !== undefined && at >= numbersFrom
  const headCells = head.map((text, at) => ({
    text,
    style: 'head',
    ...(isNumber(at) ? { alignment: 'right' } : {}),
  }))
  const heads = headCells.length === 0 ? [] : [headCells]
  return {
    table: {
      widths,
      headerRows: 1 + heads.length,
      keepWithHeaderRows: 1,
      dontBreakRows: !mayBreakRows,
      body: [titleRow(title, widths.length), ...heads, ...rows.map((row) => [...row])],
    },
    layout: linesUnder(1),
    margin: [0, 0, 0, gap],
  }
}

/** Keeps a part on one page; only for parts shorter than a page. */
export function unbroken(part: PagePart): PagePart {
  return { unbreakable: true, stack: [part] }
}

/** A heading with content other than a table, kept on one page. */
export function block(title: string, content: readonly PagePart[]): PagePart {
  const table = { widths: ['*'], body: [titleRow(title, 1)] }
  const heading = { table, layout: linesUnder(1), margin: [0, 0, 0, 4] }
  return { unbreakable: true, stack: [heading, ...content], margin: [0, 0, 0, gap] }
}

const gap = 16

function titleRow(title: string, columns: number): readonly Cell[] {
  const heading = { text: title, style: 'section', colSpan: columns, headlineLevel: 1 }
  return [heading, ...Array.from({ length: columns - 1 }, () => '')]
}

/** A line under the heading, thin lines under the other rows, none at the sides. */
function linesUnder(headings: number): PagePart {
  return {
    hLineWidth: (line: number) => (line === 0 ? 0 : line === headings ? 0.8 : 0.4),
    vLineWidth: () => 0,
    hLineColor: (line: number) => (line === headings ? ink.heading : ink.line),
    paddingLeft: (column: number) => (column === 0 ? 0 : 6),
    paddingRight: () => 6,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  }
}
