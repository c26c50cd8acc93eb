// Slow: changes and verifies whole audit logs.
// SQLite only: it reaches into the file.

import assert from 'node:assert/strict'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { appendHead, readHeads } from '../../../server/audit/head-file.ts'
import { publishHead } from '../../../server/audit/publish-head.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { call } from '../../support/api-client.ts'
import { openWork, startWork, type WorkScene } from '../../support/scenes/work-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Somebody with the database's file and without the master key. */
function reachInto(scene: WorkScene, ...statements: readonly string[]): void {
  const raw = openConnection(join(scene.appliance.config.dataDir, 'svc.db'))
  const triggers = raw.prepare(`select name from sqlite_master where type = 'trigger'`).pluck()
  for (const trigger of triggers.all()) raw.exec(`drop trigger ${String(trigger)}`)
  raw.exec('pragma foreign_keys = off')
  for (const statement of statements) raw.exec(statement)
  raw.close()
}

async function sandbox(scene: WorkScene): Promise<string> {
  const json = {
    id_type: 'national_id',
    country: 'SN',
    id_number: '12',
    first_name: 'Awa',
    last_name: 'Diop',
    date_of_birth: '1990-01-01',
    score_requested: true,
  }
  const { data } = await call(`${scene.url}/kyc/sandbox/verify`, { key: scene.sandboxKey, json })
  return String(data.id)
}

async function decided(t: TestContext) {
  const scene = await startWork(t)
  const id = await sandbox(scene)
  const other = await sandbox(scene)
  const review = await scene.queued()
  assert.equal((await scene.awa.post(`/reviews/${review}/claim`)).status, 200)
  const decision = { outcome: 'confirm', reasons: ['claims_wrong'], note: 'as it says' }
  assert.equal((await scene.awa.post(`/reviews/${review}/decide`, decision)).status, 200)
  const verify = () => verifyAudit(scene.appliance)
  const faults = async () =>
    (await verify()).rowFaults.map(({ kind, subject, parts }) => [kind, subject.id, ...parts])
  return { scene, id, other, review, verify, faults }
}

test('what was decided agrees with the log, whatever was done to it since', async (t) => {
  const { scene, id, review, verify } = await decided(t)
  await call(`${scene.url}/score/get`, { key: scene.sandboxKey, json: { verificationId: id } })
  await scene.awa.post(`/reviews/${review}/notes`, { audience: 'console', text: 'one more word' })
  const verdict = await verify()
  assert.deepEqual([verdict.isIntact, verdict.faults, verdict.rowFaults], [true, [], []])
  assert.deepEqual(verdict.rows, { verifications: 3, reviews: 1 })
})

const changes = [
  ['an outcome', `update verifications set status = 'declined' where id = $id`, ['outcome']],
  [
    'an outcome taken back to pending',
    `update verifications set status = 'pending', completed_at = null where id = $id`,
    ['outcome'],
  ],
  [
    'a reason',
    `update verifications set reasons = '["name_mismatch"]' where id = $id`,
    ['outcome'],
  ],
  ['whose it is', `update verifications set external_ref = 'other' where id = $id`, ['submission']],
  [
    'the sealed claims',
    `update verifications set claims = (select claims from verifications where id = $other) where id = $id`,
    ['submission'],
  ],
  [
    'the sealed answer',
    'update verifications set provider_answer = null where id = $id',
    ['answer'],
  ],
  ['a score', 'update scores set score = 999 where verification_id = $id', ['score']],
  ['a score taken away', 'delete from scores where verification_id = $id', ['score']],
] as const

describe('of many verifications', () => {
  let scene: WorkScene
  let other: string
  /** The changes of the tests before stay: each is named again, and nothing else is. */
  const expected: (readonly string[])[] = []
  before(async () => {
    scene = await openWork()
    other = await sandbox(scene)
  })
  after(() => scene.close())

  for (const [what, statement, parts] of changes) {
    test(`a change of ${what} behind our back is named`, async () => {
      const id = await sandbox(scene)
      reachInto(scene, statement.replaceAll('$id', `'${id}'`).replaceAll('$other', `'${other}'`))
      expected.push(['differs', id, ...parts])
      const { rowFaults } = await verifyAudit(scene.appliance)
      const named = rowFaults.map(({ kind, subject, parts }) => [kind, subject.id, ...parts])
      assert.deepEqual(named.toSorted(), expected.toSorted())
    })
  }
})

test('a review that says something else, or has another history, is named', async (t) => {
  const { scene, review, faults } = await decided(t)
  reachInto(
    scene,
    `update reviews set outcome = 'dispute', decided_by = '${scene.omar.id}' where id = '${review}'`,
  )
  assert.deepEqual(await faults(), [['differs', review, 'decision']])
  reachInto(
    scene,
    `update reviews set outcome = 'confirm', decided_by = '${scene.awa.id}' where id = '${review}'`,
  )
  assert.deepEqual(await faults(), [])
  reachInto(
    scene,
    `update review_entries set author_id = '${scene.omar.id}' where review_id = '${review}'`,
  )
  assert.deepEqual(await faults(), [['differs', review, 'history']])
})

test('what is gone, and what was put in, is named', async (t) => {
  const { scene, id, other, review, faults } = await decided(t)
  const open = await scene.queued()
  reachInto(
    scene,
    `delete from scores where verification_id = '${id}'`,
    `delete from verifications where id = '${id}'`,
    `delete from reviews where id = '${open}'`,
  )
  assert.deepEqual(await faults(), [
    ['missing', id],
    ['missing', open],
  ])
  const forged = `ver_${'0'.repeat(26)}`
  const columns = `environment, status, country, id_type, external_ref, scoring, api_key_id, claims,
    id_number_index, provider_answer, result_code, reasons, checks, findings, created_at, completed_at`
  reachInto(
    scene,
    `insert into verifications (id, ${columns}) select '${forged}', ${columns.replace('scoring', `'skipped'`)} from verifications where id = '${other}'`,
    `update reviews set verification_id = '${forged}' where id = '${review}'`,
  )
  assert.deepEqual(await faults(), [
    ['missing', id],
    ['missing', open],
    ['unexplained', forged],
    ['unexplained', review],
  ])
})

test('rows that change while they are compared are no faults', async (t) => {
  const { scene, verify } = await decided(t)
  const { db } = scene.appliance
  // Each page is followed by another verification: words and rows are read at different instants.
  const made: Promise<string>[] = []
  const verdict = await verifyAudit(scene.appliance, {
    onProgress: () => void made.push(sandbox(scene)),
  })
  assert.ok(made.length > 1)
  await Promise.all(made)
  assert.deepEqual([verdict.rowFaults, (await verify()).rowFaults], [[], []])
  assert.ok((await findHead(db.reader)).sequence > 0)
})

test('a decided row that the log has no outcome for is unexplained', async (t) => {
  const { scene, id, faults } = await decided(t)
  const forged = newId('ver', scene.clock.now())
  reachInto(
    scene,
    `create temp table forged as select * from verifications where id = '${id}'`,
    `update forged set id = '${forged}', created_at = ${scene.clock.now()}`,
    'insert into verifications select * from forged',
  )
  assert.deepEqual(await faults(), [['unexplained', forged]])
})

/** A server starts on a copy that has two API keys already. */
const entriesAtStart = 2

test('the head goes to the log at start, every hour and at stop, and to the file, so that a cut tail shows', async (t) => {
  const file = join(tempFolder(t), 'heads')
  const scene = await startWork(t, { settings: { SVC_AUDIT_HEAD_FILE: file } })
  await sandbox(scene)
  await publishHead(scene.appliance)
  await publishHead(scene.appliance)
  const head = await findHead(scene.appliance.db.reader)
  const logged = () =>
    scene.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'audit_head')
  assert.deepEqual(
    logged().map(({ sequence, hash }) => [sequence, typeof hash]),
    [
      [entriesAtStart, 'string'],
      [head.sequence, 'string'],
      [head.sequence, 'string'],
    ],
  )
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  assert.equal(lines.length, 2, 'a head that is there already is not written again')
  assert.match(lines[1] ?? '', new RegExp(`^2\\S+Z ${head.sequence}:${head.hash}$`))
  const verify = () => verifyAudit(scene.appliance, { filedHeads: readHeads(file) })
  assert.deepEqual([(await verify()).isIntact, (await verify()).isHeadCompared], [true, true])
  reachInto(scene, `delete from audit_entries where sequence > ${head.sequence - 1}`)
  assert.deepEqual(
    (await verify()).faults.map(({ kind }) => kind),
    ['cut'],
  )
  await sandbox(scene)
  await publishHead(scene.appliance)
  const alarm = scene.logLines
    .map((line) => JSON.parse(line))
    .find(({ event }) => event === 'audit_log_lost_entries')
  assert.deepEqual([alarm?.level, alarm?.sequence], ['error', head.sequence])
  assert.deepEqual(
    (await verify()).faults.map(({ kind }) => kind),
    ['rewritten'],
    'the file still has the old head',
  )
  const before = logged().length
  await scene.server.stop()
  assert.equal(logged().length, before + 1, 'and at stop')
})

test('the file of heads outlives a torn line, and one that cannot be written stops nothing', async (t) => {
  const file = join(tempFolder(t), 'heads')
  const head = (sequence: number) => ({ sequence, hash: String(sequence).repeat(64).slice(0, 64) })
  const all = async () => {
    const found: number[] = []
    for await (const { sequence } of readHeads(file)) found.push(sequence)
    return found
  }
  assert.deepEqual(await all(), [])
  await appendHead(file, head(1), 0)
  await appendHead(file, head(2), 1)
  truncateSync(file, readFileSync(file).length - 10)
  await appendHead(file, head(3), 2)
  await appendHead(file, head(3), 3)
  assert.deepEqual(await all(), [1, 3])
  writeFileSync(file, '\n\nnonsense\n', { flag: 'a' })
  assert.deepEqual(await all(), [1, 3])
  const scene = await startWork(t, {
    settings: { SVC_AUDIT_HEAD_FILE: join(tempFolder(t), 'no/such/folder/heads') },
  })
  await publishHead(scene.appliance)
  const failed = scene.logLines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'audit_head_file_failed')
  assert.equal(failed.length, 2)
  assert.equal(failed[0]?.error, 'Error:ENOENT')
})
