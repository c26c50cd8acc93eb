// What stands on the pages of a case file: the decision, the person, the checks, the pictures, the reviews
// and the time line of one verification. Pure.

import { toIso } from '../kernel/clock.ts'
import { bandOf } from '../scoring/bands.ts'
import { scoreOf } from '../scoring/score.ts'
import { reasons } from '../verifications/reasons.ts'
import type { Pages } from './print-pdf.ts'
import type { OpenedCase, PersonalDetails } from './read-case.ts'
import { type Moment, timeLineOf } from './time-line.ts'

export interface CaseFile {
  readonly opened: OpenedCase
  /** undefined where they were erased. */
  readonly person: PersonalDetails | undefined
  /** JPEG, by role. */
  readonly pictures: readonly { readonly role: string; readonly jpeg: Buffer }[]
  /** Opened notes, by entry. */
  readonly notes: ReadonlyMap<string, string>
  readonly madeAt: number
  readonly madeBy: string
}

type Line = readonly string[]

export function caseFilePages(file: CaseFile): Pages {
  const { id } = file.opened.verification
  return {
    pageSize: 'A4',
    pageMargins: [40, 48, 40, 48],
    info: { title: `Verification ${id}`, creationDate: new Date(file.madeAt) },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
    styles: { title: { fontSize: 16, bold: true }, section: { fontSize: 11, bold: true } },
    footer: (page: number, pages: number) => ({
      text: `${id} · ${toIso(file.madeAt)} · ${file.madeBy} · ${page} / ${pages}`,
      fontSize: 7,
      margin: [40, 12, 40, 0],
    }),
    content: [
      { text: 'Verification case file', style: 'title' },
      table([90, '*'], summaryOf(file)),
      section('The person: claimed, and read on the document'),
      table([90, '*', '*', 90], [['', 'Claimed', 'Read', 'Compared'], ...personOf(file)]),
      section('Checks'),
      table([90, 70, '*'], [['Check', 'Result', 'Seen'], ...checksOf(file)]),
      section('Pictures'),
      ...picturesOf(file),
      section('Reviews'),
      table([110, 90, 90, '*'], [['When (UTC)', 'Who', 'What', 'Note'], ...reviewsOf(file)]),
      section('Time line'),
      table([110, 110, '*'], [['When (UTC)', 'What', 'More'], ...momentsOf(file)]),
    ],
  }
}

function section(text: string) {
  return { text, style: 'section', margin: [0, 14, 0, 4] }
}

function table(widths: readonly (number | '*')[], lines: readonly Line[]) {
  const body = lines.map((line) => [...line])
  return {
    table: { widths: [...widths], body },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 0],
  }
}

function summaryOf({ opened: { verification, review } }: CaseFile): readonly Line[] {
  const { scoring } = verification
  const score = scoreOf(scoring)
  const progress = review?.review.progress
  return [
    ['Id', verification.id],
    ['Environment', verification.environment],
    ['Document', `${verification.country} ${verification.idType}`],
    ['External reference', verification.externalRef ?? 'none'],
    ['Submitted', toIso(verification.createdAt)],
    [
      'Completed',
      verification.completedAt === undefined ? 'not yet' : toIso(verification.completedAt),
    ],
    ['Status', verification.status],
    [
      'Reasons',
      verification.reasons.map((code) => `${code}: ${reasons[code].message}`).join('\n') || 'none',
    ],
    [
      'Score',
      score
        ? `${score.score} (${bandOf(score.score).band}), confidence ${score.confidence}, ${score.modelVersion}`
        : scoring.state,
    ],
    ['Features', score ? score.featuresUsed.join(', ') : ''],
    ['Flags', score?.flags.join(', ') || 'none'],
    [
      'Review',
      progress?.state === 'closed'
        ? `${progress.outcome}: ${progress.reasons.join(', ')}`
        : (progress?.state ?? 'none'),
    ],
  ]
}

function personOf({ person }: CaseFile): readonly Line[] {
  if (person === undefined) return [['Erased', '', '', '']]
  const { claims, readings, comparison } = person
  return [
    ...comparison.fields.map(({ field, claimed, read, verdict, reason }) => [
      field,
      claimed ?? '',
      read ?? '',
      `${verdict} (${reason})`,
    ]),
    ['expires_on', '', readings.expiresOn ?? '', ''],
    ['consent', [claims.consentGivenAt, claims.consentNotice].filter(Boolean).join(', '), '', ''],
  ]
}

function checksOf({ opened: { verification } }: CaseFile): readonly Line[] {
  return [
    ...verification.checks.map(({ check, result, reason = '' }) => [check, result, reason]),
    ...verification.findings.map(({ role, code, figure, limit, unit }) => [
      `${role} picture`,
      code,
      `${figure} ${unit}, limit ${limit}`,
    ]),
  ]
}

const pictureSide = 340

function picturesOf({ pictures, opened: { trace } }: CaseFile) {
  if (pictures.length === 0) return [{ text: 'None are kept.' }]
  return pictures.map(({ role, jpeg }) => {
    const kept = trace.pictures.find((one) => one.role === role)
    return {
      unbreakable: true,
      stack: [
        {
          image: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
          fit: [pictureSide, pictureSide],
        },
        { text: `${role}, SHA-256 of the file as it was sent: ${kept?.sha256 ?? ''}`, fontSize: 7 },
      ],
      margin: [0, 4, 0, 8],
    }
  })
}

function reviewsOf({ opened: { review }, notes }: CaseFile): readonly Line[] {
  if (review === undefined) return []
  return review.entries.map(({ id, at, kind, author, details }) => {
    const { finding, about, outcome, reasons: given = [], rejection } = details
    const said = [kind, finding, about, outcome, rejection, ...given].filter(Boolean)
    return [toIso(at), author?.name ?? '', said.join(' '), notes.get(id) ?? '']
  })
}

function momentsOf({ opened: { verification, trace, review } }: CaseFile): readonly Line[] {
  return timeLineOf(verification, trace, review).map((moment) => [
    toIso(moment.at),
    moment.kind,
    detailsOf(moment),
  ])
}

function detailsOf({ what, memberName, deliveryId, number, status }: Moment): string {
  const attempt = number === undefined ? undefined : `attempt ${number}`
  return [what, memberName, deliveryId, attempt, status]
    .filter((one) => one !== undefined)
    .join(' ')
}
