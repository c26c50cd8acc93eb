// A large export with personal data waits for a second person: the requester asks with the filter, somebody
// else agrees, and the requester takes exactly that, once.

import { z } from 'zod'
import type { Approval } from '../approvals/approval.ts'
import { spendApproval } from '../approvals/decide-approval.ts'
import { memberIn, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { parseCsvSeparator } from '../kernel/csv-separator.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { CaseFilter } from './case-filter.ts'
import { caseFilterQuery, parseCaseFilter, parseExportPurpose } from './case-input.ts'
import { countCases } from './count-cases.ts'
import type { AdmitExport, AskedExport, ExportNeeds } from './export-cases.ts'
import { filterInAudit } from './filter-in-audit.ts'
import { countPersonalRows } from './personal-exports-view.ts'

export interface ExportApprovalNeeds extends ExportNeeds {
  readonly config: { readonly exportApprovalRows: number }
}

/** Beyond this the decider is told "or more". */
const countedRowsMax = 100_000

/** What a member takes in slices within this time counts together. */
const slicesCountMs = 24 * 60 * 60 * 1000

/**
 * How an export with personal data is judged that nobody else agreed to; its rows are counted beforehand, as that
 * takes long.
 * @returns what throws AppError `second_person_required`
 */
export async function judgeSmallExport(
  { db, clock, config }: ExportApprovalNeeds,
  by: AuditOrigin,
  filter: CaseFilter,
): Promise<AdmitExport> {
  const rowsMax = config.exportApprovalRows
  const memberId = memberIn(by)
  const count = await countCases(db.reader, filter, rowsMax)
  return async (trx) => {
    const since = clock.now() - slicesCountMs
    const taken = await countPersonalRows(trx, { memberId, since })
    if (taken + count > rowsMax) throw refuseLargeExport(rowsMax)
    return { count }
  }
}

function refuseLargeExport(rowsMax: number): AppError {
  const message = `An export with personal data of more than ${rowsMax} rows, those of your other exports of the last 24 hours included, waits for a second person. Ask for one, or narrow the filter.`
  const details = [{ param: 'rows', code: 'approval_needed', message }]
  return new AppError('second_person_required', message, { details })
}

/**
 * @param body As the export itself takes it
 * @throws AppError `invalid_request`; `conflict` where the same is asked for already
 */
export async function requestExport(
  needs: ExportApprovalNeeds,
  by: AuditOrigin,
  body: Readonly<Record<string, unknown>>,
): Promise<Approval> {
  const asked = Object.fromEntries(
    caseFilterQuery.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )
  const purpose = parseExportPurpose(body)
  const payload: ExportPayload = {
    asked,
    // What is approved is what there is now.
    id_before: firstIdAt('ver', needs.clock.now() + 1),
    separator: parseCsvSeparator(body.separator),
    purpose,
  }
  const filter = filterOf(payload)
  const rows = await countCases(needs.db.reader, filter, countedRowsMax)
  return inTransaction(needs.db, (trx) =>
    requestApproval(needs, trx, by, {
      kind: 'personal_export',
      subject: { kind: 'export', id: digestOf(needs, memberIn(by), asked) },
      facts: {
        environment: filter.environment,
        filters: [...filterInAudit(parseCaseFilter(asked))],
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
): Promise<AskedExport> {
  return inTransaction(needs.db, async (trx) => {
    const wanted = { id: approvalId, kind: 'personal_export' } as const
    const { approval, payload: kept } = await spendApproval(needs, trx, by, wanted)
    const payload = exportPayload.parse(kept)
    if (digestOf(needs, memberIn(by), payload.asked) !== approval.subject.id) {
      throw new Error('an approved export is not the one that was asked for')
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

function filterOf({ asked, id_before }: ExportPayload): CaseFilter {
  const filter = parseCaseFilter(asked)
  const { idBefore = id_before } = filter
  return { ...filter, idBefore: idBefore < id_before ? idBefore : id_before }
}

/** Of whose export of what: keyed, since a filter may hold what a client's customer is called. */
function digestOf(
  { keyring }: Pick<ExportNeeds, 'keyring'>,
  memberId: string,
  asked: ExportPayload['asked'],
): string {
  const filter = JSON.stringify(Object.entries(asked).toSorted())
  return keyring.mac('staff', `export:${memberId}:${filter}`).toString('hex').slice(0, 40)
}
