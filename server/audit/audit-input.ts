// What may be asked of the audit log: a filter, a kept head.

import { z } from 'zod'
import { refuseFaults } from '../kernel/app-error.ts'
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
  if (!parsed.success) {
    throw refuseFaults(
      parsed.error.issues.map(({ path, message }) => {
        const param = path.join('.')
        return { param, code: 'invalid', message: message.replace(/^It/, param) }
      }),
    )
  }
  const { actor_id, subject_id, action, from, to } = parsed.data
  return {
    actorId: actor_id,
    subjectId: subject_id,
    action,
    from,
    to,
  }
}

const exportPartMax = 1000

const exportBody = z.object({
  after: z.int().min(0).default(0),
  limit: z.int().min(1).max(exportPartMax).default(exportPartMax),
})

/** Which entries to give out: those after a sequence number. @throws AppError `invalid_request` */
export function parseExport(body: unknown): { readonly after: number; readonly limit: number } {
  const parsed = exportBody.safeParse(body)
  if (parsed.success) return parsed.data
  const expected = { after: 'a whole number', limit: `a whole number from 1 to ${exportPartMax}` }
  throw refuseFaults(
    parsed.error.issues.map(({ path }) => {
      const param = path[0] === 'after' ? 'after' : 'limit'
      return { param, code: 'invalid', message: `${param} is ${expected[param]}.` }
    }),
  )
}

/** @throws AppError `invalid_request` */
export function parseKeptHead(text: unknown): AuditHead | undefined {
  if (text === undefined) return undefined
  const head = typeof text === 'string' ? parseHead(text) : undefined
  if (head !== undefined) return head
  const message = 'head is what svc audit head printed: a number, a colon and 64 hex digits.'
  throw refuseFaults([{ param: 'head', code: 'invalid', message }])
}
