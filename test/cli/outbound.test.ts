// Slow: takes half a second of processor time and more. flow/egress/whole-verification.test.ts reads the outbound log
// in the fast lane.

import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import type { OutboundEntry } from '../../server/egress/outbound.ts'
import { writeOutbound } from '../../server/egress/outbound-store.ts'
import { newId } from '../../server/kernel/ids.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { install } from './installation.ts'

const firstAt = Date.UTC(2026, 10, 20, 9)

function entry(minute: number, more: Partial<OutboundEntry> = {}): OutboundEntry {
  const startedAt = firstAt + minute * 60_000
  return {
    id: newId('out', startedAt),
    startedAt,
    durationMs: 42,
    purpose: 'score',
    method: 'POST',
    host: 'score.example',
    fieldNames: ['request_id', 'features.age_band'],
    bodyBytes: 312,
    bodySha256: 'ab'.repeat(32),
    outcome: 'answered',
    status: 200,
    ...more,
  }
}

const nothingKnown = { status: undefined, bodySha256: undefined }

const submission = {
  purpose: 'identity.submit',
  host: 'api.example',
  outcome: 'timeout',
  status: undefined,
  bodySha256: undefined,
} as const

async function setUp(t: TestContext, entries: readonly OutboundEntry[]) {
  const installation = await install(t)
  const { configFile } = installation
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const appliance = await openAppliance(loaded, { log: silentLog })
  await inTransaction(appliance.db, (trx) => writeOutbound(trx, entries))
  await appliance.close()
  return installation
}

describe('svc outbound list', () => {
  test('shows the newest first, as JSON and as a table', async (t) => {
    const { svc, json } = await setUp(t, [entry(0), entry(1, submission)])
    const { items, next_cursor } = await json(['outbound', 'list'])
    assert.equal(next_cursor, null)
    const [newest, oldest] = items as Record<string, unknown>[]
    assert.deepEqual(
      [newest?.purpose, newest?.outcome, newest?.status, newest?.body_sha256],
      ['identity.submit', 'timeout', null, null],
    )
    assert.deepEqual(oldest?.field_names, ['request_id', 'features.age_band'])
    assert.equal(oldest?.started_at, '2026-11-20T09:00:00.000Z')
    const { out } = await svc(['outbound', 'list'])
    assert.match(out, /2026-11-20 09:01:00 +identity\.submit +api\.example +timeout/)
    const narrow = await svc(['outbound', 'list'], { columns: 80 })
    const lines = stripVTControlCharacters(narrow.out).split('\n')
    assert.ok(lines.every((line) => line.length <= 80))
  })

  test('names the calls whose end is not known', async (t) => {
    const upload = { purpose: 'identity.upload', durationMs: undefined, ...nothingKnown } as const
    const entries = [
      entry(0, { ...upload, outcome: 'cut_off' }),
      entry(1, { ...upload, outcome: 'begun' }),
    ]
    const { svc, json } = await setUp(t, entries)
    const { out } = await svc(['outbound', 'list'])
    assert.match(out, /identity\.upload +score\.example +in progress +- /)
    assert.match(out, /identity\.upload +score\.example +interrupted +- /)
    const { items } = await json(['outbound', 'export'])
    const [first] = items as Record<string, unknown>[]
    assert.deepEqual([first?.outcome, first?.duration_ms, first?.status], ['cut_off', null, null])
    const csv = (await svc(['outbound', 'export'])).out
    assert.match(csv, /,312,,cut_off,,,\r\n/)
  })

  test('keeps to purpose, host and time, and goes on where it ended', async (t) => {
    const { svc, json } = await setUp(t, [entry(0), entry(1, submission), entry(2), entry(3)])
    const count = async (...options: readonly string[]) =>
      ((await json(['outbound', 'list', ...options])).items as unknown[]).length
    assert.equal(await count('--purpose', 'score'), 3)
    assert.equal(await count('--host', 'API.example'), 1)
    assert.equal(await count('--from', '2026-11-20T09:01:00Z', '--to', '2026-11-20T09:03:00Z'), 2)
    assert.equal(await count('--from', '2026-11-21'), 0)
    const first = await json(['outbound', 'list', '--limit', '3'])
    assert.equal(await count('--limit', '3', '--cursor', String(first.next_cursor)), 1)
    assert.match((await svc(['outbound', 'list', '--limit', '1'])).err, /add --cursor/)
    assert.match((await svc(['outbound', 'list', '--from', '2027-01-01'])).err, /No outbound call/)
  })

  test('says every fault by the name of its option', async (t) => {
    const { svc } = await setUp(t, [])
    const wrong = ['--purpose', 'gossip', '--from', 'yesterday', '--json']
    const { status, err } = await svc(['outbound', 'list', ...wrong])
    assert.equal(status, 2)
    const params = JSON.parse(err).error.details.map(({ param }: { param: string }) => param)
    assert.deepEqual(params.sort(), ['--from', '--purpose'])
  })
})

describe('svc outbound export', () => {
  test('writes all of it, oldest first, as CSV by the standard', async (t) => {
    const odd = { fieldNames: ['a,b', 'say "c"'] }
    const { svc } = await setUp(t, [entry(0, odd), entry(1, submission)])
    const { status, out, err } = await svc(['outbound', 'export'])
    assert.equal(status, 0)
    const [head, first, second, rest] = out.split('\r\n')
    assert.match(head ?? '', /^id,started_at,purpose,method,host,field_names,body_bytes,/)
    assert.match(first ?? '', /,score,POST,score\.example,"a,b say ""c""",312,abab/)
    assert.match(second ?? '', /,identity\.submit,.*,312,,timeout,,42,$/)
    assert.equal(rest, '')
    assert.match(err, /2 outbound calls exported/)
  })

  test('writes more than a page of it, whole, within the time asked for', async (t) => {
    const entries = Array.from({ length: 1_203 }, (_, minute) => entry(minute))
    const { svc, json } = await setUp(t, entries)
    const { items } = await json(['outbound', 'export'])
    const ids = (items as { id: string }[]).map(({ id }) => id)
    assert.deepEqual(
      ids,
      entries.map(({ id }) => id),
    )
    const command = 'outbound export --format csv --to 2026-11-20T10:00:00Z'
    const { out } = await svc(command.split(' '))
    assert.equal(out.trim().split('\r\n').length, 61)
  })

  test('writes into a file of --out, for its owner alone', async (t) => {
    const { svc, folder } = await setUp(t, [entry(0)])
    const file = join(folder, 'calls.csv')
    const { out, err } = await svc(['outbound', 'export', '--out', file])
    assert.deepEqual([out, err], ['', `1 outbound call exported in ${file}.\n`])
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(readFileSync(file, 'utf8'), (await svc(['outbound', 'export'])).out)
  })

  test('is a document that can be read where there is nothing', async (t) => {
    const { json, svc } = await setUp(t, [])
    assert.deepEqual(await json(['outbound', 'export']), { items: [] })
    const { out } = await svc(['outbound', 'export', '--format', 'json'])
    assert.deepEqual(JSON.parse(out), { items: [] })
    assert.equal((await svc(['outbound', 'export', '--format', 'csv'])).out.split('\r\n').length, 2)
  })
})
