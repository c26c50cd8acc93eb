// The filter of the log as the address has it, and as the server takes it. A day begins and ends where the reader
// is, since that is how instants are shown.

import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { isAuditAction } from './audit-actions.ts'

const names = ['actor', 'action', 'subject', 'from', 'to'] as const
type Name = (typeof names)[number]

/** Under the server's names. */
export type AskedOfAudit = Readonly<
  Partial<Record<'actor_id' | 'action' | 'subject_id' | 'from' | 'to', string>>
>

export interface AuditFilter extends Filters<Name> {
  readonly asked: AskedOfAudit
}

export function useAuditFilter(): AuditFilter {
  const filters = useFilters(names)
  return { ...filters, asked: askedBy(filters.values) }
}

/** What makes no sense filters nothing; where it stands in a field, that says so. */
export function askedBy(values: Filters<Name>['values']): AskedOfAudit {
  const { actor, action, subject, from, to } = values
  const start = midnightOf(from, 0)
  const end = midnightOf(to, 1)
  return {
    ...(isIdText(actor) ? { actor_id: actor } : {}),
    ...(isAuditAction(action) ? { action } : {}),
    ...(isIdText(subject) ? { subject_id: subject } : {}),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

export function isIdText(text: string | undefined): text is string {
  return text !== undefined && /^[a-z]{2,5}_[0-9a-z]{26}$/.test(text)
}

/** By the calendar, since some days have 23 hours. */
function midnightOf(day: string | undefined, moreDays: number): string | undefined {
  const at = new Date(`${day}T00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + moreDays).toISOString()
}
