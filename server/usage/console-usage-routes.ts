// Usage on its screen: the numbers that REST and `svc usage` tell, over both environments or one.

import type { Appliance } from '../appliance.ts'
import { parseAnyEnvironment } from '../console-api/environment-input.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import type { Answer, FileAnswer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { spreadsheetMark } from '../kernel/csv.ts'
import { parseCsvSeparator } from '../kernel/csv-separator.ts'
import { toPage } from '../kernel/page.ts'
import { countDifferences, findCountedTo, listDifferences } from './recount-store.ts'
import { summaryCsv } from './usage-csv.ts'
import { parseSummary, parseUsageFilter, summaryQuery, usageQuery } from './usage-input.ts'
import {
  recountJson,
  type UsageSummaryJson,
  usageEventJson,
  usageSummaryJson,
  usageTotalsJson,
} from './usage-json.ts'
import { readSummary, readTotals } from './usage-report.ts'
import { listUsage } from './usage-store.ts'

type Needs = Pick<Appliance, 'db' | 'clock'>

export function consoleUsageEndpoints(needs: Needs): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'usage.read', method: 'GET' } as const
  return [
    { ...place, path: '/usage/events', answer: (request) => list(needs, request) },
    { ...place, path: '/usage/summary', answer: (request) => sum(needs, request) },
    { ...place, path: '/usage/summary/csv', answer: (request) => download(needs, request) },
    { ...place, path: '/usage/recount', answer: () => showRecount(needs) },
  ]
}

async function list({ db }: Needs, request: StaffRequest): Promise<Answer> {
  const { environment, asked, page } = allAtOnce({
    environment: () => parseAnyEnvironment(request.query(['environment']).environment),
    asked: () => parseUsageFilter(request.query(usageQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'use'),
  })
  const filter = { ...asked, environment }
  const { items, nextCursor } = toPage(await listUsage(db.reader, filter, page), page.limit)
  const totals = usageTotalsJson(await readTotals(db.reader, filter))
  return {
    status: 200,
    data: { items: items.map(usageEventJson), next_cursor: nextCursor, totals },
  }
}

async function sum(needs: Needs, request: StaffRequest): Promise<Answer> {
  return { status: 200, data: await summarise(needs, request) }
}

async function download(needs: Needs, request: StaffRequest): Promise<FileAnswer> {
  const { environment = 'all', separator } = request.query(['environment', 'separator'])
  const columns = parseCsvSeparator(separator)
  const summary = await summarise(needs, request)
  const name = `usage-${environment}-by-${summary.group_by}-${summary.from.slice(0, 10)}.csv`
  return {
    contentType: 'text/csv; charset=utf-8',
    file: Buffer.from(spreadsheetMark + summaryCsv(summary, columns)),
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

async function summarise({ db, clock }: Needs, request: StaffRequest): Promise<UsageSummaryJson> {
  const { environment, asked } = allAtOnce({
    environment: () => parseAnyEnvironment(request.query(['environment']).environment),
    asked: () => parseSummary(request.query(summaryQuery), clock.now()),
  })
  const filter = { ...asked.filter, environment }
  return usageSummaryJson(await readSummary(db.reader, { ...asked, filter }))
}

const differencesShownMax = 20

async function showRecount({ db: { reader } }: Needs): Promise<Answer> {
  const data = recountJson({
    countedTo: await findCountedTo(reader),
    count: await countDifferences(reader),
    differences: await listDifferences(reader, differencesShownMax),
  })
  return { status: 200, data }
}
