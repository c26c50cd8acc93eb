// The audit log over the console's interface. Reading and verifying it are recorded in it.

import type { Config } from '../config.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { auditVerdictJson } from '../operations/audit-verdict-json.ts'
import { verifyAudit } from '../operations/verify-audit.ts'
import { auditCsv } from './audit-csv.ts'
import {
  auditFilterNames,
  type ExportRequest,
  parseAuditFilter,
  parseExport,
  parseKeptHead,
} from './audit-input.ts'
import {
  type AuditCsvPartJson,
  type AuditPartJson,
  auditEntryJson,
  auditPartJson,
  verificationProgressJson,
} from './audit-json.ts'
import { findHead } from './audit-store.ts'
import { listAuditEntries, listKeptEntries } from './audit-view.ts'
import { followVerifications, type Verifications } from './follow-verifications.ts'
import { readHeads } from './head-file.ts'
import { type LookNeeds, recordLook } from './look-at-audit.ts'

interface AuditRouteNeeds extends LookNeeds {
  readonly config: Pick<Config, 'auditHeadFile'>
}

export function auditEndpoints(needs: AuditRouteNeeds): readonly StaffEndpoint[] {
  const verifications = followVerifications()
  const place = { audience: 'staff', permission: 'audit.read' } as const
  return [
    { ...place, method: 'GET', path: '/audit', answer: (request) => list(needs, request) },
    {
      ...place,
      method: 'POST',
      path: '/audit/verify',
      answer: (request) => verify(needs, verifications, request),
    },
    {
      ...place,
      method: 'GET',
      path: '/audit/verify',
      answer: async () => ({ status: 200, data: verificationProgressJson(verifications.latest()) }),
    },
    {
      ...place,
      method: 'POST',
      path: '/audit/export',
      answer: (request) => exportPart(needs, request),
    },
  ]
}

async function list(needs: LookNeeds, request: StaffRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'aud')
  const filter = parseAuditFilter(request.query(auditFilterNames))
  const found = await listAuditEntries(needs.db.reader, filter, page)
  const { items, nextCursor } = toPage(found, page.limit)
  const details = { count: items.length }
  await recordLook(needs, originOfMember(request), { action: 'audit.viewed', details })
  return { status: 200, data: { items: items.map(auditEntryJson), next_cursor: nextCursor } }
}

async function verify(
  needs: AuditRouteNeeds,
  verifications: Verifications,
  request: StaffRequest,
): Promise<Answer> {
  const { head } = await request.json({ mayBeEmpty: true })
  const keptHead = parseKeptHead(head)
  const { sequence: entries } = await findHead(needs.db.reader)
  const { signal } = request
  const filedHeads = readHeads(needs.config.auditHeadFile)
  const verdict = await verifications.follow(entries, (onProgress) =>
    verifyAudit(needs, {
      keptHead,
      filedHeads,
      signal,
      onProgress: ({ entries: checked, rows }) => onProgress(checked, rows),
    }),
  )
  const details = {
    count: verdict.faults.length + verdict.rowFaults.length,
    sequence: verdict.head.sequence,
  }
  await recordLook(needs, originOfMember(request), { action: 'audit.verified', details })
  return { status: 200, data: auditVerdictJson(verdict) }
}

/** A part at a time, oldest first, so that however long the log is, nobody waits and progress shows. */
async function exportPart(needs: LookNeeds, request: StaffRequest): Promise<Answer> {
  const asked = parseExport(await request.json({ mayBeEmpty: true }))
  const { filter, after, limit } = asked
  const head = await findHead(needs.db.reader)
  const rows = await listKeptEntries(needs.db.reader, filter, { after, limit })
  const details = { count: rows.length, sequence: rows.at(-1)?.sequence ?? after }
  await recordLook(needs, originOfMember(request), { action: 'audit.exported', details })
  const part = auditPartJson(rows, head, limit)
  return { status: 200, data: asked.format === 'csv' ? withCsv(part, asked) : part }
}

function withCsv({ items, ...rest }: AuditPartJson, { after, separator }: ExportRequest) {
  const csv = auditCsv(items, { separator, isFirst: after === 0 })
  return { ...rest, count: items.length, csv } satisfies AuditCsvPartJson
}
