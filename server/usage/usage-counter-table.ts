// Row of `usage_counters`: totals of the events of one hour, day or month (UTC), for one key and type.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Span } from './span.ts'
import type { UsageType } from './usage.ts'

export interface UsageCounterTable {
  span: Span
  environment: Environment
  /** First instant of the span. */
  starts_at: number
  api_key_id: string
  type: UsageType
  billable: Flag
  events: number
  quantity: number
}
