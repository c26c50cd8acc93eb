// REST routes for usage (specification 4.7, rulings 7). A key sees the usage of its own environment.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { toPage } from '../../kernel/page.ts'
import { readSummary, readTotals } from '../../usage/usage-report.ts'
import { listUsage } from '../../usage/usage-view.ts'
import type { ApiRequest } from '../api-route.ts'
import {
  parseSummary,
  parseUsageFilter,
  summaryQuery,
  usageEventJson,
  usageQuery,
  usageSummaryJson,
  usageTotalsJson,
} from './usage-api.ts'

type UsageRouteNeeds = Pick<Appliance, 'db' | 'clock'>

export const usageHandlers = {
  list,
  showSummary,
}

async function list({ db }: UsageRouteNeeds, request: ApiRequest): Promise<Answer> {
  const asked = collectFaults({
    filter: () => parseUsageFilter(request.query(usageQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'use'),
  })
  const filter = { ...asked.filter, environment: request.apiKey.environment }
  const rows = await listUsage(db.reader, filter, asked.page)
  const { items, nextCursor } = toPage(rows, asked.page.limit)
  const totals = usageTotalsJson(await readTotals(db, filter))
  return {
    status: 200,
    data: { items: items.map(usageEventJson), next_cursor: nextCursor, totals },
  }
}

async function showSummary({ db, clock }: UsageRouteNeeds, request: ApiRequest): Promise<Answer> {
  const asked = parseSummary(request.query(summaryQuery), clock.now())
  const filter = { ...asked.filter, environment: request.apiKey.environment }
  return { status: 200, data: usageSummaryJson(await readSummary(db, { ...asked, filter })) }
}
