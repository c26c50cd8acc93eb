import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readServerTime } from '../../../server/db/postgres/server-time.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { EndpointLeases } from '../../../server/deliveries/endpoint-leases.ts'
import type { LeaseNodes } from '../../../server/deliveries/lease-nodes.ts'
import { leaseTimeOf } from '../../../server/deliveries/lease-time.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { onPostgres, openTestPostgres } from '../../support/postgres.ts'

const config = { webhooks: { timeoutMs: 10_000 } }

/** The node `node_ahead`, which is preferred for every endpoint, beside others that live. */
const nodes: LeaseNodes = {
  id: 'node_ahead',
  isAlone: false,
  workingNodes: () => ['node_ahead'],
  servingNodes: () => 2,
  holdsLease: () => true,
  isGone: () => false,
  isStillGone: async () => false,
}

describe('a node whose clock is a minute ahead', onPostgres, () => {
  test('takes no endpoint that another holds, and takes free ones until the right time', async (t) => {
    const { db } = await openTestPostgres(t)
    const rightMs = await readServerTime(db.reader)
    const held = { webhook_id: 'wh_held', node_id: 'node_other', until: rightMs + 25_000 }
    await inTransaction(db, (trx) => trx.insertInto('webhook_leases').values(held).execute())
    const { now } = Date
    t.mock.method(Date, 'now', () => now() + 60_000)
    const leaseTime = leaseTimeOf({ db, clock: systemClock })
    const needs = { db, clock: systemClock, log: silentLog, config, liveNodes: nodes, leaseTime }
    const leases = new EndpointLeases(needs)
    await leases.take([
      { webhookId: 'wh_held', dueSince: rightMs },
      { webhookId: 'wh_free', dueSince: rightMs },
    ])
    const rows = await db.reader
      .selectFrom('webhook_leases')
      .select(['webhook_id', 'node_id', 'until'])
      .orderBy('webhook_id')
      .execute()
    const [free, other] = rows
    assert.deepEqual(other, held)
    assert.equal(free?.node_id, 'node_ahead')
    const endedMs = await readServerTime(db.reader)
    assert.ok(free.until >= rightMs + 30_000 && free.until <= endedMs + 30_000)
    assert.deepEqual([leases.mayBegin('wh_held'), leases.mayBegin('wh_free')], [false, true])
  })
})
