// Every migration, in order. A released one is never edited; a change is a new one.

import type { Trx } from '../transaction.ts'
import { foundation } from './0001-foundation.ts'
import { webhooks } from './0002-webhooks.ts'
import { scores } from './0003-scores.ts'
import { usage } from './0004-usage.ts'
import { outbound } from './0005-outbound.ts'
import { audit } from './0006-audit.ts'
import { staff } from './0007-staff.ts'
import { reviews } from './0008-reviews.ts'
import { overview } from './0009-overview.ts'
import { deliveryEventType } from './0010-delivery-event-type.ts'
import { usageChecks } from './0011-usage-checks.ts'
import { begunAndSkipped } from './0012-begun-and-skipped.ts'
import { combinedFilters } from './0013-combined-filters.ts'
import { reviewQueue } from './0014-review-queue.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  up(trx: Trx): Promise<void>
}

export const migrations: readonly Migration[] = [
  { version: 1, name: 'foundation', up: foundation },
  { version: 2, name: 'webhooks', up: webhooks },
  { version: 3, name: 'scores', up: scores },
  { version: 4, name: 'usage', up: usage },
  { version: 5, name: 'outbound', up: outbound },
  { version: 6, name: 'audit', up: audit },
  { version: 7, name: 'staff', up: staff },
  { version: 8, name: 'reviews', up: reviews },
  { version: 9, name: 'overview', up: overview },
  { version: 10, name: 'delivery-event-type', up: deliveryEventType },
  { version: 11, name: 'usage-checks', up: usageChecks },
  { version: 12, name: 'begun-and-skipped', up: begunAndSkipped },
  { version: 13, name: 'combined-filters', up: combinedFilters },
  { version: 14, name: 'review-queue', up: reviewQueue },
]
