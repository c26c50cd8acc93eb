// Parses requests to the audit log: filters, exports, a head to compare.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
import { type CsvSeparator, csvSeparatorField } from '../kernel/csv-separator.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { type AuditHead, auditActions, parseHead } from './audit.ts'
import type { AuditFilter } from './audit-view.ts'

export const auditFilterNames = ['actor_id', 'subject_id', 'action', 'from', 'to'] as const

const id = z.string().regex(/^[a-z]{2,5}_[0-9a-z]{26}$/, 'It must be an id.')

const filterQuery = z.object({
  actor_id: id.optional(),
  subject_id: id.optional(),
  action: z.enum(auditActions, { error: 'It must be an action of the audit log.' }).optional(),
  from: instantOrDate('from').optional(),
  to: instantOrDate('to').optional(),
})

/** @throws AppError `invalid_request` with every fault */
export function parseAuditFilter(query: unknown): AuditFilter {
  const parsed = filterQuery.safeParse(query)
  if (!parsed.success) throw refuse(parsed.error)
  return filterOf(parsed.data)
}

const exportPartMax = 1000

const partFields = {
  after: z
    .int({ error: 'It must be a whole number.' })
    .min(0, 'It must not be negative.')
    .default(0),
  limit: z
    .int({ error: 'It must be a whole number.' })
    .min(1, 'It must be 1 at least.')
    .max(exportPartMax, `It must be ${exportPartMax} at most.`)
    .default(exportPartMax),
  format: z.enum(['json', 'csv'], { error: 'It must be json or csv.' }).default('json'),
  separator: csvSeparatorField,
}

const exportBody = filterQuery.extend(partFields)

export interface ExportRequest {
  readonly filter: AuditFilter
  /** Exports entries after this sequence number. */
  readonly after: number
  readonly limit: number
  readonly format: 'json' | 'csv'
  /** For CSV. */
  readonly separator: CsvSeparator
}

/** @throws AppError `invalid_request` with every fault */
export function parseExport(body: unknown): ExportRequest {
  const parsed = exportBody.safeParse(body)
  if (!parsed.success) throw refuse(parsed.error)
  const { after, limit, format, separator } = parsed.data
  return { filter: filterOf(parsed.data), after, limit, format, separator }
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

function refuse({ issues }: z.ZodError) {
  return refuseFaults(
    issues.map(({ path, message }) => {
      const param = path.join('.')
      return { param, code: 'invalid', message: message.replace(/^It/, param) }
    }),
  )
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
