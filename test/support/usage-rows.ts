// Reads the usage events of a verification from the table, in order of their ids.

import { databaseFile } from '../../server/appliance.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { rawOnPostgres } from './postgres/raw-postgres.ts'
import type { RunningAppliance } from './running-appliance.ts'

interface UsageRow {
  readonly type: string
  readonly source: string
  readonly billable: 0 | 1
  readonly api_key_id: string
}

export function usageRows({ appliance }: RunningAppliance, verificationId: string): UsageRow[] {
  const query =
    'select type, source, billable, api_key_id from usage_events where verification_id = ? order by id'
  const { databaseUrl } = appliance.secrets
  if (databaseUrl !== undefined) {
    return rawOnPostgres(databaseUrl).prepare(query).all(verificationId) as UsageRow[]
  }
  const raw = openConnection(databaseFile(appliance.config))
  try {
    return raw.prepare(query).all(verificationId) as UsageRow[]
  } finally {
    raw.close()
  }
}
