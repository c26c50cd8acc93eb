// The database of the storm: a primary that can be stopped and killed, and a second server that can become its
// synchronous standby and take its place.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabaseServer, type DatabaseServer } from './database-server.ts'

export interface StormDatabase {
  /** Of both servers, whichever is the primary. */
  readonly ports: readonly number[]
  /** Starts the primary again. Resolves once it answers. */
  start(): Promise<void>
  /** Ends the primary: `SIGINT` ends its transactions and stops it, `SIGKILL` leaves recovery to the next start. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Makes the other server a standby: from now on a commit is answered when both have it on disk. */
  addStandby(): Promise<void>
  /** Makes the standby the primary. Resolves once it takes writes. The one before has to be ended. */
  promoteStandby(): Promise<void>
  /** Processor time of the primary, in milliseconds. */
  cpuMs(): Promise<number>
  close(): Promise<void>
}

const askEveryMs = 20
const standsWithinMs = 30_000

/** Makes and starts it. @param folder made by this function; it keeps the data */
export async function createStormDatabase(
  binaries: string,
  folder: string,
  addresses: readonly string[] = [],
): Promise<StormDatabase> {
  mkdirSync(folder, { mode: 0o755 })
  const make = (name: string) =>
    createDatabaseServer({ binaries, folder: join(folder, name), addresses })
  let primary = await make('one')
  let other = await make('two')
  const ports = [primary.port, other.port]
  await primary.init()
  await primary.start()
  return {
    ports,
    start: () => primary.start(),
    end: (signal) => primary.end(signal),
    async addStandby() {
      await other.end('SIGINT')
      await other.copyFrom(primary)
      await other.start()
      // Not before: the copy would wait for a standby of its own once it is the primary.
      await configure(primary, "set synchronous_standby_names = '*'")
      await until(
        primary,
        `select count(*) from pg_stat_replication where sync_state = 'sync'`,
        '1',
      )
    },
    async promoteStandby() {
      await other.ask('select pg_promote()')
      await until(other, 'select pg_is_in_recovery()', 'false')
      ;[primary, other] = [other, primary]
    },
    cpuMs: () => primary.cpuMs(),
    async close() {
      await Promise.all([primary.end('SIGINT'), other.end('SIGINT')])
    },
  }
}

async function configure(server: DatabaseServer, change: string): Promise<void> {
  await server.ask(`alter system ${change}`)
  await server.ask('select pg_reload_conf()')
}

async function until(server: DatabaseServer, sql: string, answer: string): Promise<void> {
  const end = performance.now() + standsWithinMs
  while ((await server.ask(sql)) !== answer) {
    if (performance.now() > end) throw new Error(`PostgreSQL does not come to: ${sql}`)
    await wait(askEveryMs)
  }
}
