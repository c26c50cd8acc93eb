// Lays out rows as aligned columns, fitted to the width of the terminal if there is one.

import type { Sink } from '../io.ts'
import { cleanValue } from './clean-text.ts'

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  /** Cut with `…` if the terminal is too narrow. */
  readonly shrinks?: boolean
  /** Left out if the terminal is still too narrow, the last such column first; the sink notes it. */
  readonly isExtra?: boolean
  /** Colours the cell after it was cut and padded. */
  readonly paint?: (text: string) => string
}

const gap = '  '
const shrunkCharactersMin = 8

/**
 * Returns the table with a line break at the end; only the titles if there are no rows.
 * @param width in characters, that of the terminal if there is one
 */
export function renderTable<Row>(
  sink: Sink,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  width = sink.width,
): string {
  const all = columns.map((column) => layOutColumn(column, rows))
  const shown = fit(all, width)
  const isShown = new Set(shown.map(({ column }) => column))
  const leftOut = columns.filter((column) => !isShown.has(column)).map(({ title: name }) => name)
  // A bar has no title and repeats a number that is still shown.
  sink.leaveOut(leftOut.filter((name) => name !== ''))
  const title = joinCells(shown.map(({ column, width: taken }) => pad(column.title, taken)))
  const lines = rows.map((_row, index) =>
    joinCells(
      shown.map(({ column, width: taken, cells }) => {
        const text = pad(cells[index] ?? '', taken)
        return column.paint?.(text) ?? text
      }),
    ),
  )
  return `${[sink.style('bold', title), ...lines].join('\n')}\n`
}

/**
 * Returns lines of `label   value`; a fact without a value is left out.
 * @param textWidth values that would be longer go on in the next line, between words
 */
export function renderFacts(
  sink: Sink,
  facts: readonly (readonly [label: string, value: string | undefined])[],
  textWidth = Number.POSITIVE_INFINITY,
): string {
  const known = facts.filter((fact) => fact[1] !== undefined)
  const width = Math.max(0, ...known.map(([label]) => label.length))
  const room = textWidth - width - gap.length
  const margin = `\n${' '.repeat(width + gap.length)}`
  const lines = known.map(([label, value]) => {
    const text = wrapped(cleanValue(value ?? ''), room).join(margin)
    return `${sink.style('dim', label.padEnd(width))}${gap}${text}`
  })
  return `${lines.join('\n')}\n`
}

/** A word that is too long has a line of its own. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || lengthOf(last) + 1 + lengthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

interface LaidOut<Row> {
  readonly column: TableColumn<Row>
  readonly cells: readonly string[]
  readonly width: number
}

function layOutColumn<Row>(column: TableColumn<Row>, rows: readonly Row[]): LaidOut<Row> {
  const cells = rows.map((row) => cleanValue(column.cell(row)))
  return { column, cells, width: Math.max(...[column.title, ...cells].map(lengthOf)) }
}

/** Cuts columns that may shrink, then leaves out extra columns from the right, until the rows fit. */
function fit<Row>(
  columns: readonly LaidOut<Row>[],
  available = Number.POSITIVE_INFINITY,
): readonly LaidOut<Row>[] {
  let excess = sum(columns.map(({ width }) => width + gap.length)) - gap.length - available
  const cut = columns.map((one) => {
    const spare = one.column.shrinks ? Math.max(0, one.width - shrunkCharactersMin) : 0
    const given = Math.max(0, Math.min(excess, spare))
    excess -= given
    return { ...one, width: one.width - given }
  })
  const extra = columns.findLastIndex(({ column }) => column.isExtra)
  return excess > 0 && extra !== -1 ? fit(columns.toSpliced(extra, 1), available) : cut
}

function pad(text: string, width: number): string {
  const characters = [...text]
  const cut = characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text
  return cut + ' '.repeat(width - lengthOf(cut))
}

function joinCells(cells: readonly string[]): string {
  return cells.join(gap).trimEnd()
}

function lengthOf(text: string): number {
  return [...text].length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
