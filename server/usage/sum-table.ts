// Row of `usage_sums`: what the events of one hour, day or month (UTC) come to, for one key and type.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../keys/key.ts'
import type { Span } from './span.ts'
import type { UsageType } from './usage.ts'

export interface UsageSumTable {
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
