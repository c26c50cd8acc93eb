// Not again on PostgreSQL: auditor.test.ts and test/store/audit send its statements there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VerifyProgress } from '../../../server/audit/audit-json.ts'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { createProgressTracker } from '../../../server/kernel/progress-tracker.ts'
import { roles } from '../../../server/users/role.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { fieldsOf, openOperatorScene, openOperators } from '../../support/scenes/operator-scene.ts'

const scene = openedBefore(() => openOperators())

test('the log is exported in parts that follow each other to its head, each written down', async () => {
  const { auditor } = scene.clients
  const sequences: unknown[] = []
  let after: unknown = 0
  for (let parts = 0; after !== null && parts < 20; parts += 1) {
    const part = await fieldsOf(auditor.post('/audit/export', { after, limit: 3 }))
    const items = part.items as { sequence: number }[]
    assert.ok(items.length <= 3)
    sequences.push(...items.map(({ sequence }) => sequence))
    after = part.next_after
  }
  assert.equal(after, null)
  assert.deepEqual(
    sequences,
    sequences.map((_, at) => at + 1),
  )
  const entries = await scene.audited('audit.exported')
  assert.deepEqual(entries.at(-1)?.details, { count: 3, sequence: 3 })
})

test('an export holds what its filter shows, in the order of the log, however small its parts', async () => {
  const { auditor } = scene.clients
  const wanted = (await scene.audited('user.created')).map(({ sequence }) => sequence).toReversed()
  assert.equal(wanted.length, roles.length)
  const sequences: unknown[] = []
  let after: unknown = 0
  for (let parts = 0; after !== null && parts < 5; parts += 1) {
    const asked = { action: 'user.created', after, limit: 3 }
    const part = await fieldsOf(auditor.post('/audit/export', asked))
    sequences.push(...(part.items as { sequence: number }[]).map(({ sequence }) => sequence))
    after = part.next_after
  }
  assert.equal(after, null)
  assert.deepEqual(sequences, wanted)
})

test('an export as CSV has one heading, a line an entry, and its details as they were recorded', async () => {
  const ask = (after: number) =>
    fieldsOf(scene.clients.auditor.post('/audit/export', { format: 'csv', after, limit: 2 }))
  const first = await ask(0)
  const lines = String(first.csv).split('\r\n')
  assert.match(
    lines[0] ?? '',
    /^\uFEFFsequence,at,actor_kind,actor_id,action,.*,details,id,previous_hash,hash$/,
  )
  assert.match(lines[1] ?? '', /^1,2026-11-21T09:00:00\.000Z,cli,,/)
  assert.deepEqual([lines.length, first.count, first.next_after], [4, 2, 2])
  assert.match(String((await ask(2)).csv), /^3,.*\r\n4,.*\r\n$/)
  const form = { format: 'csv', separator: 'semicolon', limit: 1 }
  const parted = await fieldsOf(scene.clients.auditor.post('/audit/export', form))
  assert.match(String(parted.csv), /^\uFEFFsequence;at;actor_kind;.*\r\n1;2026-/)
})

test('a part that makes no sense is refused', async (t) => {
  const { clients } = await openOperatorScene(t)
  const { error } = await clients.auditor.post('/audit/export', {
    after: -1,
    limit: 5000,
    action: 'unheard',
  })
  assert.deepEqual(
    error.details?.map(({ param }) => param),
    ['action', 'after', 'limit'],
  )
})

test('an entry that was damaged is named in an export, and stops nothing', async (t) => {
  const scene = await openOperatorScene(t)
  await scene.appliance.db.write(async (trx) => {
    const last = await trx
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    const id = `aud_${'0'.repeat(26)}`
    const forged = { id, sequence: last.sequence + 1, hash: 'x', details: '{"unheard":1}' }
    await trx
      .insertInto('audit_entries')
      .values({ ...last, ...forged })
      .execute()
  })
  const { damaged, items } = await fieldsOf(scene.clients.auditor.post('/audit/export'))
  assert.deepEqual(damaged, [(items as unknown[]).length + 1])
})

test('verifying reports its progress, and leaves nothing behind when it ends', async (t) => {
  const log = await openAuditLog(t, 600)
  const tracker = createProgressTracker<VerifyProgress>()
  const seen: unknown[] = []
  assert.equal(tracker.latest(), undefined)
  await tracker.track({ checked: 0, entries: 600, rows: 0 }, (report) =>
    verifyChain(
      { db: log.db, keyring },
      {
        onProgress(checked) {
          report({ checked, entries: 600, rows: 0 })
          seen.push(tracker.latest()?.checked)
        },
      },
    ),
  )
  assert.deepEqual(seen.slice(0, 3), [250, 500, 600])
  assert.equal(tracker.latest(), undefined)
})

test('the console can ask how far a verification is while none runs', async (t) => {
  const { clients } = await openOperatorScene(t)
  const idle = { running: false, checked: 0, entries: 0, rows: 0 }
  assert.deepEqual(await fieldsOf(clients.auditor.get('/audit/verify')), idle)
})
