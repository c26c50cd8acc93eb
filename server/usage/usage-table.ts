// Row of `usage_events`. A row is never updated or deleted.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../kernel/environment.ts'
import type { UsageSource, UsageType } from './usage.ts'

export interface UsageEventTable {
  id: string
  type: UsageType
  environment: Environment
  api_key_id: string
  verification_id: string
  /** Unique together with type and verification, so that nothing is metered twice. */
  deduplication_key: string
  quantity: number
  billable: Flag
  source: UsageSource
  created_at: number
  /** On a correction: the event that it corrects, and why. */
  corrects_id: string | null
  reason: string | null
}
