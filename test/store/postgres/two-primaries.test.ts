// Slow: starts two PostgreSQL servers, of which one becomes a copy of the other.
//
// Which of two servers that both take writes is taken, after a failover that left the earlier primary running.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import {
  createDatabaseServer,
  type DatabaseServer,
} from '../../../scripts/disasters/nodes/database-server.ts'
import { findBinaries } from '../../../scripts/postgres/local-server.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { inSharedTransaction } from '../../../server/db/transaction.ts'
import { onPostgres } from '../../support/postgres.ts'

/** Returns the earlier primary and the later one; both run. */
async function openBoth(t: TestContext): Promise<readonly [DatabaseServer, DatabaseServer]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-two-primaries-'))
  await chmod(folder, 0o755)
  const make = (name: string) =>
    createDatabaseServer({
      binaries: findBinaries() ?? '',
      folder: join(folder, name),
      addresses: [],
    })
  const [earlier, later] = [await make('earlier'), await make('later')]
  t.after(async () => {
    await Promise.all([earlier.end('SIGINT'), later.end('SIGINT')])
    rmSync(folder, { recursive: true, force: true })
  })
  await earlier.init()
  await earlier.start()
  await later.copyFrom(earlier)
  await later.start()
  assert.equal(await later.ask('select pg_promote()'), 'true')
  return [earlier, later]
}

describe('two primaries', onPostgres, () => {
  test('are told apart at the start: the one that was promoted last is taken', async (t) => {
    const both = await openBoth(t)
    const [earlier, later] = both
    const hosts = both.map(({ port }) => `127.0.0.1:${port}`).join()
    const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
    const db = openPostgres({ address: databaseAddressOf(url), connectionsMax: 2 })
    t.after(() => db.close())
    await inSharedTransaction(db, (trx) => sql`create table first_write ()`.execute(trx))
    const made = `select to_regclass('first_write') is not null`
    assert.deepEqual([await earlier.ask(made), await later.ask(made)], ['false', 'true'])
  })
})
