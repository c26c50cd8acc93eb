// Parses requests to the audit log: filters, exports, a head to compare.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { type CsvSeparator, csvSeparatorField } from '../kernel/csv-separator.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { parseOrRefuse } from '../kernel/parse-or-refuse.ts'
import { type AuditHead, auditActions, parseHead } from './audit.ts'
import type { AuditFilter } from './audit-view.ts'

export const auditFilterNames = ['actor_id', 'subject_id', 'action', 'from', 'to'] as const

const idOf = (name: string) =>
  z.string().regex(/^[a-z]{2,5}_[0-9a-z]{26}$/, `${name} must be an id.`)

const filterQuery = z.object({
  actor_id: idOf('actor_id').optional(),
  subject_id: idOf('subject_id').optional(),
  action: z.enum(auditActions, { error: 'action must be an action of the audit log.' }).optional(),
  from: instantOrDate('from').optional(),
  to: instantOrDate('to').optional(),
})

/** @throws AppError `invalid_request` with every fault */
export function parseAuditFilter(query: unknown): AuditFilter {
  return filterOf(parseOrRefuse(filterQuery, query))
}

const exportPartMax = 1000

const partFields = {
  after: z
    .int({ error: 'after must be a whole number.' })
    .min(0, 'after must not be negative.')
    .default(0),
  limit: z
    .int({ error: 'limit must be a whole number.' })
    .min(1, 'limit must be 1 at least.')
    .max(exportPartMax, `limit must be ${exportPartMax} at most.`)
    .default(exportPartMax),
  format: z.enum(['json', 'csv'], { error: 'format must be json or csv.' }).default('json'),
  separator: csvSeparatorField,
}

const exportBody = filterQuery.extend(partFields)

export interface AuditExportRequest {
  readonly filter: AuditFilter
  /** Exports entries after this sequence number. */
  readonly after: number
  readonly limit: number
  readonly format: 'json' | 'csv'
  /** For CSV. */
  readonly separator: CsvSeparator
}

/** @throws AppError `invalid_request` with every fault */
export function parseExport(body: unknown): AuditExportRequest {
  const parsed = parseOrRefuse(exportBody, body)
  const { after, limit, format, separator } = parsed
  return { filter: filterOf(parsed), after, limit, format, separator }
}

function filterOf(query: z.infer<typeof filterQuery>): AuditFilter {
  const { actor_id, subject_id, action, from, to } = query
  return {
    actorId: actor_id,
    subjectId: subject_id,
    action,
    from,
    to,
  }
}

/** Parses a head that someone kept outside the database. @throws AppError `invalid_request` */
export function parseKeptHead(text: unknown): AuditHead | undefined {
  if (text === undefined) return undefined
  const head = typeof text === 'string' ? parseHead(text) : undefined
  if (head !== undefined) return head
  const message =
    'head must be a head as svc audit head prints it: a number, a colon and 64 hex digits.'
  throw refuseFaults([{ param: 'head', code: 'invalid', message }])
}
