// Everything that happened to the verification, oldest first. Pure.

import type { AuditAction } from '../../audit/audit.ts'
import { type Moment, timeLineOf } from '../time-line.ts'
import { inWords, type Writing } from './case-file.ts'
import type { CaseFileLabels } from './case-file-words.ts'
import { type Cell, coded, foreign, type Part, section, styled } from './page-parts.ts'

export function timeLinePart(writing: Writing): Part {
  const { words, show, opened } = writing
  const { when, what, details } = words.column
  const moments = timeLineOf(opened.verification, opened.trace, opened.review).filter(
    ({ kind, what: action }) => kind !== 'looked' || !toldByEntries.includes(action),
  )
  return section({
    title: words.section.timeLine,
    widths: [92, 170, '*'],
    head: [when, what, details],
    rows: moments.map((moment) => [show.second(moment.at), ...saidOf(writing, moment)]),
    empty: words.none,
  })
}

function saidOf({ words, opened }: Writing, moment: Moment): readonly [Cell, Cell] {
  const { label } = words
  const { kind, what = '', memberName, deliveryId = '', status } = moment
  const title = label.moment[kind]
  const by = foreign(memberName ?? '')
  switch (kind) {
    case 'concluded':
      return [title, coded(inWords(label.status, what), what)]
    case 'review_entry':
      return [inWords(label.entry, what), by]
    case 'looked':
      return [lookOf(label, what), by]
    case 'metered':
      return [title, coded(inWords(words.usage, what), what)]
    case 'webhook_queued':
      return [title, styled([what, deliveryId].join(' · '), 'quiet')]
    case 'webhook_attempted': {
      const said = moment.what === undefined ? words.delivered : inWords(label.deliveryError, what)
      const answer = status === undefined ? [] : [`HTTP\u00a0${status}`]
      return [words.attempt(moment.number ?? 1), [said, ...answer].join(' · ')]
    }
    case 'provider_accepted':
      return [title, foreign(opened.trace.provider?.reference ?? '')]
    case 'submitted':
    case 'upload_started':
    case 'scored':
    case 'scoring_skipped':
    case 'review_opened':
      return [title, what]
  }
}

const looks: Readonly<Record<string, string>> = {
  'verification.viewed': 'viewed',
  'verification.personal_details_viewed': 'person',
  'verification.pictures_viewed': 'pictures',
  'verification.exported': 'exported',
  'verification.erased': 'erased',
}

const handlings: Readonly<Record<string, 'claimed' | 'released'>> = {
  'review.claimed': 'claimed',
  'review.released': 'released',
}

/** What the audit log has of an entry that stands here already, by the hand that wrote it. */
const toldByEntries: readonly (string | undefined)[] = [
  'verification.reviewed',
  'review.opened',
  'review.noted',
  'review.finding_added',
  'review.proposed',
  'review.approved',
  'review.rejected',
  'review.proposal_voided',
] satisfies AuditAction[]

/** An action that is not known here is told by its name in the audit log. */
function lookOf({ look, handling }: CaseFileLabels, action: string): string {
  const handled = handlings[action]
  if (handled !== undefined) return handling[handled]
  return inWords(look, looks[action] ?? action)
}
