// The console's routes for usage: the numbers of REST and `svc usage`, for one environment or both.

import {
  parseRecount,
  parseSummary,
  parseUsageFilter,
  summaryQuery,
  type UsageSummaryJson,
  usageEventJson,
  usageQuery,
  usageSummaryJson,
  usageTotalsJson,
} from '../../api/usage/usage-api.ts'
import { summaryCsv } from '../../api/usage/usage-csv.ts'
import type { Appliance } from '../../appliance.ts'
import type { Answer, FileAnswer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { spreadsheetMark } from '../../kernel/csv.ts'
import { parseCsvSeparator } from '../../kernel/csv-separator.ts'
import { toPage } from '../../kernel/page.ts'
import type { ProgressTracker } from '../../kernel/progress-tracker.ts'
import type { RecountProgress } from '../../usage/recount.ts'
import { recountUsage } from '../../usage/recount-usage.ts'
import { countDifferences, findCountedTo, listDifferences } from '../../usage/recount-view.ts'
import { readSummary, readTotals } from '../../usage/usage-report.ts'
import { listUsage } from '../../usage/usage-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseAnyEnvironment } from '../environment-input.ts'
import { recountJson, recountResultJson } from './recount-json.ts'

type Needs = Pick<Appliance, 'db' | 'clock'>

export type RecountRouteNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'log'> & {
  /** How far the recount that is under way has come. */
  readonly usageRecount: ProgressTracker<RecountProgress>
}

export const consoleUsageHandlers = {
  list,
  showSummary,
  download,
  showRecount,
  recount,
}

async function list({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...usageQuery, ...pageNames])
  const { environment, asked, page } = collectFaults({
    environment: () => parseAnyEnvironment(query.environment),
    asked: () => parseUsageFilter(query),
    page: () => pageRequest(query, 'use'),
  })
  const filter = { ...asked, environment }
  const { items, nextCursor } = toPage(await listUsage(db.reader, filter, page), page.limit)
  const totals = usageTotalsJson(await readTotals(db, filter))
  return {
    status: 200,
    data: { items: items.map(usageEventJson), next_cursor: nextCursor, totals },
  }
}

async function showSummary(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  return { status: 200, data: await summarise(needs, request.query(totalsQuery)) }
}

async function download(needs: Needs, request: ConsoleRequest): Promise<FileAnswer> {
  const { separator, ...query } = request.query([...totalsQuery, 'separator'])
  const { environment = 'all' } = query
  const columns = parseCsvSeparator(separator)
  const summary = await summarise(needs, query)
  const name = `usage-${environment}-by-${summary.group_by}-${summary.from.slice(0, 10)}.csv`
  return {
    contentType: 'text/csv; charset=utf-8',
    file: Buffer.from(spreadsheetMark + summaryCsv(summary, columns)),
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

const totalsQuery = ['environment', ...summaryQuery] as const

type TotalsQuery = { readonly [Name in (typeof totalsQuery)[number]]?: string }

async function summarise({ db, clock }: Needs, query: TotalsQuery): Promise<UsageSummaryJson> {
  const { environment, asked } = collectFaults({
    environment: () => parseAnyEnvironment(query.environment),
    asked: () => parseSummary(query, clock.now()),
  })
  const filter = { ...asked.filter, environment }
  return usageSummaryJson(await readSummary(db, { ...asked, filter }))
}

const differencesShownMax = 20

async function showRecount(needs: RecountRouteNeeds): Promise<Answer> {
  const { reader } = needs.db
  const data = recountJson({
    countedTo: await findCountedTo(reader),
    count: await countDifferences(reader),
    differences: await listDifferences(reader, differencesShownMax),
    running: needs.usageRecount.latest(),
  })
  return { status: 200, data }
}

/** Goes on if the user leaves: each day commits on its own. */
async function recount(needs: RecountRouteNeeds, request: ConsoleRequest): Promise<Answer> {
  const { from, to, repair } = parseRecount(await request.json())
  let total = 0
  const differences = await needs.usageRecount.track({ counted: 0, total }, (report) =>
    recountUsage(needs, {
      from,
      to,
      by: originOfUser(request),
      repairs: repair,
      onProgress(progress) {
        total = progress.total
        report(progress)
      },
    }),
  )
  return { status: 200, data: recountResultJson({ days: total, differences, repaired: repair }) }
}
