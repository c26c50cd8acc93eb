// Reads a report from the hourly counters, in a thread where the engine needs one.

import type { Appliance } from '../../appliance.ts'
import type { Environment } from '../../kernel/environment.ts'
import { chooseComparison } from '../../verifications/figures/choose-comparison.ts'
import { isUnfinished } from '../../verifications/figures/figure-period.ts'
import type { AskedPeriod } from '../../verifications/figures/figure-period-input.ts'
import {
  listDayCodes,
  listDayCounts,
  listDayTimes,
  sumCodes,
  sumCounters,
} from '../../verifications/figures/verification-counter-view.ts'
import { reportOf } from './report.ts'
import { type ReportJson, reportJson } from './report-json.ts'

export interface ReportRequest extends AskedPeriod {
  readonly environment: Environment
  /** undefined: all markets. */
  readonly country: string | undefined
}

export async function readReport(
  { db, clock }: Pick<Appliance, 'db' | 'clock'>,
  request: ReportRequest,
): Promise<ReportJson> {
  const { environment, country, period } = request
  const reader = db.longReader
  const nowMs = clock.now()
  const scope = { environment, country }
  const comparison = await chooseComparison(reader, scope, request, nowMs)
  const compared =
    comparison.kind === 'compared'
      ? {
          hours: await sumCounters(reader, scope, comparison.hours),
          before: await sumCounters(reader, scope, comparison.before),
          codes: await sumCodes(reader, scope, comparison.hours),
          codesBefore: await sumCodes(reader, scope, comparison.before),
        }
      : undefined
  const report = reportOf({
    period,
    counts: await listDayCounts(reader, scope, period),
    codes: await listDayCodes(reader, scope, period),
    times: await listDayTimes(reader, scope, period),
    compared,
  })
  const shown = { ...period, isUnfinished: isUnfinished(period, nowMs) }
  return reportJson({ environment, country, nowMs, period: shown, comparison, report })
}
