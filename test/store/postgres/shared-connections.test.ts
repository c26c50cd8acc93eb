// Works that commit together on PostgreSQL, and signs of life of a node whose connections are all in use.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  createIdempotency,
  type Idempotency,
  type IdempotencyNeeds,
} from '../../../server/api/idempotency/idempotency.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { recordAudit, recordAuditByCommit } from '../../../server/audit/record-audit.ts'
import type { DataKeyTable } from '../../../server/data-keys/data-key-table.ts'
import { databaseAddressOf } from '../../../server/db/postgres/database-address.ts'
import { type OpenedPostgres, openPostgres } from '../../../server/db/postgres/open-postgres.ts'
import { prepareInsert } from '../../../server/db/prepared-insert.ts'
import {
  addAtCommit,
  afterCommit,
  type Counters,
  type Db,
  inGroupedTransaction,
  inSharedTransaction,
  inTransaction,
  oncePerCommit,
  type Together,
  type Trx,
  writeByCommit,
} from '../../../server/db/transaction.ts'
import type { Answer } from '../../../server/http/answer.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { codeOf } from '../../../server/kernel/has-code.ts'
import { OwnNode } from '../../../server/nodes/own-node.ts'
import type { LiveDayTable } from '../../../server/verifications/live-limits/live-day-table.ts'
import { apiKey } from '../../support/api-key.ts'
import { assertChained } from '../../support/audit-chain.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { heldKey } from '../../support/nodes.ts'
import { holdTransaction } from '../../support/postgres/held-transaction.ts'
import { dayOf, insertDay, namesIn } from '../../support/postgres/live-days.ts'
import { onPostgres, openAt, openTestPostgres } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const insertKey = prepareInsert('data_keys')

const keyOf = (subject_id: string) => ({
  subject_id,
  wrapping_key_id: 'key',
  wrapped: Buffer.alloc(0),
  created_at: 0,
})

const sums: Counters<LiveDayTable> = {
  table: 'live_days',
  nameOf: (row) => row.api_key_id,
  add: (one, other) => ({ ...one, verifications: one.verifications + other.verifications }),
  rows: insertDay,
}

const keySums: Counters<DataKeyTable> = {
  table: 'data_keys',
  nameOf: (row) => row.subject_id,
  add: (one) => one,
  rows: prepareInsert('data_keys', (insert) => insert.onConflict((found) => found.doNothing())),
}

const auditNeeds = { clock: new ManualClock(), keyring: testKeyring() }
const auditEntry = { by: fromCommandLine, action: 'outgoing.resumed' } as const

/** Returns how many transactions have written the rows. */
async function countTransactions({ reader }: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from live_days`.execute(reader)
  return rows[0]?.count ?? 0
}

describe('grouped works', onPostgres, () => {
  test('that arrive together commit together, and their counters are written once', async (t) => {
    const { db } = await openTestPostgres(t)
    const woken: string[] = []
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        await writeByCommit(trx, insertDay, dayOf(name))
        addAtCommit(trx, sums, dayOf('sum'))
        afterCommit(trx, () => woken.push(name))
        return name
      })
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(write)), ['a', 'b', 'c'])
    assert.deepEqual(await namesIn(db.reader), ['a', 'b', 'c', 'sum'])
    assert.equal(await countTransactions(db), 1)
    assert.deepEqual(woken, ['a', 'b', 'c'])
    const sum = db.reader.selectFrom('live_days').select('verifications')
    assert.deepEqual(await sum.where('api_key_id', '=', 'sum').execute(), [{ verifications: 3 }])
  })

  test('see what they have handed over before, and what they share is read once', async (t) => {
    const { db } = await openTestPostgres(t)
    const seen: (readonly string[])[] = []
    let reads = 0
    const read = async () => {
      reads += 1
      return 'shared'
    }
    const write = (name: string) =>
      inGroupedTransaction(db, async (trx) => {
        await writeByCommit(trx, insertDay, dayOf(name))
        seen.push(await namesIn(trx))
        return oncePerCommit(trx, 'shared', read)
      })
    assert.deepEqual(await Promise.all(['a', 'b'].map(write)), ['shared', 'shared'])
    assert.deepEqual(seen, [['a'], ['a', 'b']])
    assert.equal(reads, 1)
  })

  test('see what another statement of their work is writing just then', async (t) => {
    const { db } = await openTestPostgres(t)
    const readFirst: Together<LiveDayTable> = {
      isInLane: false,
      writeAll: (trx, days) => namesIn(trx).then(() => insertDay.writeAll(trx, days)),
    }
    const seen = await inGroupedTransaction(db, async (trx) => {
      await writeByCommit(trx, readFirst, dayOf('a'))
      return Promise.all([namesIn(trx), namesIn(trx)])
    })
    assert.deepEqual(seen, [['a'], ['a']])
  })

  test('write new rows together in any order with one statement, but no counters', async (t) => {
    const { url } = await openTestPostgres(t)
    const one = openPostgres({ address: databaseAddressOf(url), connectionsMax: 2 })
    t.after(() => one.close())
    await inGroupedTransaction(one, async (trx) => {
      await writeByCommit(trx, insertDay, dayOf('a'))
      await writeByCommit(trx, insertKey, keyOf('a'))
      await namesIn(trx)
      await writeByCommit(trx, insertKey, keyOf('b'))
      await writeByCommit(trx, insertDay, dayOf('b'))
      addAtCommit(trx, sums, dayOf('sum'))
      addAtCommit(trx, keySums, keyOf('sum'))
    })
    const { rows } = await inSharedTransaction(one, (trx) =>
      sql`select from pg_prepared_statements where statement like 'with %'`.execute(trx),
    )
    assert.equal(rows.length, 1)
    const keys = await one.reader.selectFrom('data_keys').select('subject_id').execute()
    assert.deepEqual([await namesIn(one.reader), keys.length], [['a', 'b', 'sum'], 3])
  })

  test('append to the audit log at once and at the commit, in one work', async (t) => {
    const { db } = await openTestPostgres(t)
    await inGroupedTransaction(db, async (trx) => {
      await recordAuditByCommit(auditNeeds, trx, auditEntry)
      await recordAudit(auditNeeds, trx, auditEntry)
    })
    const entries = db.reader.selectFrom('audit_entries').select('sequence').orderBy('sequence')
    assert.deepEqual(
      (await entries.execute()).map(({ sequence }) => sequence),
      [1, 2],
    )
  })

  test('append to one chain of the audit log, from two nodes and beside works of the lane', async (t) => {
    const { db, url } = await openTestPostgres(t)
    const other = openAt(url)
    t.after(() => other.close())
    const append = (node: Db) =>
      inGroupedTransaction(node, (trx) => recordAuditByCommit(auditNeeds, trx, auditEntry))
    const inLane = (node: Db) =>
      inTransaction(node, (trx: Trx) =>
        recordAudit(auditNeeds, trx, auditEntry).then(() => undefined),
      )
    const nodes = [db, other, db, other, db, other, db, other]
    await Promise.all(
      nodes.flatMap((node, place) => [append(node), ...(place < 4 ? [inLane(node)] : [])]),
    )
    await assertChained(db, 12)
  })
})

function idempotencyNeeds(db: Db, clock: ManualClock): IdempotencyNeeds {
  const config = { idempotencyRetentionMs: 1_000 }
  return { db, clock, responsesNow: () => clock.now(), keyring: testKeyring(), config }
}

describe('grouped works with an Idempotency-Key', onPostgres, () => {
  test('one loses to another node and one replaces an expired answer, and none fails with them', async (t) => {
    const { db } = await openTestPostgres(t)
    const clock = new ManualClock()
    const needs = idempotencyNeeds(db, clock)
    const [node, other] = [createIdempotency(needs), createIdempotency(needs)]
    const goOn = Promise.withResolvers<void>()
    let begun = 0
    const ask = (asked: Idempotency, key: string, effect: string, isHeld = false) =>
      asked.once(
        { requestId: 'req_1', apiKey: apiKey({ id: 'key_1' }), idempotencyKey: key, parts: [key] },
        async (saveResponse) => {
          begun += 1
          if (isHeld) await goOn.promise
          return inGroupedTransaction(db, async (trx) => {
            const answer = { status: 201 as const, data: { effect } }
            await writeByCommit(trx, insertDay, dayOf(effect))
            await saveResponse(trx, answer)
            return answer
          })
        },
      )
    await ask(other, 'expired', 'old')
    clock.advance(2_000)
    const held = ['a', 'expired', 'taken', 'b'].map((key) => ask(node, key, `${key} here`, true))
    while (begun < 5) await new Promise(setImmediate)
    await ask(other, 'taken', 'taken there')
    goOn.resolve()
    const effects = (await Promise.all(held)).map(({ body }) => JSON.parse(body).data.effect)
    assert.deepEqual(effects, ['a here', 'expired here', 'taken there', 'b here'])
    const stored = ['a here', 'b here', 'expired here', 'old', 'taken there']
    assert.deepEqual(await namesIn(db.reader), stored)
  })

  test('never wait in a circle with a refusal or a late answer, which stay out of the lane', async (t) => {
    const { db } = await openTestPostgres(t)
    const { once } = createIdempotency(idempotencyNeeds(db, new ManualClock()))
    const letLaneGo = await holdTransaction((work) => inTransaction(db, work))
    const ask = (key: string, work: () => Promise<Answer>) =>
      once(
        { requestId: 'req_1', apiKey: apiKey({ id: 'key_1' }), idempotencyKey: key, parts: [key] },
        work,
      )
    const refusal = ask('refused', async () => {
      throw new AppError('invalid_request', 'refused')
    })
    const answer = ask('answered', async () => ({ status: 200, data: {} }))
    const failures = await Promise.all(
      [refusal, answer].map((asked) => asked.then(() => undefined, codeOf)),
    )
    await letLaneGo()
    assert.deepEqual(failures, ['invalid_request', undefined])
  })
})

/** Holds the one connection for writing and the one for reading until the returned function is called. */
async function holdAll(db: OpenedPostgres): Promise<() => Promise<void>> {
  const goOn = Promise.withResolvers<void>()
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const hold = async (number: 0 | 1) => {
    begun[number].resolve()
    await goOn.promise
  }
  const held = [
    inSharedTransaction(db, () => hold(0)),
    db.reader.connection().execute(() => hold(1)),
  ]
  await Promise.all(begun.map(({ promise }) => promise))
  return async () => {
    goOn.resolve()
    await Promise.all(held)
  }
}

async function join(db: OpenedPostgres, clock: ManualClock) {
  const captured = captureLog(clock)
  const node = new OwnNode({ db, clock, log: captured.log, version: '1', keyHolder: heldKey })
  await node.join({ isAlone: false })
  return { node, ...captured }
}

describe('a node whose pools are busy', onPostgres, () => {
  test('gives signs of life all the same, keeps its lease, and sees the others', async (t) => {
    const { db, url } = await openTestPostgres(t)
    // Real time passes while the connections are held.
    const patient = {
      ...databaseAddressOf(url),
      options: '-c idle_in_transaction_session_timeout=0',
    }
    const busyDb = openPostgres({ address: patient, connectionsMax: 2 })
    const clock = new ManualClock()
    const busy = await join(busyDb, clock)
    const other = await join(db, clock)
    const letGo = await holdAll(busyDb)
    t.after(async () => {
      await letGo()
      await busyDb.close()
    })
    for (let beat = 0; beat < 10; beat += 1) {
      clock.advance(400)
      await Promise.all([busy.node.beat(), other.node.beat()])
    }
    assert.equal(busy.node.mayTakeWork(), true)
    assert.deepEqual(busy.of('node_beat_failed'), [])
    assert.deepEqual(busy.of('node_lease_lost'), [])
    const both = [busy.node.id, other.node.id].toSorted()
    assert.deepEqual(busy.node.workingNodes(), both)
    assert.equal(other.node.isGone(busy.node.id), false)
  })
})
