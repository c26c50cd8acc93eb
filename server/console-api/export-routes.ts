// What members take out of the console: a list as CSV, and the case file of one verification as PDF.

import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, FileAnswer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { toIso } from '../kernel/clock.ts'
import { parseCsvSeparator } from '../kernel/csv-separator.ts'
import { parseLanguage } from './case-file/language.ts'
import { type CaseFileNeeds, makeCaseFile } from './case-file/make-case-file.ts'
import { parseCaseFilter, parseExportPurpose } from './case-input.ts'
import type { ExportRequestedJson } from './case-list-json.ts'
import {
  type ExportApprovalNeeds,
  judgeSmallExport,
  openApprovedExport,
  requestExport,
} from './export-approval.ts'
import { type AdmitExport, type AskedExport, exportCases } from './export-cases.ts'
import { parseLookReason } from './look-reason.ts'
import { findCase } from './read-case.ts'

type LargeExportNeeds = CaseFileNeeds & ExportApprovalNeeds

/** The filter of a list comes in the body, under the names that it has in the list's query. */
export function exportEndpoints(needs: LargeExportNeeds): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'verifications.export', method: 'POST' } as const
  return [
    {
      ...place,
      path: '/verifications/export',
      answer: (request) => exportList(needs, request),
    },
    {
      ...place,
      confirm: true,
      path: '/verifications/export/personal',
      answer: (request) => exportPersonalList(needs, request),
    },
    {
      ...place,
      confirm: true,
      path: '/verifications/export/personal/request',
      answer: (request) => askForExport(needs, request),
    },
    {
      ...place,
      confirm: true,
      path: '/approvals/:id/export',
      answer: (request) => exportApproved(needs, request),
    },
    {
      ...place,
      confirm: true,
      path: '/verifications/:id/case-file',
      answer: (request) => caseFile(needs, request),
    },
  ]
}

async function exportList(needs: CaseFileNeeds, request: StaffRequest): Promise<FileAnswer> {
  const body = await request.json({ mayBeEmpty: true })
  const { filter, separator } = allAtOnce({
    filter: () => parseCaseFilter(body),
    separator: () => parseCsvSeparator(body.separator),
  })
  return listFile(needs, request, { filter, separator, personalFor: undefined })
}

async function exportPersonalList(
  needs: LargeExportNeeds,
  request: StaffRequest,
): Promise<FileAnswer> {
  const body = await request.json({ mayBeEmpty: true })
  const asked = allAtOnce({
    filter: () => parseCaseFilter(body),
    separator: () => parseCsvSeparator(body.separator),
    personalFor: () => parseExportPurpose(body),
  })
  const admit = await judgeSmallExport(needs, originOfMember(request), asked.filter)
  return listFile(needs, request, asked, admit)
}

async function askForExport(needs: LargeExportNeeds, request: StaffRequest): Promise<Answer> {
  const { id } = await requestExport(needs, originOfMember(request), await request.json())
  const data: ExportRequestedJson = { approval_id: id }
  return { status: 201, data }
}

async function exportApproved(needs: LargeExportNeeds, request: StaffRequest): Promise<FileAnswer> {
  const by = originOfMember(request)
  return listFile(needs, request, await openApprovedExport(needs, by, request.param('id')))
}

async function listFile(
  needs: CaseFileNeeds,
  request: StaffRequest,
  asked: AskedExport,
  admit?: AdmitExport,
): Promise<FileAnswer> {
  const file = await exportCases(needs, originOfMember(request), asked, admit)
  const day = toIso(needs.clock.now()).slice(0, 10)
  return {
    contentType: 'text/csv; charset=utf-8',
    file,
    headers: attachment(`verifications-${asked.filter.environment}-${day}.csv`),
  }
}

async function caseFile(needs: CaseFileNeeds, request: StaffRequest): Promise<FileAnswer> {
  const id = request.param('id')
  const body = await request.json({ mayBeEmpty: true })
  const { look, language } = allAtOnce({
    look: () => parseLookReason(body),
    language: () => parseLanguage(body.language),
  })
  await findCase(needs, id)
  const { signal, visit } = request
  const by = originOfMember(request)
  const asked = { id, by, reason: look.reason, language, madeBy: visit.member.name, signal }
  const made = await makeCaseFile(needs, asked)
  const headers = { ...attachment(`${id}.pdf`), 'Svc-Sha256': made.sha256 }
  return { contentType: 'application/pdf', file: made.pdf, headers }
}

function attachment(name: string) {
  return { 'Content-Disposition': `attachment; filename="${name}"` }
}
