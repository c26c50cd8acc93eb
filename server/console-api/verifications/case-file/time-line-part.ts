// The time line of the verification, oldest first. Pure.

import { accessLabelOf } from '../../../audit/access-label.ts'
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

export function timeLinePart(file: LocalizedCaseFile): PagePart {
  const { words, show, opened } = file
  const { when, what, details } = words.column
  const moments = timeLineOf(opened.verification, opened.trace, opened.review)
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
      return [inWords(label.access, accessLabelOf(what) ?? what), by]
    case 'metered':
    case 'usage_corrected':
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
