// The console routes for exports: a list of verifications as CSV, and the case file of one verification as PDF.

import type { Answer, FileAnswer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { AppError } from '../../kernel/app-error.ts'
import { toIsoDate } from '../../kernel/clock.ts'
import { parseCsvSeparator } from '../../kernel/csv-separator.ts'
import { assertSessionStillMay } from '../../users/assert-still-may.ts'
import type { UserNeeds } from '../../users/request-origin.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { findHiddenDecisions } from '../hidden-decisions.ts'
import { parseLanguage } from '../printing/language.ts'
import { parseAccessReason } from './access-reason-input.ts'
import { type CaseFileNeeds, makeCaseFile } from './case-file/make-case-file.ts'
import {
  type ExportApprovalNeeds,
  judgeSmallExport,
  openApprovedExport,
  requestExport,
} from './export-approval.ts'
import {
  type AdmitExport,
  exportVerifications,
  type VerificationExportRequest,
} from './export-verifications.ts'
import { findVerificationDetail } from './read-verification-detail.ts'
import { requireAccess } from './require-access.ts'
import { parseExportPurpose, parseVerificationFilters } from './verification-list-input.ts'
import type { ExportRequestedJson } from './verification-list-json.ts'

type ExportNeeds = CaseFileNeeds & Pick<UserNeeds, 'config'>
type LargeExportNeeds = ExportNeeds & ExportApprovalNeeds

/** The filter of a list comes in the body, under the names that it has in the list's query. */
export const exportHandlers = {
  list: exportList,
  personalList: exportPersonalList,
  askFor: askForExport,
  approved: exportApproved,
  caseFile,
}

async function exportList(needs: ExportNeeds, request: ConsoleRequest): Promise<FileAnswer> {
  const body = await request.json()
  const { filter, separator } = collectFaults({
    filter: () => parseVerificationFilters(body),
    separator: () => parseCsvSeparator(body.separator),
  })
  return listFile(needs, request, { filter, separator, personalFor: undefined })
}

async function exportPersonalList(
  needs: LargeExportNeeds,
  request: ConsoleRequest,
): Promise<FileAnswer> {
  const body = await request.json()
  const exported = collectFaults({
    filter: () => parseVerificationFilters(body),
    separator: () => parseCsvSeparator(body.separator),
    personalFor: () => parseExportPurpose(body),
  })
  const admit = await judgeSmallExport(needs, originOfUser(request), exported.filter)
  return listFile(needs, request, exported, admit)
}

async function askForExport(needs: LargeExportNeeds, request: ConsoleRequest): Promise<Answer> {
  const { id } = await requestExport(needs, originOfUser(request), await request.json())
  const data: ExportRequestedJson = { approval_id: id }
  return { status: 201, data }
}

async function exportApproved(
  needs: LargeExportNeeds,
  request: ConsoleRequest,
): Promise<FileAnswer> {
  const by = originOfUser(request)
  return listFile(needs, request, await openApprovedExport(needs, by, request.param('id')))
}

async function listFile(
  needs: ExportNeeds,
  request: ConsoleRequest,
  exported: VerificationExportRequest,
  admit?: AdmitExport,
): Promise<FileAnswer> {
  const { signedIn } = request
  const reader = {
    findHidden: (ids: readonly string[]) => findHiddenDecisions(needs, request, ids),
    assertStillMay: () => assertSessionStillMay(needs, signedIn, 'verifications.export'),
  }
  const file = await exportVerifications(needs, originOfUser(request), exported, reader, admit)
  const day = toIsoDate(needs.clock.now())
  return {
    contentType: 'text/csv; charset=utf-8',
    file,
    headers: attachment(`verifications-${exported.filter.environment}-${day}.csv`),
  }
}

async function caseFile(needs: CaseFileNeeds, request: ConsoleRequest): Promise<FileAnswer> {
  const body = await request.json()
  const { access, language } = collectFaults({
    access: () => parseAccessReason(body),
    language: () => parseLanguage(body.language),
  })
  const verification = await findVerificationDetail(needs, request)
  await requireAccess(needs, request, verification, access)
  await assertDecisionShown(needs, request, verification.id)
  const { signal, signedIn } = request
  const by = originOfUser(request)
  const madeBy = signedIn.user.name
  const caseFileRequest = { verification, by, reason: access.reason, language, madeBy, signal }
  const { pdf, sha256 } = await makeCaseFile(needs, caseFileRequest)
  const headers = { ...attachment(`${verification.id}.pdf`), 'Svc-Sha256': sha256 }
  return { contentType: 'application/pdf', file: pdf, headers }
}

/** A case file tells the whole review. @throws AppError `conflict` */
async function assertDecisionShown(
  needs: CaseFileNeeds,
  request: ConsoleRequest,
  id: string,
): Promise<void> {
  if ((await findHiddenDecisions(needs, request, [id])).size === 0) return
  const message =
    'A quality check of this review waits for somebody who has not seen the decision. Make it, or ask a lead to cancel it.'
  throw new AppError('conflict', message)
}

function attachment(name: string) {
  return { 'Content-Disposition': `attachment; filename="${name}"` }
}
