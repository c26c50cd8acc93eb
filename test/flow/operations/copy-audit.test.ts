// Slow: copies thousands of entries. copy-audit-by-network.test.ts copies some in the fast lane.
// Not again on PostgreSQL: copy-audit-by-network.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { auditEntryJson } from '../../../server/audit/audit-json.ts'
import { listStoredEntries } from '../../../server/audit/audit-view.ts'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { keepCopiedTo } from '../../../server/operations/second-systems/audit-copy-store.ts'
import { pollEveryMs } from '../../../server/operations/second-systems/copy-loop.ts'
import { call } from '../../support/api-client.ts'
import {
  addEntries,
  assertWholeChain,
  entriesIn,
  openFifoReader,
} from '../../support/audit-copy.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { rawOf } from '../../support/postgres/raw-of.ts'
import { liveForm } from '../../support/running-appliance.ts'
import { fieldsOf, openOperatorScene } from '../../support/scenes/operator-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const minuteMs = 60_000
/** The longest wait between two tries. */
const retryMs = 15_000

async function copying(t: TestContext, file: string, settings: Record<string, string> = {}) {
  const scene = await openOperatorScene(t, {
    withoutProvider: false,
    settings: { SVC_AUDIT_COPY_FILE: file, ...settings },
  })
  const { appliance, server, clock, clients } = scene
  const idle = async () => {
    await server.auditCopies.idle()
  }
  return {
    ...scene,
    add: (count: number) => addEntries(appliance, count),
    async look(ms = pollEveryMs) {
      clock.advance(ms)
      await idle()
    },
    head: async () => (await findHead(appliance.db.reader)).sequence,
    logged: (event: string) =>
      scene.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event),
    async check() {
      const { checks } = (await fieldsOf(clients.auditor.get('/system'))) as unknown as SystemJson
      const all = checks.groups.flatMap((group) => group.checks)
      const found = all.find(({ name }) => name === 'audit_copy')
      return { state: found?.state, count: found?.values?.count ?? 0 }
    },
    async attention() {
      const path = '/overview?environment=live'
      const { needs_attention: lines } = await fieldsOf(clients.administrator.get(path))
      return (lines as { kind: string; count: number; since: string }[]).find(
        ({ kind }) => kind === 'audit_lags',
      )
    },
  }
}

function makeFifo(t: TestContext): string {
  const fifo = join(tempFolder(t), 'fifo')
  execFileSync('mkfifo', [fifo])
  return fifo
}

function reading(t: TestContext, fifo: string) {
  const reader = openFifoReader(fifo)
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(reader.fd)
    isOpen = false
  }
  t.after(close)
  return { drain: reader.drain, close }
}

test('every entry reaches the file in order, and its lines alone show one whole chain', async (t) => {
  const file = join(tempFolder(t), 'copy.jsonl')
  const scene = await copying(t, file)
  await scene.add(600)
  await scene.look()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  assert.equal(lines.length, await scene.head())
  assertWholeChain(entriesIn(lines.join('\n')), scene.appliance.keyring)
  const kept = await listStoredEntries(scene.appliance.db.reader, {}, { after: 0, limit: 1000 })
  const shown = kept.flatMap(({ entry }) => (entry ? [JSON.stringify(auditEntryJson(entry))] : []))
  assert.deepEqual(lines, shown, 'as an export has them')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(await scene.check(), { state: 'well', count: 0 })
  await scene.look()
  assert.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, lines.length, 'once')
  await scene.add(1)
  const head = await scene.head()
  await scene.server.stop()
  assert.equal(entriesIn(readFileSync(file, 'utf8')).length, head, 'and the last ones at stop')
})

test('an entry that was altered behind our back keeps its place in the copy and stops nothing', async (t) => {
  const file = join(tempFolder(t), 'copy.jsonl')
  const scene = await copying(t, file)
  await scene.look()
  await scene.add(3)
  const head = await scene.head()
  const raw = rawOf(t, scene.appliance)
  raw.exec('drop trigger audit_entries_are_not_changed')
  raw.exec(`update audit_entries set details = '{"no":1}' where sequence = ${head - 1}`)
  await scene.look()
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-3)
  const shown = last.map((line) => JSON.parse(line))
  assert.deepEqual(
    shown.map(({ sequence, damaged }) => [sequence, damaged]),
    [
      [head - 2, undefined],
      [head - 1, true],
      [head, undefined],
    ],
  )
  assert.equal(shown[2].previous_hash, shown[1].hash)
})

test('goes on in a new file where the old one was renamed', async (t) => {
  const file = join(tempFolder(t), 'copy.jsonl')
  const scene = await copying(t, file)
  await scene.look()
  const first = await scene.head()
  renameSync(file, `${file}.1`)
  await scene.add(2)
  await scene.look()
  const parts = [`${file}.1`, file].map((name) => readFileSync(name, 'utf8'))
  assert.deepEqual(
    parts.map((text) => entriesIn(text).length),
    [first, 2],
  )
  assertWholeChain(entriesIn(parts.join('')), scene.appliance.keyring)
})

test('half a line that a power cut left is closed, and its entry follows in full', async (t) => {
  const file = join(tempFolder(t), 'copy.jsonl')
  const scene = await copying(t, file)
  await scene.add(3)
  await scene.look()
  const head = await scene.head()
  // The cut came before the line was on the disk, and so before it counted as copied.
  truncateSync(file, statSync(file).size - 20)
  await inTransaction(scene.appliance.db, (trx) => keepCopiedTo(trx, 'file', head - 1))
  await scene.look()
  const text = readFileSync(file, 'utf8')
  assert.equal(text.trimEnd().split('\n').length, head + 1)
  assertWholeChain(entriesIn(text), scene.appliance.keyring)
  assert.equal(entriesIn(text).length, head)
})

test('a file that cannot be written stops nothing, is reported once, and is tried again for ever', async (t) => {
  const folder = join(tempFolder(t), 'not-there')
  const scene = await copying(t, join(folder, 'copy.jsonl'))
  for (let tries = 0; tries < 30; tries += 1) await scene.look(retryMs)
  const failed = scene.logged('audit_copy_failed')
  assert.deepEqual(
    failed.map(({ level, error }) => [level, error]),
    [['error', 'Error:ENOENT']],
  )
  assert.equal((await call(`${scene.server.url}/healthz`)).status, 200)
  mkdirSync(folder)
  await scene.look(retryMs)
  const text = readFileSync(join(folder, 'copy.jsonl'), 'utf8')
  assert.equal(entriesIn(text).length, await scene.head())
})

test('a FIFO that nobody reads lags, as log and console report', async (t) => {
  const fifo = makeFifo(t)
  const scene = await copying(t, fifo)
  await scene.look()
  assert.equal(scene.logged('audit_copy_failed')[0]?.error, 'Error:ENXIO')
  assert.deepEqual([(await scene.check()).state, await scene.attention()], ['well', undefined])
  for (let tries = 0; tries < 50; tries += 1) await scene.look(retryMs)
  const head = await scene.head()
  const [told] = scene.logged('audit_lags')
  assert.deepEqual([told?.level, scene.logged('audit_lags').length], ['error', 1])
  assert.ok(told?.count > 0 && told?.duration_ms > 10 * minuteMs)
  assert.deepEqual(await scene.check(), { state: 'warning', count: head })
  assert.equal((await scene.attention())?.count, head)
  const json = { country: 'SN', id_type: 'national_id', id_number: '12', first_name: 'A' }
  const person = { ...json, last_name: 'B', date_of_birth: '1990-01-01' }
  const { status } = await call(`${scene.url}/kyc/sandbox/verify`, {
    key: scene.sandboxKey,
    json: person,
  })
  assert.equal(status, 200, 'nothing stops for it unless that is set')
  const reader = reading(t, fifo)
  await scene.look(retryMs)
  const entries = entriesIn(reader.drain())
  assertWholeChain(entries, scene.appliance.keyring)
  assert.equal(entries.length, await scene.head())
  assert.equal(scene.logged('audit_caught_up').length, 1)
  assert.deepEqual(await scene.check(), { state: 'well', count: 0 })
  assert.equal(await scene.attention(), undefined)
})

test('a FIFO takes what it has room for, and readers that come and go lose nothing', async (t) => {
  const fifo = makeFifo(t)
  const first = reading(t, fifo)
  const scene = await copying(t, fifo)
  await scene.add(1500)
  const head = await scene.head()
  let got = ''
  scene.clock.advance(pollEveryMs)
  const { auditCopies } = scene.server
  for (let tries = 0; tries < 200 && entriesIn(got).length < 500; tries += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    scene.clock.advance(50)
    got += first.drain()
  }
  assert.ok(entriesIn(got).length < head, 'there was not room for all at once')
  first.close()
  for (let tries = 0; tries < 20; tries += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    scene.clock.advance(50)
  }
  const second = reading(t, fifo)
  for (let tries = 0; tries < 2000 && entriesIn(got).length < head; tries += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    scene.clock.advance(500)
    got += second.drain()
  }
  await auditCopies.idle()
  assert.equal(entriesIn(got).length, head)
  assertWholeChain(entriesIn(got), scene.appliance.keyring)
})

test('where it is set, verifications are refused beyond a lag, until the copy has caught up', async (t) => {
  const fifo = makeFifo(t)
  const settings = { SVC_AUDIT_LAG_MAX: '1m', SVC_AUDIT_LAG_STOP: '5m' }
  const scene = await copying(t, fifo, settings)
  const fields = { country: 'SN', id_type: 'national_id' }
  const live = (name: string) =>
    call(`${scene.url}/kyc/verify`, {
      key: scene.liveKey,
      body: liveForm(fields, lightImages),
      headers: { 'Idempotency-Key': name },
    })
  const sandboxForm = () =>
    call(`${scene.url}/kyc/verify`, { key: scene.sandboxKey, body: liveForm(fields, lightImages) })
  const sandbox = () =>
    call(`${scene.url}/kyc/sandbox/verify`, {
      key: scene.sandboxKey,
      json: { ...fields, id_number: '12', first_name: 'A', last_name: 'B' },
    })
  const count = async () =>
    (await scene.appliance.db.reader.selectFrom('verifications').select('id').execute()).length
  const first = await live('first')
  assert.equal(first.status, 202)
  for (let tries = 0; tries < 16; tries += 1) await scene.look(retryMs)
  assert.equal((await live('second')).status, 202, 'it lags, and not too far yet')
  const taken = await count()
  for (let tries = 0; tries < 8; tries += 1) await scene.look(retryMs)
  for (const refused of [await live('third'), await sandbox(), await sandboxForm()]) {
    assert.deepEqual([refused.status, refused.error.code], [503, 'unavailable'], refused.text)
    assert.match(refused.error.message, /audit log does not reach its second system/)
    assert.equal(refused.headers.get('Retry-After'), '30')
  }
  assert.equal(await count(), taken, 'and nothing is kept of them')
  assert.equal((await live('first')).text, first.text, 'a repetition gets its first answer')
  assert.equal(scene.logged('audit_lag_stops_verifications').length, 1)
  assert.equal((await scene.check()).state, 'failed')
  const reader = reading(t, fifo)
  await scene.look(retryMs)
  assert.equal((await live('third')).status, 202)
  assert.equal((await sandboxForm()).status, 200)
  assertWholeChain(entriesIn(reader.drain()), scene.appliance.keyring)
  assert.equal(scene.logged('audit_caught_up').length, 1)
})
