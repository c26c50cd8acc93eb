import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../server/kernel/ids.ts'
import { listOwnDecisions } from '../../../server/reviews/own-decisions-view.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const nowMs = 1_800_000_000_000

test(
  'a page of a reviewer is read without sorting all that they ever answered',
  onSqlite,
  async (t) => {
    const { db } = await openTestDatabase(t)
    db.raw.pragma('foreign_keys = off')
    const insert = db.raw.prepare(`insert into review_decisions (id, review_id, verification_id,
    environment, decided_by, outcome, at, result, second_id, answered_at) values
    (?, 'rev_1', 'ver_1', 'live', ?, 'approved', ?, 'approved', ?, ?)`)
    const ids = Array.from({ length: 2000 }, (_, number) => newId('dec', nowMs + number))
    db.raw.transaction(() => {
      for (const [number, id] of ids.entries()) {
        const [one, other] = number % 2 === 0 ? ['usr_a', 'usr_b'] : ['usr_b', 'usr_a']
        insert.run(id, one, nowMs + number, other, nowMs + number + 1)
      }
    })()
    db.optimize()
    const own = { userId: 'usr_a', environment: 'live' } as const
    for (const after of [undefined, ids[1000]]) {
      const page = { limit: 25, after }
      const plans = await plansOf(t, db.raw.name, (trx) => listOwnDecisions(trx, own, page))
      assert.ok(plans.length > 0)
      for (const step of plans) {
        assert.match(step, /USING (COVERING )?INDEX/)
        assert.doesNotMatch(step, /TEMP B-TREE/)
      }
    }
  },
)
