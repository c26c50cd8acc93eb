// Usage on its screen: the numbers that REST and `svc usage` tell, over both environments or one.

import type { Appliance } from '../appliance.ts'
import { parseAnyEnvironment } from '../console-api/environment-input.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { parseSummary, parseUsageFilter, summaryQuery, usageQuery } from './usage-input.ts'
import { usageEventJson, usageSummaryJson, usageTotalsJson } from './usage-json.ts'
import { readSummary, readTotals } from './usage-report.ts'
import { listUsage } from './usage-store.ts'

type Needs = Pick<Appliance, 'db' | 'clock'>

export function consoleUsageEndpoints(needs: Needs): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'usage.read', method: 'GET' } as const
  return [
    { ...place, path: '/usage/events', answer: (request) => list(needs, request) },
    { ...place, path: '/usage/summary', answer: (request) => sum(needs, request) },
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

async function sum({ db, clock }: Needs, request: StaffRequest): Promise<Answer> {
  const { environment, asked } = allAtOnce({
    environment: () => parseAnyEnvironment(request.query(['environment']).environment),
    asked: () => parseSummary(request.query(summaryQuery), clock.now()),
  })
  const filter = { ...asked.filter, environment }
  return { status: 200, data: usageSummaryJson(await readSummary(db.reader, { ...asked, filter })) }
}
