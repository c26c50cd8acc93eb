// Filters of the audit log, from the address to the server's parameters. Days start and end in the
// reader's time zone, as instants are shown in it.

import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { isAuditAction } from './audit-actions.ts'
import { isIdText } from './id-shape.ts'

const names = ['actor', 'action', 'subject', 'from', 'to'] as const
type Name = (typeof names)[number]

/** With the server's parameter names. */
export type AskedOfAudit = Readonly<
  Partial<Record<'actor_id' | 'action' | 'subject_id' | 'from' | 'to', string>>
>

export interface AuditFilterState extends Filters<Name> {
  readonly asked: AskedOfAudit
}

export function useAuditFilter(): AuditFilterState {
  const filters = useFilters(names)
  return { ...filters, asked: askedBy(filters.values) }
}

/** Invalid values are ignored here; their field shows the error. */
function askedBy(values: Filters<Name>['values']): AskedOfAudit {
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

/** By calendar, since some days have 23 hours. */
function midnightOf(day: string | undefined, moreDays: number): string | undefined {
  const at = new Date(`${day}T00:00`)
  if (Number.isNaN(at.getTime())) return undefined
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + moreDays).toISOString()
}
