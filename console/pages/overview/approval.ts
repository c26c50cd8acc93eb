// Approval rates: of the period, of the compared hours, and day by day. Errors are not decisions and are left
// out, as in the rates by country.

import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'

/** Between 0 and 1; undefined where nothing was decided. */
interface Approval {
  readonly total: number | undefined
  /** Undefined also unless something was decided in both spans: a rate is not compared with nothing. */
  readonly against: { readonly compared: number; readonly before: number } | undefined
  readonly byDay: readonly (number | undefined)[]
}

export function approvalOf({
  approved,
  declined,
}: Pick<OverviewJson['figures'], 'approved' | 'declined'>): Approval {
  const compared = partOf(approved.compared ?? 0, declined.compared ?? 0)
  const before = partOf(approved.before ?? 0, declined.before ?? 0)
  return {
    total: partOf(approved.total, declined.total),
    against: compared === undefined || before === undefined ? undefined : { compared, before },
    byDay: approved.by_day.map((count, day) => partOf(count, declined.by_day[day] ?? 0)),
  }
}

function partOf(approved: number, declined: number): number | undefined {
  const decided = approved + declined
  return decided === 0 ? undefined : approved / decided
}
