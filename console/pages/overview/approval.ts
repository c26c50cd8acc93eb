// Approval rates: today, the previous days, and day by day. Errors are not decisions and are left
// out, as in the rates by country.

import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'

interface Approval {
  /** Between 0 and 1; undefined where nothing was decided. */
  readonly today: number | undefined
  readonly before: number | undefined
  readonly byDay: readonly (number | undefined)[]
}

export function approvalOf({
  approved,
  declined,
}: Pick<OverviewJson['figures'], 'approved' | 'declined'>): Approval {
  return {
    today: partOf(approved.today, declined.today),
    before: partOf(approved.last_7_days, declined.last_7_days),
    byDay: approved.by_day.map((count, day) => partOf(count, declined.by_day[day] ?? 0)),
  }
}

function partOf(approved: number, declined: number): number | undefined {
  const decided = approved + declined
  return decided === 0 ? undefined : approved / decided
}
