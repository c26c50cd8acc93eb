// The console routes for reports: one as JSON, and the same as a file. Each file is in the audit log with its digest.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Appliance } from '../../appliance.ts'
import { type AccessNeeds, recordAccess } from '../../audit/record-access.ts'
import type { Answer, FileAnswer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { parseCsvSeparator } from '../../kernel/csv-separator.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { markets } from '../../markets/market.ts'
import { parsePeriod, periodQuery } from '../../verifications/figures/figure-period-input.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { parseLanguage } from '../printing/language.ts'
import type { Print } from '../printing/print-in-thread.ts'
import { type ReportRequest, readReport } from './read-report.ts'
import { reportCsv } from './report-csv.ts'
import type { PrintedReport } from './report-pages.ts'

type Needs = Pick<Appliance, 'db' | 'clock'>
type ExportNeeds = Needs & AccessNeeds & { readonly printReport: Print<PrintedReport> }

export const reportHandlers = {
  show,
  download,
}

async function show(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', 'country', ...periodQuery])
  return { status: 200, data: await readReport(needs, parseReport(query, needs.clock.now())) }
}

async function download(needs: ExportNeeds, request: ConsoleRequest): Promise<FileAnswer> {
  const body = await request.json()
  const { asked, format, language, separator } = collectFaults({
    asked: () => parseReport(body, needs.clock.now()),
    format: () => parseOrRefuse(formatField, body.format, { wholeParam: 'format' }),
    language: () => parseLanguage(body.language),
    separator: () => parseCsvSeparator(body.separator),
  })
  const report = await readReport(needs, asked)
  const { environment, country, period } = report
  const made = {
    report,
    language,
    madeBy: request.signedIn.user.name,
    requestId: request.requestId,
  }
  const file =
    format === 'csv' ? reportCsv(report, separator) : await needs.printReport(made, request.signal)
  const details = {
    format,
    environment,
    filters: [
      ...(country === null ? [] : [`country:${country}`]),
      `created_from:${period.from}`,
      `created_to:${period.to}`,
    ],
    hash: createHash('sha256').update(file).digest('hex'),
    ...(format === 'csv' ? { separator } : { language }),
  }
  await recordAccess(needs, originOfUser(request), { action: 'report.exported', details })
  const name = `report-${environment}-${country ?? 'all'}-${period.from}-${period.to}.${format}`
  return {
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    file,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

const formats = ['csv', 'pdf'] as const
const formatField = z.enum(formats, { error: `format must be one of ${formats.join(', ')}.` })

const countries = markets.map(({ country }) => country)
const countryField = z
  .enum(countries, { error: `country must be one of ${countries.join(', ')}.` })
  .optional()

interface Given {
  readonly environment?: string | undefined
  readonly country?: string | undefined
}

/** 28 days by default. @throws AppError `invalid_request` with every fault */
function parseReport(given: Given, nowMs: number): ReportRequest {
  const { environment, country, asked } = collectFaults({
    environment: () => parseEnvironment(given.environment),
    country: () => parseOrRefuse(countryField, given.country, { wholeParam: 'country' }),
    asked: () => parsePeriod({ period: '28_days', ...withoutAbsent(given) }, nowMs),
  })
  return { ...asked, environment, country }
}

function withoutAbsent(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
