// Puts the outcome of a check into words: for the command line in English, for the console in its language. Pure.

import type { CheckGroup, CheckState, DoctorCheckName } from './check-names.ts'
import type { CheckValues, DoctorResult } from './outcome.ts'

/** Texts of one finding; `_one`, `_many` and `_other` end the names of those that depend on a count. */
type FindingTexts = Readonly<Record<string, string>>

/** The shape of data/reference/checks/LANGUAGE.json. */
export interface CheckTexts {
  readonly groups: Readonly<Record<CheckGroup, string>>
  readonly states: Readonly<Record<CheckState, string>>
  readonly checks: Readonly<
    Record<
      DoctorCheckName,
      { readonly name: string; readonly findings: Readonly<Record<string, FindingTexts>> }
    >
  >
  /** Findings that every check may have. */
  readonly shared: Readonly<Record<string, FindingTexts>>
}

/** How the reader's language writes values. */
export interface ShowValues {
  readonly language: string
  number(value: number): string
  bytes(bytes: number): string
  duration(milliseconds: number): string
  /** @param iso with milliseconds and `Z` */
  instant(iso: string): string
}

interface CheckText {
  readonly name: string
  readonly finding: string
  /** What to do; undefined if there is nothing to do. */
  readonly advice: string | undefined
}

/** Its values are those of the JSON. */
type Told = Pick<DoctorResult, 'name' | 'code' | 'values'>

/** @throws Error if there is no text for the code */
export function checkText(texts: CheckTexts, told: Told, show: ShowValues): CheckText {
  const { name, code, values = {} } = told
  const check = texts.checks[name]
  const finding = check.findings[code] ?? texts.shared[code]
  const text = finding && pick(finding, 'finding', values, show)
  if (finding === undefined || text === undefined) throw new Error(`no text for ${name} ${code}`)
  const advice = pick(finding, 'advice', values, show)
  return {
    name: check.name,
    finding: fill(text, values, show),
    advice: advice && fill(advice, values, show),
  }
}

/** Picks the form that the count takes in the language. */
function pick(
  texts: FindingTexts,
  part: 'finding' | 'advice',
  { count }: CheckValues,
  { language }: ShowValues,
): string | undefined {
  const form = new Intl.PluralRules(language).select(Number(count ?? 0))
  return texts[`${part}_${form}`] ?? texts[`${part}_other`] ?? texts[part]
}

function fill(text: string, values: CheckValues, show: ShowValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = values[name] ?? ''
    const written = typeof value === 'number' ? shown(name, value, show) : value
    const filled = name.endsWith('_at') ? show.instant(String(value)) : written
    // Where text runs from right to left, a value would move the punctuation beside it.
    return show.language === 'ar' ? `\u2068${filled}\u2069` : filled
  })
}

/** The unit is last in the name of a value. */
function shown(name: string, value: number, show: ShowValues): string {
  if (name === 'bytes' || name.endsWith('_bytes')) return show.bytes(value)
  if (name.endsWith('_ms')) return show.duration(value)
  if (/(?:^|_)(?:pid|id|sequence|stored|known)$/.test(name)) return String(value)
  return show.number(value)
}
