// Rows of the recount: how far it has come, when it last looked at each day, and where sums differed from the events.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../keys/key.ts'
import type { Span } from './span.ts'
import type { UsageType } from './usage.ts'

/** The one row of `usage_recount`. */
export interface UsageRecountTable {
  only: number
  /** Everything before this instant has been recounted; the first instant of a day, UTC. */
  counted_to: number
  finished_at: number
}

/** Row of `usage_day_checks`: a day that was recounted, and when last. */
export interface UsageDayCheckTable {
  /** First instant of the day, UTC. */
  starts_at: number
  checked_at: number
}

/** Row of `usage_differences`; gone once a recount of its span finds none. */
export interface UsageDifferenceTable {
  span: Span
  environment: Environment
  starts_at: number
  api_key_id: string
  type: UsageType
  billable: Flag
  /** What the events come to. */
  counted_events: number
  counted_quantity: number
  /** What the sum says. */
  summed_events: number
  summed_quantity: number
  noticed_at: number
}
