// Writes a filtered list of verifications as CSV, newest first, page by page while it goes out: neither its
// length nor a slow reader costs memory. It is recorded when it begins, and with its digest when it ends.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { type CsvCell, csvLines, spreadsheetMark } from '../kernel/csv.ts'
import type { CsvSeparator } from '../kernel/csv-separator.ts'
import { caseColumns, caseRow, personalColumns, personalRow } from './case-csv.ts'
import type { CaseFilter } from './case-filter.ts'
import { listCases } from './case-list-view.ts'
import { filterInAudit } from './filter-in-audit.ts'
import type { LookReason } from './look-reason.ts'
import type { PageStart } from './page-window.ts'
import { type CaseNeeds, openPersonalDetails } from './read-case.ts'

export interface ExportNeeds extends CaseNeeds {
  readonly clock: Clock
}

export interface AskedExport {
  readonly filter: CaseFilter
  /**
   * Why names, birth dates and document numbers, as claimed and as read, go out with the rest; undefined
   * where they do not.
   */
  readonly personalFor: LookReason | undefined
  readonly separator: CsvSeparator
  /** Of the second person's leave, where it took one. */
  readonly approvalId?: string
}

const rowsAtOnce = 200

/**
 * Judges an export in the transaction that records its beginning, so that of two at once each sees the other.
 * What it gives back stands in that entry.
 */
export type AdmitExport = (trx: Trx) => Promise<AuditDetails>

/** @throws what `admit` and recording it throw; then nothing is exported */
export async function exportCases(
  needs: ExportNeeds,
  by: AuditOrigin,
  asked: AskedExport,
  admit: AdmitExport = async () => ({}),
): Promise<Readable> {
  const { filter, personalFor, separator, approvalId } = asked
  const details = {
    format: 'csv',
    separator,
    environment: filter.environment,
    filters: [...filterInAudit(filter)],
    personal: personalFor !== undefined,
    ...(personalFor === undefined ? {} : { reason: personalFor }),
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
  }
  await inTransaction(needs.db, async (trx) =>
    record(needs, trx, by, { ...details, ...(await admit(trx)) }),
  )
  return Readable.from(linesOf(needs, by, asked, details), { objectMode: false })
}

async function* linesOf(
  needs: ExportNeeds,
  by: AuditOrigin,
  { filter, personalFor, separator }: AskedExport,
  details: AuditDetails,
): AsyncGenerator<Buffer> {
  const isPersonal = personalFor !== undefined
  const digest = createHash('sha256')
  let count = 0
  const header = isPersonal ? [...caseColumns, ...personalColumns] : caseColumns
  const emit = (rows: readonly (readonly CsvCell[])[], before = '') => {
    const text = Buffer.from(before + csvLines(rows, separator))
    digest.update(text)
    return text
  }
  yield emit([header], spreadsheetMark)
  for (let start: PageStart | undefined = { kind: 'newest' }; start !== undefined; ) {
    const found = await listCases(needs.db.reader, filter, { limit: rowsAtOnce, start })
    const rows: CsvCell[][] = []
    for (const one of found.slice(0, rowsAtOnce)) {
      const person = isPersonal ? await openPersonalDetails(needs, one.id) : undefined
      rows.push([...caseRow(one), ...(isPersonal ? personalRow(person) : [])])
    }
    count += rows.length
    if (rows.length > 0) yield emit(rows)
    const last = found[rowsAtOnce - 1]
    start =
      found.length > rowsAtOnce && last !== undefined ? { kind: 'after', id: last.id } : undefined
    await turnOfTheLoop()
  }
  const ended = { ...details, count, hash: digest.digest('hex') }
  await inTransaction(needs.db, (trx) => record(needs, trx, by, ended))
}

function record(needs: ExportNeeds, trx: Trx, by: AuditOrigin, details: AuditDetails) {
  return recordAudit(needs, trx, { by, action: 'verification.exported', details })
}
