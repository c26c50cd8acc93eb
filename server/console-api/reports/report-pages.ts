// The pages of a printed report: the filter, totals, approval, codes, times, and the days. Pure.

import { documentFrame, sideMargin } from '../printing/document-frame.ts'
import { figuresIn } from '../printing/figures.ts'
import type { DocumentLanguage } from '../printing/language.ts'
import { type Cell, inWords, type PagePart, section, styled } from '../printing/page-parts.ts'
import type { Pages } from '../printing/print-pdf.ts'
import { codeKinds, timeKinds } from './report.ts'
import type { ReportJson } from './report-json.ts'
import { reportWords } from './report-words.ts'

export interface PrintedReport {
  readonly report: ReportJson
  readonly language: DocumentLanguage
  readonly madeBy: string
  /** Id of the request in the audit entry of this file. */
  readonly requestId: string
}

type Local = PrintedReport & {
  readonly words: (typeof reportWords)[DocumentLanguage]
  readonly show: ReturnType<typeof figuresIn>
}

export function reportPages(printed: PrintedReport): Pages {
  const words = reportWords[printed.language]
  const local = { ...printed, words, show: figuresIn(printed.language) }
  return {
    ...documentFrame({
      language: printed.language,
      info: { title: words.title },
      madeAt: Date.parse(printed.report.at),
      top: 44,
    }),
    footer: (page: number, pages: number) => footOf(local, page, pages),
    content: [
      { text: words.title, style: 'title', margin: [0, 0, 0, 10] },
      factsPart(local),
      totalsPart(local),
      ratesPart(local),
      ...codeKinds.map((kind) => codesPart(local, kind)),
      timesPart(local),
      daysPart(local),
    ],
  }
}

function footOf({ words, show, report, madeBy, requestId }: Local, page: number, pages: number) {
  return {
    margin: [sideMargin, 14, sideMargin, 0],
    stack: [
      {
        columns: [
          { text: words.made(show.instant(Date.parse(report.at)), madeBy), style: 'foot' },
          { text: words.page(page, pages), style: 'foot', alignment: 'right', width: 'auto' },
        ],
      },
      { text: words.digest(requestId), style: 'foot' },
    ],
  }
}

function factsPart({ words, show, report }: Local): PagePart {
  const { environment, country, period, at, comparison } = report
  const { hours, before } = comparison
  const instant = (iso: string) => show.instant(Date.parse(iso))
  const compared =
    hours === null || before === null
      ? words.notCompared
      : words.compared(instant(hours.to), instant(before.from), instant(before.to))
  const dates = words.period(show.date(period.from), show.date(period.to))
  const open = period.is_unfinished ? ` ${words.unfinished(instant(at))}` : ''
  const rows = [
    [words.facts.environment, words.environment[environment]],
    [words.facts.market, country === null ? words.allMarkets : show.country(country)],
    [words.facts.period, `${dates}${open}`],
    [words.facts.comparison, compared],
  ].map(([name = '', value = '']) => [styled(name, 'quiet'), value])
  return section({ title: words.noPersonalData, widths: [98, '*'], rows, empty: '' })
}

interface Counted {
  readonly total: number
  readonly compared: number | null
  readonly before: number | null
}

function countedSection(
  { words, show }: Local,
  title: string,
  rows: readonly (readonly [Cell, Counted])[],
): PagePart {
  const { total, compared, before, change } = words.column
  const number = (value: number | null) => toRight(value === null ? '' : show.number(value))
  const isCompared = rows.some(([, figure]) => figure.before !== null)
  return section({
    title,
    widths: ['*', 60, ...(isCompared ? [88, 76, 60] : [])],
    head: ['', total, ...(isCompared ? [compared, before, change] : [])],
    numbersFrom: 1,
    rows: rows.map(([name, figure]) => [
      name,
      number(figure.total),
      ...(isCompared
        ? [number(figure.compared), number(figure.before), toRight(changeOf(figure, show))]
        : []),
    ]),
    empty: words.nothing,
  })
}

function changeOf({ compared, before }: Counted, show: Local['show']): string {
  if (compared === null || before === null) return ''
  return show.number(compared - before, { signDisplay: 'exceptZero' })
}

function toRight(text: string): PagePart {
  return { text, alignment: 'right' }
}

const figureNames = ['submitted', 'approved', 'declined', 'error'] as const

function totalsPart(local: Local): PagePart {
  const { words, report } = local
  const rows = figureNames.map((name) => [words.figure[name], report.figures[name]] as const)
  const staff = report.decided_by_staff
  const isShown = staff.total > 0 || (staff.before ?? 0) > 0
  return countedSection(local, words.section.totals, [
    ...rows,
    ...(isShown ? [[words.staff, staff] as const] : []),
  ])
}

function codesPart(local: Local, kind: (typeof codeKinds)[number]): PagePart {
  const { words, report } = local
  const labels = {
    declined: words.label.reason,
    error: words.label.reason,
    review_cause: words.label.reviewCause,
    review_outcome: words.outcome,
  }[kind]
  const rows = report.codes[kind].map((one) => [inWords(labels, one.code), one] as const)
  return countedSection(local, words.section[kind], rows)
}

function ratesPart({ words, show, report }: Local): PagePart {
  const { market, document, rate } = words.column
  const { approved, declined, error } = words.figure
  return section({
    title: words.section.rates,
    widths: ['*', '*', 60, 60, 60, 92],
    head: [market, document, approved, declined, error, rate],
    numbersFrom: 2,
    rows: report.approval_rates.map((one) => [
      show.country(one.country),
      inWords(words.label.document, one.id_type),
      toRight(show.number(one.approved)),
      toRight(show.number(one.declined)),
      toRight(show.number(one.error)),
      toRight(one.rate === null ? '' : show.percent(one.rate)),
    ]),
    empty: words.nothing,
  })
}

function timesPart({ words, show, report }: Local): PagePart {
  const timeText = timeTextIn({ words, show })
  return section({
    title: words.section.times,
    widths: ['*', 90, 90],
    head: ['', words.column.median, words.column.p95],
    numbersFrom: 1,
    rows: timeKinds.map((kind) => {
      const { median_ms: median, p95_ms: p95 } = report.times[kind]
      return [words.time[kind], toRight(timeText(median)), toRight(timeText(p95))]
    }),
    empty: words.nothing,
  })
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** In the largest unit of which there are at least two. */
function timeTextIn({ words, show }: Pick<Local, 'words' | 'show'>) {
  return (time: number | null): string => {
    if (time === null) return ''
    const [unit, size] = units.find(([, ms]) => time >= 2 * ms) ?? ['ms', 1]
    const value = time / size
    const digits = value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
    return `${show.number(digits)}\u00a0${words.unit[unit]}`
  }
}

function daysPart({ words, show, report }: Local): PagePart {
  const { days, figures, codes, times } = report
  const outcome = (code: string) => codes.review_outcome.find((one) => one.code === code)?.by_day
  const lastAt = report.period.is_unfinished ? days.length - 1 : -1
  const timeText = timeTextIn({ words, show })
  return section({
    title: words.section.days,
    widths: [68, '*', '*', '*', '*', '*', '*', '*', '*'],
    numbersFrom: 1,
    head: [
      words.column.day,
      ...figureNames.map((name) => words.figure[name]),
      words.outcome.confirm,
      words.outcome.dispute,
      words.column.median,
      words.column.p95,
    ],
    rows: days.map((day, at) => [
      { text: `${show.date(day)}${at === lastAt ? ' *' : ''}`, noWrap: true },
      ...figureNames.map((name) => toRight(show.number(figures[name].by_day[at] ?? 0))),
      toRight(show.number(outcome('confirm')?.[at] ?? 0)),
      toRight(show.number(outcome('dispute')?.[at] ?? 0)),
      toRight(timeText(times.result.by_day[at]?.median_ms ?? null)),
      toRight(timeText(times.result.by_day[at]?.p95_ms ?? null)),
    ]),
    empty: words.nothing,
  })
}
