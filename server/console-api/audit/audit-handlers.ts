// Console routes of the audit log. Reading, verifying and exporting it are recorded in it.

import { auditCsv } from '../../audit/audit-csv.ts'
import { findHead } from '../../audit/audit-head-view.ts'
import {
  type AuditExportRequest,
  auditFilterNames,
  parseAuditFilter,
  parseExport,
  parseKeptHead,
} from '../../audit/audit-input.ts'
import {
  type AuditCsvPartJson,
  type AuditPartJson,
  auditEntryJson,
  auditPartJson,
  type VerifyProgress,
  verifyProgressJson,
} from '../../audit/audit-json.ts'
import { listAuditEntries, readerOfEntries } from '../../audit/audit-view.ts'
import { readHeads } from '../../audit/head-file.ts'
import { readOwnHeads } from '../../audit/head-mark.ts'
import { readExportPart } from '../../audit/read-export-part.ts'
import { type AccessNeeds, recordAccess } from '../../audit/record-access.ts'
import type { Config } from '../../config.ts'
import type { Answer } from '../../http/answer.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { toPage } from '../../kernel/page.ts'
import type { ProgressTracker } from '../../kernel/progress-tracker.ts'
import { createTurns } from '../../kernel/turns.ts'
import { auditVerdictJson } from '../../operations/audit-check/audit-verdict-json.ts'
import { verifyAudit } from '../../operations/audit-check/verify-audit.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'

export interface AuditRouteNeeds extends AccessNeeds {
  readonly config: Pick<Config, 'auditHeadFile' | 'dataDir'>
  readonly auditVerify: ProgressTracker<VerifyProgress>
}

/** Writing CSV takes ten microseconds a row. */
const csvRowsAtOnce = 200

export const auditHandlers = {
  list,
  verify,
  showProgress,
  exportPart,
}

async function list(needs: AccessNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query([...auditFilterNames, ...pageNames])
  const page = pageRequest(query, 'aud')
  const filter = parseAuditFilter(query)
  const entries = await listAuditEntries(readerOfEntries(needs.db, filter), filter, page)
  const { items, nextCursor } = toPage(entries, page.limit)
  const details = { count: items.length }
  await recordAccess(needs, originOfUser(request), { action: 'audit.viewed', details })
  return { status: 200, data: { items: items.map(auditEntryJson), next_cursor: nextCursor } }
}

async function verify(needs: AuditRouteNeeds, request: ConsoleRequest): Promise<Answer> {
  const { head } = await request.json()
  const keptHead = parseKeptHead(head)
  const { sequence: entries } = await findHead(needs.db.reader)
  const { signal } = request
  const filedHeads = readHeads(needs.config.auditHeadFile)
  const verdict = await needs.auditVerify.track({ checked: 0, entries, rows: 0 }, (report) =>
    verifyAudit(needs, {
      keptHead,
      filedHeads,
      ownHeads: readOwnHeads(needs.config),
      signal,
      onProgress: ({ entries: checked, rows }) => report({ checked, entries, rows }),
    }),
  )
  const details = {
    count: verdict.faults.length + verdict.rowFaults.length,
    sequence: verdict.head.sequence,
  }
  await recordAccess(needs, originOfUser(request), { action: 'audit.verified', details })
  return { status: 200, data: auditVerdictJson(verdict) }
}

async function showProgress({ auditVerify }: AuditRouteNeeds): Promise<Answer> {
  return { status: 200, data: verifyProgressJson(auditVerify.latest()) }
}

/** A part at a time, oldest first, so that however long the log is, nobody waits and progress shows. */
async function exportPart(needs: AccessNeeds, request: ConsoleRequest): Promise<Answer> {
  const asked = parseExport(await request.json())
  const { after, limit } = asked
  const head = await findHead(needs.db.reader)
  const rows = await readExportPart(needs.db.longReader, asked)
  const details = { count: rows.length, sequence: rows.at(-1)?.sequence ?? after }
  await recordAccess(needs, originOfUser(request), { action: 'audit.exported', details })
  const part = auditPartJson(rows, head, limit)
  return { status: 200, data: asked.format === 'csv' ? await withCsv(part, asked) : part }
}

async function withCsv(
  { items, ...rest }: AuditPartJson,
  { after, separator }: AuditExportRequest,
): Promise<AuditCsvPartJson> {
  const giveTurn = createTurns()
  let csv = ''
  for (let from = 0; from === 0 || from < items.length; from += csvRowsAtOnce) {
    await giveTurn()
    const some = items.slice(from, from + csvRowsAtOnce)
    csv += auditCsv(some, { separator, isFirst: after === 0 && from === 0 })
  }
  return { ...rest, count: items.length, csv }
}
