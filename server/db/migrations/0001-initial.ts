// The tables of the first release, each after the tables that it references. They are frozen, because installations
// have them: another column or table is a migration of its own.

import { auditTables } from './0001-initial/audit.ts'
import { erasureTables } from './0001-initial/erasure.ts'
import { installationTables } from './0001-initial/installation.ts'
import { keyTables } from './0001-initial/keys.ts'
import { reviewTables } from './0001-initial/reviews.ts'
import { usageTables } from './0001-initial/usage.ts'
import { userTables } from './0001-initial/users.ts'
import { verificationTables } from './0001-initial/verifications.ts'
import { webhookTables } from './0001-initial/webhooks.ts'
import type { TableDefinition } from './define-table.ts'

export const initialTables: readonly TableDefinition[] = [
  ...installationTables,
  ...auditTables,
  ...userTables,
  ...keyTables,
  ...verificationTables,
  ...reviewTables,
  ...webhookTables,
  ...usageTables,
  ...erasureTables,
]
