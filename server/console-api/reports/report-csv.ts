// Writes a report as CSV: one number a row, with the period and the filter on each, so that rows of several files can
// be put together. Pure.

import { type CsvCell, csvLines, spreadsheetMark } from '../../kernel/csv.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import { codeKinds, timeKinds } from './report.ts'
import type { ReportJson } from './report-json.ts'

const columns = [
  'environment',
  'market',
  'from',
  'to',
  'unfinished_at',
  'figure',
  'code',
  'country',
  'id_type',
  'day',
  'value',
] as const

/** A day is empty for the whole period; `compared` and `before` are totals of the hours that are compared. */
export function reportCsv(report: ReportJson, separator: CsvSeparator): Buffer {
  const { environment, country, period, at } = report
  const filter = [
    environment,
    country ?? 'all',
    period.from,
    period.to,
    period.is_unfinished ? at : undefined,
  ]
  const rows = [
    ...figureRows(report),
    ...codeRows(report),
    ...timeRows(report),
    ...rateRows(report),
  ]
  const lines = [[...columns], ...rows.map((row) => [...filter, ...row])]
  return Buffer.from(spreadsheetMark + csvLines(lines, separator))
}

type Row = readonly CsvCell[]

interface Counted {
  readonly total: number
  readonly compared: number | null
  readonly before: number | null
  readonly by_day: readonly number[]
}

function countedRows(name: string, code: string, days: readonly string[], counted: Counted): Row[] {
  const { total, compared, before, by_day } = counted
  const ofHours =
    before === null
      ? []
      : [
          [`${name}_compared`, code, undefined, undefined, undefined, compared],
          [`${name}_before`, code, undefined, undefined, undefined, before],
        ]
  return [
    [name, code, undefined, undefined, undefined, total],
    ...ofHours,
    ...days.map((day, at) => [name, code, undefined, undefined, day, by_day[at]]),
  ]
}

function figureRows({ figures, decided_by_staff, days }: ReportJson): Row[] {
  return Object.entries({ ...figures, decided_by_staff }).flatMap(([name, figure]) =>
    countedRows(name, '', days, figure),
  )
}

function codeRows({ codes, days }: ReportJson): Row[] {
  return codeKinds.flatMap((kind) =>
    codes[kind].flatMap((one) => {
      const name = kind === 'declined' || kind === 'error' ? `${kind}_reason` : kind
      return countedRows(name, one.code, days, one)
    }),
  )
}

function timeRows({ times, days }: ReportJson): Row[] {
  return timeKinds.flatMap((kind) => {
    const { by_day: byDay, ...all } = times[kind]
    const parts = (['median_ms', 'p95_ms'] as const).map((name) => ({
      name: `${kind}_${name}`,
      all: all[name],
      byDay: byDay.map((one) => one[name]),
    }))
    return parts.flatMap(({ name, all: total, byDay: values }) => [
      [name, '', undefined, undefined, undefined, total],
      ...days.map((day, at) => [name, '', undefined, undefined, day, values[at]]),
    ])
  })
}

function rateRows({ approval_rates: rates }: ReportJson): Row[] {
  return rates.flatMap(({ country, id_type, ...counts }) =>
    Object.entries(counts).map(([name, value]) => [
      name === 'rate' ? 'approval_rate' : name,
      '',
      country,
      id_type,
      undefined,
      value,
    ]),
  )
}
