// Usage over REST (specification 4.7, rulings 7). A key sees the usage of its own environment.

import type { Db } from '../db/transaction.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import type { Clock } from '../kernel/clock.ts'
import { toPage } from '../kernel/page.ts'
import { usageDescriptions } from './usage-descriptions.ts'
import { parseSummary, parseUsageFilter, summaryQuery, usageQuery } from './usage-input.ts'
import { usageEventJson, usageSummaryJson, usageTotalsJson } from './usage-json.ts'
import { readSummary, readTotals } from './usage-report.ts'
import { listUsage } from './usage-store.ts'

export interface UsageRouteNeeds {
  readonly db: Db
  readonly clock: Clock
}

export function usageEndpoints(needs: UsageRouteNeeds): readonly Endpoint[] {
  const place = { audience: 'client', scope: 'usage.read', method: 'GET' } as const
  return [
    {
      ...place,
      path: '/usage',
      describe: usageDescriptions.list,
      answer: (request: ApiRequest) => list(needs, request),
    },
    {
      ...place,
      path: '/usage/summary',
      describe: usageDescriptions.summary,
      answer: (request: ApiRequest) => sum(needs, request),
    },
  ]
}

async function list({ db }: UsageRouteNeeds, request: ApiRequest): Promise<Answer> {
  const asked = allAtOnce({
    filter: () => parseUsageFilter(request.query(usageQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'use'),
  })
  const filter = { ...asked.filter, environment: request.caller.environment }
  const rows = await listUsage(db.reader, filter, asked.page)
  const { items, nextCursor } = toPage(rows, asked.page.limit)
  const totals = usageTotalsJson(await readTotals(db.reader, filter))
  return {
    status: 200,
    data: { items: items.map(usageEventJson), next_cursor: nextCursor, totals },
  }
}

async function sum({ db, clock }: UsageRouteNeeds, request: ApiRequest): Promise<Answer> {
  const asked = parseSummary(request.query(summaryQuery), clock.now())
  const filter = { ...asked.filter, environment: request.caller.environment }
  return { status: 200, data: usageSummaryJson(await readSummary(db.reader, { ...asked, filter })) }
}
