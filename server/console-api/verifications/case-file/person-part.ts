// The person's details: the client's claims beside the provider's readings. Pure.

import type { MatchVerdict } from '../../../matching/match-verdict.ts'
import { lacksLetters } from '../../printing/font-letters.ts'
import {
  block,
  type Cell,
  freeText,
  ink,
  inWords,
  type PagePart,
  section,
  styled,
  unbroken,
} from '../../printing/page-parts.ts'
import type { PersonalDetails } from '../verification-detail.ts'
import type { LocalizedCaseFile } from './case-file.ts'

const colours: Readonly<Record<MatchVerdict, string>> = {
  match: ink.approved,
  unclear: ink.error,
  mismatch: ink.declined,
  not_compared: ink.quiet,
}

export function personPart(file: LocalizedCaseFile): PagePart {
  const { words, person } = file
  const { column } = words
  if (person === undefined) return block(words.section.person, [styled(words.erased, 'quiet')])
  const table = section({
    title: words.section.person,
    widths: [98, '*', '*', 120],
    head: ['', column.claimed, column.read, column.comparison],
    rows: [...comparedRows(file, person), ...restRows(file, person)],
    empty: words.none,
  })
  const missing = hasForeignLetters(person)
    ? [{ ...styled(words.lettersMissing, 'code'), margin: [0, -10, 0, 14] }]
    : []
  return unbroken({ stack: [table, ...missing] })
}

function comparedRows({ words, show }: LocalizedCaseFile, { comparison }: PersonalDetails) {
  return comparison.fields.map(({ field, claimed, read, verdict, reason }): readonly Cell[] => {
    const value = (text: string) => (field === 'date_of_birth' ? show.date(text) : freeText(text))
    return [
      styled(words.field[field], 'quiet'),
      claimed === undefined ? styled(words.notClaimed, 'quiet') : value(claimed),
      read === undefined ? styled(words.notRead, 'quiet') : value(read),
      {
        stack: [
          { text: words.verdict[verdict], color: colours[verdict], bold: true },
          styled(inWords(words.label.comparison, reason), 'code'),
        ],
      },
    ]
  })
}

function restRows({ words, show }: LocalizedCaseFile, { claims, readings }: PersonalDetails) {
  const { consentGivenAt: consent, consentNotice: notice } = claims
  const { expiresOn } = readings
  const claimed = (name: string, value: Cell): readonly Cell[] => [
    styled(name, 'quiet'),
    value,
    '',
    '',
  ]
  return [
    [
      styled(words.field.expires, 'quiet'),
      '',
      expiresOn === undefined ? styled(words.notRead, 'quiet') : show.date(expiresOn),
      '',
    ],
    ...(consent === undefined
      ? []
      : [claimed(words.field.consent, show.instant(Date.parse(consent)))]),
    ...(notice === undefined ? [] : [claimed(words.field.notice, freeText(notice))]),
  ]
}

function hasForeignLetters({ claims, comparison }: PersonalDetails): boolean {
  const shown = comparison.fields.flatMap(({ claimed = '', read = '' }) => [claimed, read])
  return [...shown, claims.consentNotice ?? ''].some(lacksLetters)
}
