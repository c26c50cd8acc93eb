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
import { approvals } from './0015-approvals.ts'
import { accountNotices } from './0016-account-notices.ts'
import { auditAccess } from './0017-audit-access.ts'
import { auditOutcomes } from './0018-audit-outcomes.ts'
import { pendingOfKey } from './0019-pending-of-key.ts'
import { knownPlaces } from './0020-known-places.ts'
import { virusScan } from './0021-virus-scan.ts'
import { liveQuotas } from './0022-live-quotas.ts'
import { settingDigests } from './0023-setting-digests.ts'
import { auditCopy } from './0024-audit-copy.ts'

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
  { version: 15, name: 'approvals', up: approvals },
  { version: 16, name: 'account-notices', up: accountNotices },
  { version: 17, name: 'audit-access', up: auditAccess },
  { version: 18, name: 'audit-outcomes', up: auditOutcomes },
  { version: 19, name: 'pending-of-key', up: pendingOfKey },
  { version: 20, name: 'known-places', up: knownPlaces },
  { version: 21, name: 'virus-scan', up: virusScan },
  { version: 22, name: 'live-quotas', up: liveQuotas },
  { version: 23, name: 'setting-digests', up: settingDigests },
  { version: 24, name: 'audit-copy', up: auditCopy },
]
