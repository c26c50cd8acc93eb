// Keeps servers and commands off a PostgreSQL database while it is copied elsewhere, and after it was. Every connection
// that may write holds the lock shared, and the copy holds it alone, so neither begins beside the other. The database
// gives the lock back when the connection ends, however its process ends.

import { Client, type ClientBase } from 'pg'
import { codeOf } from '../../kernel/has-code.ts'
import { DatabaseMovedError } from '../database-move.ts'
import type { DatabaseMoveTable } from '../database-move-table.ts'
import { connectionOptions, type PoolSettings, primaryFinderOf } from './connection-pool.ts'
import { DatabaseLeavingError } from './postgres-errors.ts'

/** Arbitrary, and never changed. */
const moveLock = 5_208_310_417_206_116

const enter = `select pg_try_advisory_lock_shared(${moveLock}) as entered,
  to_regclass('database_move') is not null as has_table`

const readMove = `select state, other_place, changed_at from database_move where state = 'left'`

/** For each new connection to write over. @throws DatabaseLeavingError, DatabaseMovedError */
export async function admitWriter(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ entered: boolean; has_table: boolean }>(enter)
  if (!rows[0]?.entered) throw new DatabaseLeavingError()
  if (!rows[0].has_table) return
  const [move] = (await client.query<DatabaseMoveTable>(readMove)).rows
  if (move === undefined) return
  const { state, other_place: otherPlace, changed_at: changedAt } = move
  throw new DatabaseMovedError({ state, otherPlace, changedAt: Number(changedAt) })
}

export interface MoveLock {
  /**
   * Waits for a few seconds. Returns what other connections that may write are called; empty if the lock is held now.
   */
  take(): Promise<readonly string[]>
  /** @throws Error if the connection with the lock has broken since */
  confirm(): Promise<void>
  release(): Promise<void>
}

const readWriters = `select distinct application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and pid <> pg_backend_pid()
  and (classid::bigint << 32) + objid::bigint = ${moveLock}`

export function createMoveLock({
  address,
  caFile,
}: Pick<PoolSettings, 'address' | 'caFile'>): MoveLock {
  let holder: Client | undefined
  return {
    async take() {
      const settings = { address, caFile, name: 'svc copy lock', statementTimeoutMs: 0 }
      const primary = primaryFinderOf(settings)
      // Nothing is known yet: the first of several hosts may be a standby, or away.
      primary.doubt()
      await primary.settle()
      const client = new Client(connectionOptions(settings, primary.current()))
      client.on('error', () => {})
      await client.connect()
      holder = client
      try {
        await client.query(`select pg_advisory_lock(${moveLock})`)
        return []
      } catch (error) {
        if (codeOf(error) !== '55P03') throw error
        const { rows } = await client.query<{ name: string }>(readWriters)
        return rows.map(({ name }) => name).toSorted()
      }
    },
    async confirm() {
      await holder?.query('select 1')
    },
    async release() {
      await holder?.end().catch(() => undefined)
    },
  }
}
