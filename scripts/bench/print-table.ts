// Prints results as one table: name, ours, peer or limit, ratio, limit asked, hoped for, verdict.

import type { Limit, Line, Measured, Verdict } from './row.ts'

/** A line of the table with its result. */
export interface Result {
  readonly row: string
  readonly line: Line
  readonly measured: Measured
  readonly verdict: Verdict
}

const head = ['row', 'ours', 'peer or limit', 'ratio', 'asked', 'hoped', 'verdict'] as const

export function tableOf(results: readonly Result[]): string {
  const rows = [head, ...results.map(cellsOf)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join(
    '\n',
  )
}

/** Returns the text under the table: the details of each line. */
export function detailsOf(results: readonly Result[]): string {
  return results
    .flatMap(({ line, measured }) => {
      const details = measured.kind === 'not-run' ? [measured.why] : (measured.details ?? [])
      return details.map((detail) => `${line.label}: ${detail}`)
    })
    .join('\n')
}

/** The last line: how many lines missed, and which of them are medians. */
export function closingOf(results: readonly Result[], seconds: number): string {
  const missed = results.filter(isMissed).length
  const counts = [...new Set(results.map(runsOf).filter((runs) => runs > 1))]
  const medians = counts.length === 0 ? [] : [`Medians of ${counts.join(' or ')} runs.`]
  const once = results.filter((result) => runsOf(result) === 1)
  const names = new Set(once.map(({ row, line }) => (isOnce(row, results) ? row : line.label)))
  const single = names.size === 0 ? [] : [`Measured once: ${[...names].join(', ')}.`]
  const lines = results.length === 1 ? '1 line' : `${results.length} lines`
  return [`${lines} in ${seconds} s, ${missed} missed.`, ...medians, ...single].join(' ')
}

export function isMissed({ verdict }: Result): boolean {
  return verdict === 'MISSED' || verdict === 'failed'
}

/** 0 for a line that was not run. */
function runsOf({ measured }: Result): number {
  return measured.kind === 'not-run' ? 0 : (measured.runs ?? 1)
}

function isOnce(row: string, results: readonly Result[]): boolean {
  return results.every((result) => result.row !== row || runsOf(result) <= 1)
}

function cellsOf({ line, measured, verdict }: Result): readonly string[] {
  const { limit, unit } = line
  const asked = [askedIn(limit, unit), hopedIn(limit, unit), verdict]
  if (measured.kind === 'not-run') return [line.label, '', '', '', ...asked]
  if (measured.kind === 'ratio') {
    const { figure, name } = measured.peer
    const peer = `${showFigure(figure, unit)} (${name})`
    return [line.label, showFigure(measured.ours, unit), peer, showRatio(measured.ratio), ...asked]
  }
  const max = limit.kind === 'figure' ? limit.atMost : Number.NaN
  const ratio = showRatio(measured.ours / max)
  return [line.label, showFigure(measured.ours, unit), showFigure(max, unit), ratio, ...asked]
}

function askedIn(limit: Limit, unit: Line['unit']): string {
  if ('atLeast' in limit) return `>= ${limit.atLeast}`
  return `<= ${limit.kind === 'figure' ? showFigure(limit.atMost, unit) : limit.atMost}`
}

function hopedIn(limit: Limit, unit: Line['unit']): string {
  if (limit.hoped === undefined) return ''
  return limit.kind === 'figure' ? showFigure(limit.hoped, unit) : String(limit.hoped)
}

function showRatio(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2)
}

function showFigure(figure: number, unit: Line['unit']): string {
  const shown = figure >= 100 ? Math.round(figure).toLocaleString('en-GB') : figure.toFixed(2)
  const text = shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`.trim()
}
