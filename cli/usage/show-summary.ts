// Lays out a summary of usage as a table, with bars on a terminal.

import type { UsageGroupJson, UsageSummaryJson } from '../../server/api/usage/usage-api.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import type { Grouping } from '../../server/usage/summarise.ts'
import type { Sink } from '../io.ts'
import { day } from '../text/instant-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

interface Labels {
  /** Names of API keys, by id. */
  readonly names: ReadonlyMap<string, string>
  /** The environment shown; undefined for both. */
  readonly environment: Environment | undefined
}

const barCharacters = 24
/** Blocks of 0 to 7 eighths of a character, for the end of a bar. */
const partsOfBar = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Leaves out days and months without events. */
export function withoutIdle(summary: UsageSummaryJson): UsageSummaryJson {
  const { group_by: by, items } = summary
  if (by !== 'day' && by !== 'month') return summary
  return { ...summary, items: items.filter(({ events }) => events > 0) }
}

/** Returns one line a group and the total below, with a bar each on a terminal; zeros are dimmed. */
export function summaryText(sink: Sink, summary: UsageSummaryJson, labels: Labels): string {
  const total: UsageGroupJson = { group: 'Total', ...summary.totals }
  const rows = [...summary.items, total]
  const most = Math.max(0, ...summary.items.map(({ quantity }) => quantity))
  const width = (cell: (row: UsageGroupJson) => string, title: string) =>
    Math.max(title.length, ...rows.map((row) => cell(row).length))
  const number = (title: string, of: (row: UsageGroupJson) => number, isExtra = false) => {
    const cell = (row: UsageGroupJson) => thousands(of(row))
    const characters = width(cell, title)
    return {
      title: title.padStart(characters),
      cell: (row: UsageGroupJson) => cell(row).padStart(characters),
      isExtra,
      paint: (text: string) => (text.trim() === '0' ? sink.style('dim', text) : text),
    }
  }
  const bar: TableColumn<UsageGroupJson> = {
    title: '',
    cell: (row) => (row === total ? '' : barOf(row.quantity, most)),
    isExtra: true,
    paint: (text) => sink.style('cyan', text),
  }
  const columns: readonly TableColumn<UsageGroupJson>[] = [
    ...groupColumns(summary.group_by, labels),
    number('VERIFIED', (row) => row.by_type['kyc.verify'].quantity),
    number('SCORED', (row) => row.by_type['score.get'].quantity),
    number('TOTAL', (row) => row.quantity),
    number('BILLABLE', (row) => row.billable_quantity, true),
    ...(sink.isTerminal ? [bar] : []),
  ]
  return `${sink.style('dim', headingOf(summary, labels))}\n${renderTable(sink, columns, rows)}`
}

const titles = { day: 'DAY', month: 'MONTH', type: 'TYPE', api_key: 'KEY' } as const

/** Ids are never cut, so that they can be copied; the name of a key may be. */
function groupColumns(
  grouping: Grouping,
  { names }: Labels,
): readonly TableColumn<UsageGroupJson>[] {
  const group: TableColumn<UsageGroupJson> = { title: titles[grouping], cell: (row) => row.group }
  if (grouping !== 'api_key') return [group]
  return [group, { title: 'NAME', cell: (row) => names.get(row.group) ?? '', shrinks: true }]
}

function headingOf({ from, to }: UsageSummaryJson, { environment }: Labels): string {
  const where = environment ?? 'live and sandbox'
  return `Usage, ${where}, ${periodOf(from, to)}`
}

/** Whole days by their first and last day; the instant after the period otherwise. */
function periodOf(from: string, to: string): string {
  if (!isMidnight(from) || !isMidnight(to)) {
    return `from ${timeOf(from)} to before ${timeOf(to)} (UTC)`
  }
  return `${timeOf(from)} to ${day(Date.parse(to) - 1)}, UTC days`
}

/** Shows midnight as the day only. */
function timeOf(instant: string): string {
  return isMidnight(instant) ? instant.slice(0, 10) : instant
}

function isMidnight(instant: string): boolean {
  return instant.endsWith('T00:00:00.000Z')
}

/** `1,234,567` */
function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

function barOf(value: number, most: number): string {
  if (value <= 0 || most <= 0) return ''
  const eighths = Math.max(1, Math.round((value / most) * barCharacters * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + (partsOfBar[eighths % 8] ?? '')
}
