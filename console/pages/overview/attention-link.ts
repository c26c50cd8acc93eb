// Address, action and tone of an item that needs attention.

import type { AttentionJson } from '../../../server/console-api/overview/overview-json.ts'
import type { StatusTone } from '../../frame/status-colours.ts'

type Target = AttentionJson['target']

/** Path below `/console`; the item's own page if it has one. */
export function addressOf({ screen, id, filter }: Target): string {
  const path = id === null ? `/${screen}` : `/${screen}/${encodeURIComponent(id)}`
  const query = new URLSearchParams(filter).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The text of the button, mostly by the screen that it opens. */
export function actionOf({ kind, target }: AttentionJson): Target['screen'] | 'jobs' | 'errors' {
  if (kind === 'jobs_overdue' || kind === 'jobs_failed') return 'jobs'
  return kind === 'verification_errors' ? 'errors' : target.screen
}

const tones: Readonly<Partial<Record<AttentionJson['kind'], StatusTone>>> = {
  outgoing_paused: 'declined',
  audit_lags: 'declined',
  backup_overdue: 'declined',
  backup_failing: 'review',
  provider_down: 'declined',
  scoring_down: 'declined',
  jobs_overdue: 'declined',
  overdue_backlog: 'declined',
  reviews_overdue: 'declined',
  due_soon_backlog: 'review',
  reviews_due_soon: 'review',
  approvals_waiting: 'review',
}

export function toneOf(kind: AttentionJson['kind']): StatusTone {
  return tones[kind] ?? 'error'
}
