import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import {
  fieldsOf,
  type OperatorScene,
  openOperatorScene,
} from '../../support/scenes/operator-scene.ts'

const minuteMs = 60_000

test('overdue reviews ask for attention, proposed ones too, and a long queue is told as a backlog', async (t) => {
  const scene = await openOperatorScene(t)
  const { reviewer } = scene.clients
  await openReviews(scene, { from: 1, to: 9_999 })
  assert.deepEqual(await waitingFor(reviewer), [['reviews_overdue', 9_999]])
  await openReviews(scene, { from: 10_000, to: 10_002 })
  assert.deepEqual(await waitingFor(reviewer), [['overdue_backlog', 10_000]])
  const { waiting: exact } = (await reviewer.get('/reviews/counts?environment=live')).data
  assert.equal(exact, 10_002)
  const { db } = scene.appliance
  await db.write((trx) => sql`update reviews set state = 'proposed'`.execute(trx))
  assert.deepEqual(await waitingFor(reviewer), [['overdue_backlog', 10_000]])
})

test('reviews that wait and are not due ask for no attention until they are due soon', async (t) => {
  const scene = await openOperatorScene(t)
  const { db } = scene.appliance
  const { reviewer } = scene.clients
  const nowMs = scene.clock.now()
  const dueAt = nowMs + 8 * minuteMs
  await openReviews(scene, { from: 1, to: 2 })
  await db.write((trx) =>
    sql`update reviews set created_at = ${nowMs}, due_at = ${dueAt},
      state = case when id = 'rev_1' then 'open' else 'proposed' end`.execute(trx),
  )
  assert.deepEqual(await waitingFor(reviewer), [])
  scene.clock.advance(6 * minuteMs)
  const soon = await attentionFor(reviewer)
  assert.deepEqual(
    soon.map(({ kind, count, since, target }) => [kind, count, since, target.filter]),
    [['reviews_due_soon', 2, null, { state: 'waiting' }]],
  )
  scene.clock.advance(2 * minuteMs)
  const late = await attentionFor(reviewer)
  assert.deepEqual(
    late.map(({ kind, count, since, target }) => [kind, count, since, target.filter]),
    [['reviews_overdue', 2, new Date(dueAt).toISOString(), { state: 'waiting', overdue: 'true' }]],
  )
})

async function attentionFor(client: ConsoleClient) {
  const shown = await fieldsOf(client.get('/overview?environment=live'))
  return (shown as unknown as OverviewJson).needs_attention
}

async function waitingFor(client: ConsoleClient) {
  return (await attentionFor(client)).map(({ kind, count }) => [kind, count])
}

async function openReviews(
  { appliance }: OperatorScene,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const numbers = sql`with recursive number (n) as (select ${sql.lit(from)} as n union all
    select n + 1 from number where n < ${sql.lit(to)})`
  await appliance.db.write(async (trx) => {
    await sql`${numbers} insert into verifications (id, environment, api_key_id, country, id_type, status, claims,
      reasons, checks, findings, created_at) select 'ver_' || n, 'live', 'key_1', 'SN', 'passport', 'declined', ${Buffer.alloc(0)}, '[]',
      '[]', '[]', 0 from number`.execute(trx)
    await sql`${numbers} insert into reviews (id, verification_id, environment, state, causes, created_at)
      select 'rev_' || n, 'ver_' || n, 'live', 'open', '["declined"]', 0 from number`.execute(trx)
  })
}
