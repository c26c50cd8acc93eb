// Exports a filtered list of verifications as CSV, newest first. The file is streamed page by page, so that memory use
// does not depend on its length, and cut off once its user may not take it any more. The audit log records its start,
// and its end with the digest of the file, or after how many rows it was cut off.

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin, AuditOutcome } from '../../audit/audit.ts'
import type { AuditDetails } from '../../audit/audit-details.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { type CsvCell, csvLines, spreadsheetMark } from '../../kernel/csv.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import { createTurns } from '../../kernel/turns.ts'
import { assertStillMay } from '../../users/assert-still-may.ts'
import type { PageStart } from '../page-window.ts'
import type { AccessReason } from './access-reason.ts'
import { filterInAudit } from './filter-in-audit.ts'
import { openPersonalDetails, type VerificationDetailNeeds } from './read-verification-detail.ts'
import {
  personalColumns,
  personalRow,
  verificationCsvColumns,
  verificationCsvRow,
} from './verification-csv.ts'
import type { VerificationFilters } from './verification-filters.ts'
import { listVerificationRows } from './verification-list-view.ts'
import { withoutHidden } from './without-hidden.ts'

export type ExportNeeds = VerificationDetailNeeds & Pick<Appliance, 'clock'>

export interface VerificationExportRequest {
  readonly filter: VerificationFilters
  /**
   * The reason for including claimed and read names, birth dates and document numbers; undefined to leave them
   * out.
   */
  readonly personalFor: AccessReason | undefined
  readonly separator: CsvSeparator
  /** The approval of a second user, if one was needed. */
  readonly approvalId?: string
}

/** The user who takes the file. */
interface ExportReader {
  /** Returns those of the verifications whose review's decision the user does not see. */
  findHidden(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Called before each part of the file. @throws AppError once the user may not export any more */
  assertStillMay(): Promise<void>
}

const rowsAtOnce = 200

/**
 * Checks an export in the transaction that records its start, so that concurrent exports see each other. The result
 * is added to the details of that audit entry.
 */
export type AdmitExport = (trx: Trx) => Promise<AuditDetails>

/**
 * @throws AppError `unauthenticated`, `missing_permission` for a user who lost the right while the rows were counted;
 * what `admit` or the audit log throws. Nothing is exported then.
 */
export async function exportVerifications(
  needs: ExportNeeds,
  by: AuditOrigin,
  request: VerificationExportRequest,
  reader: ExportReader,
  admit: AdmitExport = async () => ({}),
): Promise<Readable> {
  const { filter, personalFor, separator, approvalId } = request
  const details = {
    format: 'csv',
    separator,
    environment: filter.environment,
    filters: [...filterInAudit(filter)],
    personal: personalFor !== undefined,
    ...(personalFor === undefined ? {} : { reason: personalFor }),
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
  }
  await inTransaction(needs.db, async (trx) => {
    await assertStillMay(trx, by, 'verifications.export')
    await record(needs, trx, by, { ...details, ...(await admit(trx)) })
  })
  return Readable.from(linesOf(needs, by, request, { details, reader }), { objectMode: false })
}

async function* linesOf(
  needs: ExportNeeds,
  by: AuditOrigin,
  { filter, personalFor, separator }: VerificationExportRequest,
  { details, reader }: { readonly details: AuditDetails; readonly reader: ExportReader },
): AsyncGenerator<Buffer> {
  const { db } = needs
  const giveTurn = createTurns()
  const isPersonal = personalFor !== undefined
  const digest = createHash('sha256')
  let count = 0
  const header = isPersonal
    ? [...verificationCsvColumns, ...personalColumns]
    : verificationCsvColumns
  const emit = (rows: readonly (readonly CsvCell[])[], before = '') => {
    const text = Buffer.from(before + csvLines(rows, separator))
    digest.update(text)
    return text
  }
  const assertStillMay = async () => {
    await reader.assertStillMay().catch(async (error: unknown) => {
      const cut = { ...details, count }
      await inTransaction(needs.db, (trx) => record(needs, trx, by, cut, 'denied'))
      throw error
    })
  }
  yield emit([header], spreadsheetMark)
  for (let start: PageStart | undefined = { kind: 'newest' }; start !== undefined; ) {
    const page = await listVerificationRows(db.longReader, filter, { limit: rowsAtOnce, start })
    const rows: CsvCell[][] = []
    const listed = page.slice(0, rowsAtOnce)
    const hidden = await reader.findHidden(listed.map(({ id }) => id))
    for (const verification of listed) {
      await giveTurn()
      const person = isPersonal ? await openPersonalDetails(needs, verification.id) : undefined
      rows.push([
        ...verificationCsvRow(withoutHidden(verification, hidden)),
        ...(isPersonal ? personalRow(person) : []),
      ])
    }
    await assertStillMay()
    count += rows.length
    if (rows.length > 0) yield emit(rows)
    const last = page[rowsAtOnce - 1]
    start =
      page.length > rowsAtOnce && last !== undefined ? { kind: 'after', id: last.id } : undefined
    await giveTurn()
  }
  const finished = { ...details, count, hash: digest.digest('hex') }
  await inTransaction(needs.db, (trx) => record(needs, trx, by, finished))
}

function record(
  needs: ExportNeeds,
  trx: Trx,
  by: AuditOrigin,
  details: AuditDetails,
  outcome: AuditOutcome = 'done',
) {
  return recordAudit(needs, trx, { by, action: 'verification.exported', outcome, details })
}
