import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { newId } from '../../../server/kernel/ids.ts'
import type { QueueFilter } from '../../../server/reviews/queue-filter-view.ts'
import { idsOfPage } from '../../../server/reviews/queue-ids-view.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const nowMs = 1_800_000_000_000
const page = { limit: 25, after: undefined }

/** `count` of each: open, proposed by `usr_a` to `usr_b`, closed by both. */
async function openQueue(t: TestContext, count: number) {
  const { db } = await openTestDatabase(t)
  const verify =
    db.raw.prepare(`insert into verifications (id, environment, status, country, id_type,
    api_key_id, claims, reasons, checks, findings, created_at, scoring) values
    (?, 'live', 'declined', 'SN', 'passport', 'key', x'00', '[]', '[]', '[]', 0, 'requested')`)
  const insert =
    db.raw.prepare(`insert into reviews (id, verification_id, environment, state, causes,
    created_at, proposed_by, checker_id, decided_by, approved_by, closed_at, due_at) values (?, ?, 'live', ?, ?, 0, ?, ?, ?, ?, ?, ?)`)
  const wait = db.raw.prepare(
    'insert into waiting_causes (environment, cause, review_id) values (?, ?, ?)',
  )
  db.raw.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const causes = number % 1000 === 7 ? ['asked'] : ['declined', 'mismatch']
      for (const state of ['open', 'proposed', 'closed']) {
        const id = newId('rev', nowMs - (count - number) * 1000)
        const proposal = state === 'proposed' ? ['usr_a', 'usr_b'] : [null, null]
        const decision = state === 'closed' ? ['usr_a', 'usr_b'] : [null, null]
        verify.run(`ver_${id}`)
        const closedAt = state === 'closed' ? nowMs : null
        const people = [...proposal, ...decision]
        insert.run(id, `ver_${id}`, state, JSON.stringify(causes), ...people, closedAt, number)
        if (state === 'closed') continue
        for (const cause of causes) wait.run('live', cause, id)
      }
    }
  })()
  return db
}

const open: QueueFilter = {
  environment: 'live',
  view: 'open',
  order: 'due',
  causes: [],
  countries: [],
  idTypes: [],
  assigneeIds: [],
  isOverdue: false,
  outcomes: [],
  reviewerId: undefined,
  userId: 'usr_c',
  nowMs,
}

for (const [name, filter] of [
  ['a cause', { causes: ['asked'] }],
  ['what is mine', { view: 'mine', userId: 'usr_a' }],
  ['a reviewer', { view: 'proposed', reviewerId: 'usr_b' }],
  ['what is closed', { view: 'closed' }],
  ['what a reviewer closed', { view: 'closed', reviewerId: 'usr_b' }],
] as const) {
  test(`${name} is found without a walk along all that are in its state`, onSqlite, async (t) => {
    const db = await openQueue(t, 2000)
    db.optimize()
    const wanted = { ...open, ...filter }
    const ids = await idsOfPage(db.reader, wanted, page)
    assert.ok(ids.length > 1)
    for (const after of [undefined, ids[0]]) {
      const asked = { ...page, after }
      const plans = await plansOf(t, db.raw.name, (trx) => idsOfPage(trx, wanted, asked))
      assert.ok(plans.length > 0)
      for (const step of plans.filter((one) => !one.includes('SCALAR SUBQUERY'))) {
        assert.match(step, /USING (COVERING )?INDEX/)
        assert.doesNotMatch(step, /environment_state|TEMP B-TREE/)
      }
    }
  })
}
