import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import type { Db } from '../../../server/db/transaction.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { drainNode } from '../../../server/nodes/drain-node.ts'
import { listNodes } from '../../../server/nodes/node-list-view.ts'
import { openTestDatabase } from '../../support/database.ts'
import { openNode, passTime } from '../../support/nodes.ts'
import { testKeyring } from '../../support/test-keyring.ts'

describe('a node', () => {
  test('is listed from its start to its stop, with its signs of life', async (t) => {
    const database = await openTestDatabase(t)
    const { node } = await openNode(t, database)
    const startedAt = database.clock.now()
    await passTime(database.clock, 2_000)
    const [row, ...others] = await listNodes(database.db.reader)
    assert.deepEqual(others, [])
    assert.equal(row?.id, node.id)
    assert.equal(row?.startedAt, startedAt)
    assert.equal(row?.beats, 5)
    assert.equal(row?.seenAt, startedAt + 2_000)
    await node.leave()
    assert.deepEqual(await listNodes(database.db.reader), [])
  })

  test('is dead for another that has seen no sign of life for a lease, not sooner', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    const other = await openNode(t, database)
    await passTime(database.clock, 2_000)
    assert.deepEqual(await other.node.deadAmong([one.node.id]), [])
    one.clock.stop()
    await passTime(database.clock, 1_700)
    assert.deepEqual(await other.node.deadAmong([one.node.id]), [])
    await passTime(database.clock, 900)
    const [dead] = await other.node.deadAmong([one.node.id])
    assert.ok(dead)
    assert.equal(await inTransaction(other.db, (trx) => other.node.isStillDead(trx, dead)), true)
    assert.deepEqual(other.node.workingNodes(), [other.node.id])
    one.clock.goOn()
    await passTime(database.clock, 400)
    assert.equal(await inTransaction(other.db, (trx) => other.node.isStillDead(trx, dead)), false)
    assert.deepEqual(await other.node.deadAmong([one.node.id]), [])
  })

  test('is found dead when its lease ends, not a beat later', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    // Their beats never fall together, so the second sees each beat of the first 200 ms after it.
    await passTime(database.clock, 200)
    const other = await openNode(t, database)
    await passTime(database.clock, 1_800)
    const stoppedAt = database.clock.now()
    one.clock.stop()
    const foundAfter: number[] = []
    other.node.onLook(() => {
      if (other.node.isGone(one.node.id)) foundAfter.push(database.clock.now() - stoppedAt)
    })
    await passTime(database.clock, 2_600)
    assert.deepEqual(foundAfter.slice(0, 2), [2_000, 2_400])
  })

  test('that left is dead at once, and so is one that never was', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    const other = await openNode(t, database)
    await one.node.leave()
    const dead = await other.node.deadAmong([one.node.id, 'node_never', other.node.id])
    assert.deepEqual(
      dead.map(({ id }) => id),
      [one.node.id, 'node_never'],
    )
  })

  test('that was stopped itself does not take the others for dead', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    const other = await openNode(t, database)
    await passTime(database.clock, 1_000)
    one.clock.stop()
    other.clock.stop()
    await passTime(database.clock, 60_000, 10_000)
    one.clock.goOn()
    await passTime(database.clock, 500)
    assert.deepEqual(await one.node.deadAmong([other.node.id]), [])
    const told = [one.of('node_lease_lost'), one.of('node_beats_again')]
    assert.deepEqual(
      told.map((entries) => entries.length),
      [1, 1],
    )
    await passTime(database.clock, 2_000)
    assert.equal((await one.node.deadAmong([other.node.id])).length, 1)
  })

  test('that cannot write takes no more work, and ends what it does when its lease ends', async (t) => {
    const database = await openTestDatabase(t)
    let isCutOff = false
    const cut = (db: Db): Db => ({
      ...db,
      reader: db.reader,
      write: (work, kind) =>
        isCutOff ? Promise.reject(new Error('connection lost')) : db.write(work, kind),
    })
    const { node, of } = await openNode(t, database, cut)
    let expiries = 0
    node.onExpiry(() => {
      expiries += 1
    })
    await passTime(database.clock, 1_000)
    isCutOff = true
    await passTime(database.clock, 1_500)
    assert.equal(expiries, 0)
    await passTime(database.clock, 400)
    assert.equal(expiries, 1)
    assert.equal(node.mayTakeWork(), false)
    await passTime(database.clock, 5_000)
    assert.equal(expiries, 1)
    assert.equal(of('node_beat_failed').length, 1)
    isCutOff = false
    await passTime(database.clock, 500)
    assert.equal(node.mayTakeWork(), true)
    assert.equal(of('node_beats_again').length, 1)
  })

  test('that is alone knows that all others are dead, and keeps its lease', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    one.clock.stop()
    const { node } = await openNode(t, database)
    await node.leave()
    await node.join({ isAlone: true })
    assert.equal((await node.deadAmong([one.node.id])).length, 1)
    assert.equal(node.mayTakeWork(), true)
    assert.deepEqual(node.workingNodes(), [node.id])
  })

  test('that is long dead disappears from the list', async (t) => {
    const database = await openTestDatabase(t)
    const one = await openNode(t, database)
    const other = await openNode(t, database)
    one.clock.stop()
    await passTime(database.clock, 4_000)
    assert.equal((await listNodes(database.db.reader)).length, 2)
    database.clock.advance(25 * 60 * 60 * 1000)
    await passTime(database.clock, 4_000)
    assert.deepEqual(
      (await listNodes(database.db.reader)).map(({ id }) => id),
      [other.node.id],
    )
  })
})

describe('draining', () => {
  test('keeps a node from new work until it is resumed, and is audited', async (t) => {
    const database = await openTestDatabase(t)
    const { node, db } = await openNode(t, database)
    const needs = { db, clock: database.clock, keyring: testKeyring() }
    const order = { id: undefined, isDraining: true }
    const drained = await drainNode(needs, fromCommandLine, order)
    assert.equal(drained.drainingSince, database.clock.now())
    await drainNode(needs, fromCommandLine, order)
    await passTime(database.clock, 500)
    assert.deepEqual([node.isDraining, node.mayTakeWork(), node.workingNodes()], [true, false, []])
    await drainNode(needs, fromCommandLine, { id: node.id, isDraining: false })
    await passTime(database.clock, 500)
    assert.equal(node.mayTakeWork(), true)
    const page = { limit: 10, after: undefined }
    const entries = await listAuditEntries(db.reader, {}, page)
    assert.deepEqual(
      entries.map(({ action, subject }) => [action, subject?.id]),
      [
        ['node.resumed', node.id],
        ['node.drained', node.id],
      ],
    )
  })

  test('needs the id where there are several nodes, and one that exists', async (t) => {
    const database = await openTestDatabase(t)
    const { db } = await openNode(t, database)
    await openNode(t, database)
    const needs = { db, clock: database.clock, keyring: testKeyring() }
    const drain = (id: string | undefined) =>
      drainNode(needs, fromCommandLine, { id, isDraining: true })
    await assert.rejects(drain(undefined), /Several nodes/)
    await assert.rejects(drain('node_unknown'), /No node has this id/)
  })
})
