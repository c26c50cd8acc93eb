// The time line of the verification, oldest first. Pure.

import type { AuditAction } from '../../../audit/audit.ts'
import {
  type Cell,
  coded,
  freeText,
  inWords,
  type PagePart,
  section,
  styled,
} from '../../printing/page-parts.ts'
import { type Moment, timeLineOf } from '../time-line.ts'
import type { LocalizedCaseFile } from './case-file.ts'
import type { CaseFileWords } from './case-file-words.ts'

export function timeLinePart(file: LocalizedCaseFile): PagePart {
  const { words, show, opened } = file
  const { when, what, details } = words.column
  const moments = timeLineOf(opened.verification, opened.trace, opened.review).filter(
    ({ kind, what: action }) => kind !== 'looked' || !coveredByEntries.includes(action),
  )
  return section({
    title: words.section.timeLine,
    widths: [92, 170, '*'],
    head: [when, what, details],
    rows: moments.map((moment) => [show.second(moment.at), ...cellsOf(file, moment)]),
    empty: words.none,
  })
}

function cellsOf({ words, opened }: LocalizedCaseFile, moment: Moment): readonly [Cell, Cell] {
  const { label } = words
  const { kind, what = '', userName, deliveryId = '', status } = moment
  const title = label.moment[kind]
  const by = freeText(userName ?? '')
  switch (kind) {
    case 'completed':
      return [title, coded(inWords(label.status, what), what)]
    case 'review_entry':
      return [inWords(label.reviewEntry, what), by]
    case 'looked':
      return [accessLabelOf(words, what), by]
    case 'metered':
      return [title, coded(inWords(words.usage, what), what)]
    case 'webhook_queued':
      return [title, styled([what, deliveryId].join(' · '), 'quiet')]
    case 'webhook_attempted': {
      const result =
        moment.what === undefined ? words.delivered : inWords(label.deliveryError, what)
      const answer = status === undefined ? [] : [`HTTP\u00a0${status}`]
      return [words.attempt(moment.number ?? 1), [result, ...answer].join(' · ')]
    }
    case 'provider_accepted':
      return [title, freeText(opened.trace.provider?.reference ?? '')]
    case 'submitted':
    case 'upload_started':
    case 'scored':
    case 'scoring_skipped':
    case 'review_opened':
      return [title, what]
  }
}

const accesses: Readonly<Record<string, string>> = {
  'verification.viewed': 'viewed',
  'verification.personal_details_viewed': 'person',
  'verification.images_viewed': 'images',
  'verification.exported': 'exported',
  'verification.erased': 'erased',
  'verification.erased_again': 'erased_again',
  'verification.images_erased': 'images_erased',
  'verification.held': 'held',
  'verification.hold_released': 'hold_released',
  'verification.relationship_ended': 'relationship_ended',
  'verification.relationship_end_corrected': 'relationship_end_corrected',
  'verification.export_handed_over': 'export_handed_over',
  'verification.export_deleted': 'export_deleted',
}

const handlings: Readonly<Record<string, 'claimed' | 'released'>> = {
  'review.claimed': 'claimed',
  'review.released': 'released',
}

/** Audit actions that the time line leaves out, because the review's history has the same entries. */
const coveredByEntries: readonly (string | undefined)[] = [
  'verification.reviewed',
  'review.opened',
  'review.noted',
  'review.finding_added',
  'review.proposed',
  'review.approved',
  'review.rejected',
  'review.proposal_voided',
  'review.erased',
] satisfies AuditAction[]

/** An unknown action is shown by its name in the audit log. */
function accessLabelOf({ label, handling }: CaseFileWords, action: string): string {
  const handled = handlings[action]
  if (handled !== undefined) return handling[handled]
  return inWords(label.access, accesses[action] ?? action)
}
