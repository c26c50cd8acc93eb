// Two releases on one PostgreSQL database: the older works on while the newer adds, and what it needs is removed only
// once it has ended.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { askPostgres } from '../../../scripts/postgres/local-server.ts'
import {
  MigrationError,
  type MigrationPlan,
  migrate,
  readExpectedSchema,
} from '../../../server/db/migrate.ts'
import { listAppliedMigrations } from '../../../server/db/migration-view.ts'
import { type Migration, migrations, newestSchema } from '../../../server/db/migrations/index.ts'
import { inBeatTransaction, inSharedTransaction } from '../../../server/db/transaction.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { putNode } from '../../../server/nodes/node-store.ts'
import { OwnNode } from '../../../server/nodes/own-node.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { heldKey } from '../../support/nodes.ts'
import { bareDatabase, onPostgres, openAt } from '../../support/postgres.ts'

const expandedSchema = newestSchema + 1
const contractedSchema = newestSchema + 2

const expanding: Migration = {
  version: expandedSchema,
  name: 'expand',
  kind: 'additive',
  up: (_, { run }) => run('create table later_things (id text primary key)'),
}
const contracting: Migration = {
  version: contractedSchema,
  name: 'contract',
  kind: 'contracting',
  up: (_, { run }) => run('drop table later_things'),
}
const rewriting: Migration = { ...contracting, name: 'rewrite', kind: 'rewriting' }

async function openScene(t: TestContext) {
  const url = await bareDatabase(t)
  const db = openAt(url)
  t.after(() => db.close())
  const first = { migrations, expectedSchema: readExpectedSchema('postgres'), backupFolder: '' }
  await migrate(db, first, systemClock.now())
  const expectedSchema = await db.schema.dump()
  const nowMs = systemClock.now()
  const versions = async () => (await listAppliedMigrations(db.reader)).map((one) => one.version)
  const run = (known: readonly Migration[], more: Partial<MigrationPlan> = {}) =>
    migrate(db, { migrations: known, expectedSchema, backupFolder: '', ...more }, nowMs)
  const oldNode = { id: 'node_old', host: 'bank-1', version: '1.2.0', schemaVersion: newestSchema }
  const beat = (seenAt: number) =>
    inSharedTransaction(db, (trx) =>
      putNode(trx, { ...oldNode, startedAt: nowMs, masterKeyId: 'mk_test' }, seenAt),
    )
  return { db, url, run, versions, nowMs, oldNode, beat }
}

/** The server lists a session for a moment after its client has gone. */
async function endOfSessions(url: string, nodeId: string): Promise<void> {
  const left = `select count(*) from pg_stat_activity where application_name like '%${nodeId}'`
  while ((await askPostgres(url, left)) !== '0');
}

/** Newest first. */
const versionsTo = (last: number) => Array.from({ length: last }, (_, at) => last - at)

const next = [...migrations, expanding, contracting]

describe('two releases on one database', onPostgres, () => {
  test('work beside each other until the newer removes what the older needs', async (t) => {
    const { run, versions, beat, nowMs } = await openScene(t)
    await beat(nowMs)
    assert.deepEqual(await run(next), [expandedSchema], 'the newer release expands')
    assert.deepEqual(await run(migrations), [], 'the older one still starts')
    assert.deepEqual(await run(next), [], 'and keeps the newer one from contracting')
    await beat(nowMs - 60_000)
    assert.deepEqual(await run(next, { contracts: false }), [], 'no start of a server contracts')
    assert.deepEqual(await run(next), [contractedSchema])
    assert.deepEqual(await versions(), versionsTo(contractedSchema))
    await assert.rejects(run(migrations), {
      message: new RegExp(
        `schema version ${contractedSchema}, this program knows ${newestSchema}\\.`,
      ),
    })
  })

  test('advise to name another database where one was changed by hand', async (t) => {
    const { run } = await openScene(t)
    const refused = run(migrations, { expectedSchema: 'another' })
    await assert.rejects(refused, /or name another database in SVC_DATABASE_URL\.$/)
  })

  test('keep the older one from being overlooked where its clock is behind that of the database', async (t) => {
    const { run, url, oldNode, nowMs } = await openScene(t)
    const old = openAt(url)
    t.after(() => old.close())
    const { nodeId } = old.connections
    const anHourAgo = nowMs - 3_600_000
    const node = { ...oldNode, id: nodeId, startedAt: anHourAgo, masterKeyId: 'mk_test' }
    await inBeatTransaction(old, (trx) => putNode(trx, node, anHourAgo))
    assert.deepEqual(await run(next), [expandedSchema], 'it is connected')
    await old.close()
    await endOfSessions(url, nodeId)
    assert.deepEqual(await run(next), [contractedSchema])
  })

  test('are refused where rows have to be rewritten, with the servers that are in the way', async (t) => {
    const { db, run, versions, beat, nowMs } = await openScene(t)
    await beat(nowMs)
    const refused = run([...migrations, expanding, rewriting])
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(error.message, /migration \d+ \(rewrite, rewriting\) waits until no server/)
      assert.match(error.message, /node_old \(release 1\.2\.0 on bank-1\)/)
      return true
    })
    assert.deepEqual(await versions(), versionsTo(newestSchema), 'nothing was changed')
    assert.match(await db.schema.dump(), /create table nodes/)
  })

  test('keep the older one where a migration of the newer fails, which is named without values', async (t) => {
    const { run, versions } = await openScene(t)
    const up =
      (values: string) =>
      (_: unknown, { run: sql }: { run(text: string): Promise<void> }) =>
        sql(
          `create table tails (id text primary key, length bigint); insert into tails values ${values}`,
        )
    const failed = (values: string) =>
      run([...migrations, { ...expanding, name: 'add_tails', up: up(values) }])
    await assert.rejects(failed(`('Awa', 1), ('Awa', 2)`), (error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(
        error.message,
        /^migration \d+ \(add_tails\) failed: duplicate key value violates unique constraint "tails_pkey" \(23505\)\. Nothing was changed\. The release before still fits/,
      )
      assert.doesNotMatch(error.message, /Awa/)
      return true
    })
    await assert.rejects(failed(`('Awa', 'Teranga')`), (error) => {
      assert.match(String(error), /failed: PostgreSQL refused a value \(22P02\)/)
      assert.doesNotMatch(String(error), /Teranga/)
      return true
    })
    assert.deepEqual(await versions(), versionsTo(newestSchema))
  })

  test('exclude each other once the newer has contracted, also while a node starts', async (t) => {
    const { db, run, versions } = await openScene(t)
    const log = captureLog(new ManualClock()).log
    await run(next)
    assert.deepEqual(await versions(), versionsTo(contractedSchema))
    const node = new OwnNode({ db, clock: systemClock, log, version: '1.2.0', keyHolder: heldKey })
    await assert.rejects(node.join({ isAlone: false }), /start the newer release here/)
  })
})
