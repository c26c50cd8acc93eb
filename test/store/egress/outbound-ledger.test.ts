import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { type Db, inTransaction } from '../../../server/db/transaction.ts'
import { beginOutbound } from '../../../server/egress/begin-outbound.ts'
import { markInterruptedCalls } from '../../../server/egress/mark-interrupted.ts'
import type { OutboundCall, OutboundEnd } from '../../../server/egress/outbound.ts'
import { markInterrupted } from '../../../server/egress/outbound-store.ts'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import { pruneOutbound } from '../../../server/egress/prune-outbound.ts'
import { openOutboundLedger } from '../../../server/egress/record-outbound.ts'
import { openLog, silentLog } from '../../../server/kernel/log.ts'
import { putNode } from '../../../server/nodes/node-store.ts'
import { OwnNode } from '../../../server/nodes/own-node.ts'
import { commitsIn, openTestDatabase, plansOf } from '../../support/database.ts'
import { heldKey } from '../../support/nodes.ts'
import { onSqlite } from '../../support/postgres.ts'

const call: OutboundCall = {
  purpose: 'score',
  provider: 'smile-id',
  method: 'POST',
  host: 'score.example:8443',
  fieldNames: ['request_id', 'features.age_band'],
}
const end: OutboundEnd = {
  outcome: 'answered',
  status: 200,
  bodyBytes: 312,
  bodySha256: 'ab'.repeat(32),
}
const oldestFirst = { order: 'oldest_first', after: undefined, limit: 10_000 } as const

async function setUp(t: TestContext) {
  const opened = await openTestDatabase(t)
  const ledger = openOutboundLedger({ ...opened, log: silentLog })
  const read = () => listOutbound(opened.db.reader, {}, oldestFirst)
  return { ...opened, ledger, read }
}

describe('the ledger of outbound calls', () => {
  test('keeps what was recorded of a call, from its start to its end', async (t) => {
    const { ledger, clock, read } = await setUp(t)
    const startedAt = clock.now()
    const ended = ledger.onCall(call)
    clock.advance(140)
    ended(end)
    await ledger.close()
    const [{ id, ...entry } = { id: '' }, ...rest] = await read()
    assert.deepEqual(entry, { ...call, ...end, startedAt, durationMs: 140 })
    assert.match(id, /^out_/)
    assert.deepEqual(rest, [])
  })

  test('is written no later than the next write of the code that made the call', async (t) => {
    const { ledger, db } = await setUp(t)
    ledger.onCall(call)(end)
    // The caller's own transaction finds the entry there: the two commit together, or the entry first.
    const seen = await inTransaction(db, (trx) => listOutbound(trx, {}, oldestFirst))
    assert.equal(seen.length, 1)
  })

  test('costs no extra commit if the code that made the call commits too', onSqlite, async (t) => {
    const { ledger, db, file } = await setUp(t)
    const before = commitsIn(file)
    for (let time = 0; time < 20; time += 1) ledger.onCall(call)(end)
    await inTransaction(db, (trx) => trx.updateTable('jobs').set({ attempts: 0 }).execute())
    await ledger.close()
    assert.equal(commitsIn(file) - before, 1)
  })

  test('is tried again while the database refuses it, and says so without losing an entry', async (t) => {
    const { db, clock } = await setUp(t)
    const lines: string[] = []
    const log = openLog((line) => lines.push(line), { clock })
    let writes = 0
    // Refuses the first at once, and the second after its work is done: then all of it is undone.
    const moody: Pick<Db, 'write'> = {
      async write(work) {
        writes += 1
        if (writes === 1) throw new Error('disk I/O error')
        return db.write(async (trx) => {
          const result = await work(trx)
          if (writes === 2) throw new Error('disk I/O error')
          return result
        })
      },
    }
    const ledger = openOutboundLedger({ db: moody, clock, log })
    ledger.onCall(call)(end)
    await new Promise(setImmediate)
    clock.advance(1)
    ledger.onCall({ ...call, purpose: 'identity.status' })(end)
    clock.advance(1_000)
    await settled(lines, 2)
    clock.advance(1_000)
    await ledger.close()
    const written = await listOutbound(db.reader, {}, oldestFirst)
    assert.deepEqual(
      written.map(({ purpose }) => purpose),
      ['score', 'identity.status'],
    )
    assert.equal(lines.filter((line) => line.includes('outbound_write_failed')).length, 2)
    assert.ok(!lines.join().includes('disk I/O'))
  })

  test('says how many entries it could not write when it must end', async (t) => {
    const { clock } = await setUp(t)
    const lines: string[] = []
    const log = openLog((line) => lines.push(line), { clock })
    const dead: Pick<Db, 'write'> = { write: () => Promise.reject(new Error('gone')) }
    const ledger = openOutboundLedger({ db: dead, clock, log })
    ledger.onCall(call)(end)
    ledger.onCall(call)(end)
    await ledger.close()
    assert.match(
      lines.at(-1) ?? '',
      /outbound_entries_lost.*"count":2|"count":2.*outbound_entries_lost/,
    )
    assert.equal(clock.pendingCount, 0)
  })

  test('takes thousands at once', async (t) => {
    const { ledger, read } = await setUp(t)
    for (let time = 0; time < 4_000; time += 1) ledger.onCall(call)(end)
    await ledger.close()
    assert.equal((await read()).length, 4_000)
  })
})

/** Until so many writes have failed. */
async function settled(lines: readonly string[], failures: number): Promise<void> {
  const count = () => lines.filter((line) => line.includes('outbound_write_failed')).length
  while (count() < failures) await new Promise(setImmediate)
}

const facts = { host: 'a', version: '1', schemaVersion: 1, startedAt: 0, masterKeyId: 'mk_test' }

describe('a call that is written down before it is made', () => {
  const upload = { ...call, purpose: 'identity.upload', bodyBytes: 80_000 } as const

  test('is there as begun, and completed in its place by its end', async (t) => {
    const { ledger, db, clock, read } = await setUp(t)
    const startedAt = clock.now()
    const begun = await inTransaction(db, (trx) =>
      beginOutbound(trx, upload, { nodeId: 'node_1', nowMs: startedAt }),
    )
    const known = { ...upload, ...begun, status: undefined, bodySha256: undefined }
    assert.deepEqual(await read(), [{ ...known, outcome: 'begun', durationMs: undefined }])
    clock.advance(10)
    const ended = ledger.onCall(upload, begun)
    clock.advance(90)
    ended(end)
    await ledger.close()
    assert.deepEqual(await read(), [{ ...upload, ...begun, ...end, durationMs: 100 }])
  })

  test('is not there where what it belongs to is undone', async (t) => {
    const { db, read } = await setUp(t)
    const undone = inTransaction(db, async (trx) => {
      await beginOutbound(trx, upload, { nodeId: 'node_1', nowMs: 0 })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.deepEqual(await read(), [])
  })

  test('is cut off where it has no end and its node is dead, and only then', async (t) => {
    const { ledger, db, clock, read } = await setUp(t)
    const begin = () =>
      inTransaction(db, (trx) =>
        beginOutbound(trx, upload, { nodeId: 'node_1', nowMs: clock.now() }),
      )
    const left = await begin()
    ledger.onCall(upload, await begin())(end)
    ledger.onCall(call)({ ...end, outcome: 'network', status: undefined })
    await ledger.close()
    const lines: string[] = []
    const log = openLog((line) => lines.push(line), { clock })
    const own = new OwnNode({ db, clock, log, version: '1', keyHolder: heldKey })
    await inTransaction(db, (trx) => putNode(trx, { ...facts, id: 'node_1' }, clock.now()))
    await markInterruptedCalls({ db, log, node: own })
    assert.equal(lines.length, 0, 'the node may be alive')
    await own.join({ isAlone: true })
    t.after(() => own.leave())
    await markInterruptedCalls({ db, log, node: own })
    const outcomes = new Map((await read()).map(({ id, outcome }) => [id, outcome]))
    assert.equal(outcomes.get(left.id), 'cut_off')
    assert.deepEqual([...outcomes.values()].sort(), ['answered', 'cut_off', 'network'])
    assert.match(lines.join(), /"count":1.*outbound_calls_interrupted/)
    await markInterruptedCalls({ db, log, node: own })
    assert.equal(lines.length, 1)
  })

  test('keeps its outcome whatever is recorded afterwards', async (t) => {
    const { ledger, db, clock, read } = await setUp(t)
    const begun = await inTransaction(db, (trx) =>
      beginOutbound(trx, upload, { nodeId: 'node_1', nowMs: clock.now() }),
    )
    ledger.onCall(upload, begun)(end)
    ledger.onCall(upload, begun)({ ...end, outcome: 'timeout', status: undefined })
    await ledger.close()
    assert.equal((await read())[0]?.outcome, 'answered')
  })
})

describe('entries that are old', () => {
  test('are forgotten after their time, also many of them, and no others', async (t) => {
    const { ledger, clock, db, read } = await setUp(t)
    for (let time = 0; time < 1_201; time += 1) ledger.onCall(call)(end)
    clock.advance(1)
    ledger.onCall({ ...call, host: 'young.example' })(end)
    await ledger.close()
    const config = { outboundRetentionMs: 86_400_000 }
    clock.advance(86_400_000 - 1)
    assert.equal(await pruneOutbound({ db, clock, config }), 0)
    clock.advance(1)
    assert.equal(await pruneOutbound({ db, clock, config }), 1_201)
    assert.deepEqual(
      (await read()).map(({ host }) => host),
      ['young.example'],
    )
  })
})

describe('the queries of the ledger', () => {
  test('find what is begun by an index of that alone', onSqlite, async (t) => {
    const { file } = await setUp(t)
    const plan = await plansOf(t, file, (trx) => markInterrupted(trx, 'node_1'))
    assert.match(plan[0] ?? '', /USING (?:COVERING )?INDEX outbound_calls_begun/)
  })

  test('find by purpose, host and time by an index, in either direction', onSqlite, async (t) => {
    const { file } = await setUp(t)
    const filters = [
      { purpose: 'score' },
      { host: 'a' },
      { idFrom: 'out_1', idBefore: 'out_2' },
    ] as const
    for (const filter of filters) {
      for (const order of ['newest_first', 'oldest_first'] as const) {
        const page = { order, after: undefined, limit: 20 }
        const plan = await plansOf(t, file, (trx) => listOutbound(trx, filter, page))
        assert.equal(plan.length, 1, plan.join('\n'))
        assert.match(plan[0] ?? '', /^SEARCH outbound_calls USING INDEX/)
      }
    }
  })
})
