// Gives the role that runs the product its rights, as the owner of the tables.

import { openPool } from './connection-pool.ts'
import { grantTo } from './grants.ts'
import type { PostgresPlace } from './open-postgres.ts'

/** Connects as the owner of the tables and gives `role` its rights. */
export async function grantRights(
  { address, caFile }: Pick<PostgresPlace, 'address' | 'caFile'>,
  role: string,
): Promise<void> {
  const pool = openPool({
    address,
    caFile,
    name: 'svc grant',
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })
  try {
    const client = await pool.connect()
    try {
      await client.query(grantTo(role), [])
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
