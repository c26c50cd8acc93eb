// Requires approval by a second user for large exports with personal data: one user requests the export with a filter,
// another approves it, and the first may run exactly that export, once.

import { z } from 'zod'
import { userIn } from '../../approvals/acting-user.ts'
import type { Approval } from '../../approvals/approval.ts'
import { spendApproval } from '../../approvals/decide-approval.ts'
import { requestApproval } from '../../approvals/request-approval.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { parseCsvSeparator } from '../../kernel/csv-separator.ts'
import { dayMs } from '../../kernel/durations.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import { countVerifications } from './count-verifications.ts'
import type { AdmitExport, ExportNeeds, VerificationExportRequest } from './export-verifications.ts'
import { filterInAudit } from './filter-in-audit.ts'
import { countPersonalRows } from './personal-exports-view.ts'
import type { VerificationFilters } from './verification-filters.ts'
import {
  parseExportPurpose,
  parseVerificationFilters,
  verificationFilterQuery,
} from './verification-list-input.ts'

export interface ExportApprovalNeeds extends ExportNeeds {
  readonly config: { readonly exportApprovalRows: number }
}

/** Larger exports are shown to the approver as "or more". */
const countedRowsMax = 100_000

/** Exports of one user within this time are added up, so that a large one cannot be split. */
const addedUpMs = dayMs

/**
 * Counts the rows of an export without approval, before its transaction, because that takes long.
 * @returns a check for that transaction, which throws AppError `second_person_required` when the export is too large
 */
export async function judgeSmallExport(
  { db, clock, config }: ExportApprovalNeeds,
  by: AuditOrigin,
  filter: VerificationFilters,
): Promise<AdmitExport> {
  const rowsMax = config.exportApprovalRows
  const userId = userIn(by)
  const count = await countVerifications(db.longReader, filter, rowsMax)
  return async (trx) => {
    const since = clock.now() - addedUpMs
    const exported = await countPersonalRows(trx, { userId, since })
    if (exported + count > rowsMax) throw refuseLargeExport(rowsMax)
    return { count }
  }
}

function refuseLargeExport(rowsMax: number): AppError {
  const message = `Exports with personal data of more than ${rowsMax} rows in 24 hours need the approval of a second person. Request it, or narrow the filter.`
  const details = [{ param: 'rows', code: 'approval_needed', message }]
  return new AppError('second_person_required', message, { details })
}

/**
 * @param body the same as for the export itself
 * @throws AppError `invalid_request`; `conflict` when the same export was requested already
 */
export async function requestExport(
  needs: ExportApprovalNeeds,
  by: AuditOrigin,
  body: Readonly<Record<string, unknown>>,
): Promise<Approval> {
  const asked = Object.fromEntries(
    verificationFilterQuery.flatMap((name) =>
      body[name] === undefined ? [] : [[name, body[name]]],
    ),
  )
  const purpose = parseExportPurpose(body)
  const payload: ExportPayload = {
    asked,
    // Verifications submitted after the request are not part of the export.
    id_before: firstIdAt('ver', needs.clock.now() + 1),
    separator: parseCsvSeparator(body.separator),
    purpose,
  }
  const filter = filterOf(payload)
  const rows = await countVerifications(needs.db.longReader, filter, countedRowsMax)
  return inTransaction(needs.db, (trx) =>
    requestApproval(needs, trx, by, {
      kind: 'personal_export',
      subject: { kind: 'export', id: digestOf(needs, userIn(by), asked) },
      facts: {
        environment: filter.environment,
        filters: [...filterInAudit(parseVerificationFilters(asked))],
        rows,
        purpose,
      },
      payload,
    }),
  )
}

/** Spends the approval. @throws AppError `not_found`, `conflict` as `spendApproval` */
export async function openApprovedExport(
  needs: ExportApprovalNeeds,
  by: AuditOrigin,
  approvalId: string,
): Promise<VerificationExportRequest> {
  return inTransaction(needs.db, async (trx) => {
    const key = { id: approvalId, kind: 'personal_export' } as const
    const { approval, payload: stored } = await spendApproval(needs, trx, by, key)
    const payload = exportPayload.parse(stored)
    if (digestOf(needs, userIn(by), payload.asked) !== approval.subject.id) {
      throw new Error('the approved export is not the requested one')
    }
    const personalFor = parseExportPurpose({ purpose: payload.purpose })
    const separator = parseCsvSeparator(payload.separator)
    return { filter: filterOf(payload), personalFor, separator, approvalId }
  })
}

const exportPayload = z.object({
  asked: z.record(z.string(), z.unknown()),
  id_before: z.string(),
  separator: z.string(),
  purpose: z.string(),
})
type ExportPayload = z.infer<typeof exportPayload>

function filterOf({ asked, id_before }: ExportPayload): VerificationFilters {
  const filter = parseVerificationFilters(asked)
  const { idBefore = id_before } = filter
  return { ...filter, idBefore: idBefore < id_before ? idBefore : id_before }
}

/** Identifies an export by user and filter. The digest is keyed, because a filter may hold a customer reference. */
function digestOf(
  { keyring }: Pick<ExportNeeds, 'keyring'>,
  userId: string,
  asked: ExportPayload['asked'],
): string {
  const filter = JSON.stringify(Object.entries(asked).toSorted())
  return keyring.macHex('user', `export:${userId}:${filter}`).slice(0, 40)
}
