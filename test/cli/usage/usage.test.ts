import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { november, openUsed } from './usage-installation.ts'

test('svc usage is a table with the days that saw something, a total, thousands apart, and bars on a terminal', async (t) => {
  const { svc } = await openUsed(t)
  const plain = await svc(['usage', ...november])
  assert.equal(plain.status, 0, plain.err)
  assert.equal(
    plain.out,
    [
      'Usage, live and sandbox, 2026-11-01 to 2026-11-04, UTC days',
      'DAY         VERIFIED  SCORED  TOTAL  BILLABLE',
      '2026-11-01         2       1      3         2',
      '2026-11-03     1,200       0  1,200     1,200',
      'Total          1,202       1  1,203     1,202',
      '',
    ].join('\n'),
  )
  assert.equal(plain.err, '2 days without usage left out; --all shows them.\n')
  const { out } = await svc(['usage', ...november, '--no-color'], { columns: 80 })
  assert.match(out, /^2026-11-01 +2 +1 +3 +2 {2}▏$/m)
  assert.match(out, /^2026-11-03 .* 1,200 {2}█{24}$/m)
})

test('svc usage --all shows days without usage, their zeros muted where there is colour', async (t) => {
  const { svc } = await openUsed(t)
  const plain = await svc(['usage', ...november, '--all'])
  assert.match(plain.out, /^2026-11-02 +0 +0 +0 +0$/m)
  assert.match(plain.out, /^2026-11-04 +0 +0 +0 +0$/m)
  assert.equal(plain.err, '')
  const { out } = await svc(['usage', ...november, '--all'], { columns: 80 })
  const muted = out.split('\n').filter((line) => line.includes('\x1b[2m       0\x1b[22m'))
  assert.deepEqual(
    muted.map((line) => line.slice(0, 10)),
    ['2026-11-02', '2026-11-04'],
  )
})

test('svc usage leaves no day out of what programs read, and no day whose events came to nothing', async (t) => {
  const { svc, json } = await openUsed(t)
  const { items } = (await json(['usage', ...november])) as unknown as UsageSummaryJson
  assert.equal(items.length, 4)
  const listed = await svc(['usage', 'export', '--format', 'csv', '--from', '2026-11-03'])
  const id = listed.out.split('\n')[1]?.split(',')[0] ?? ''
  const { created_at: at } = await json(['usage', 'correct', id, '--reason', 'Twice', '--yes'])
  const day = String(at).slice(0, 10)
  const { out } = await svc(['usage', '--from', day])
  assert.match(out, new RegExp(`^${day} +-1 +0 +-1 +-1$`, 'm'))
  const months = await svc(['usage', '--group-by', 'month', '--to', '2026-12-01'])
  assert.match(months.err, /^11 months without usage left out; --all shows them\.$/m)
})

test('svc usage fits a narrow terminal by leaving out what matters least', async (t) => {
  const { svc } = await openUsed(t)
  const { out } = await svc(['usage', ...november, '--no-color'], { columns: 40 })
  const [, ...lines] = out.trimEnd().split('\n')
  for (const line of lines) assert.ok(line.length <= 40, line)
  assert.match(out, /^DAY +VERIFIED +SCORED +TOTAL$/m)
})

test('svc usage groups by month, type and key, and keeps to an environment', async (t) => {
  const { json, svc, keyId } = await openUsed(t)
  const groups = async (...args: readonly string[]) => {
    const { items } = (await json(['usage', ...november, ...args])) as unknown as UsageSummaryJson
    return items.map(({ group, quantity }) => [group, quantity])
  }
  assert.deepEqual(await groups('--group-by', 'month'), [['2026-11', 1203]])
  assert.deepEqual(await groups('--group-by', 'type', '--env', 'live'), [
    ['kyc.verify', 1201],
    ['score.get', 1],
  ])
  assert.deepEqual(await groups('--group-by', 'api_key', '--env', 'sandbox'), [[keyId, 1]])
  // What it was called before is still understood.
  assert.deepEqual(await groups('--group-by', 'key', '--env', 'sandbox'), [[keyId, 1]])
  const { out } = await svc(['usage', ...november, '--group-by', 'api_key'])
  assert.match(out, new RegExp(`^${keyId}  Core banking +1,202 +1 +1,203 +1,202$`, 'm'))
  const narrow = await svc(['usage', ...november, '--group-by', 'api_key'], { columns: 68 })
  assert.match(narrow.out, new RegExp(`^${keyId} {2}Core.*… +1,202 +1 +1,203$`, 'm'))
  assert.match(narrow.err, /^No room for BILLABLE: /, 'nor is a bar missed')
})

test('svc usage --csv is plain numbers under a heading', async (t) => {
  const { svc } = await openUsed(t)
  const { out } = await svc(['usage', ...november, '--csv'], { columns: 40 })
  assert.deepEqual(out.split('\r\n').slice(0, 4), [
    'day,kyc.verify,score.get,quantity,billable_quantity,events',
    '2026-11-01,2,1,3,2,3',
    '2026-11-02,0,0,0,0,0',
    '2026-11-03,1200,0,1200,1200,1200',
  ])
})

test('svc usage speaks of options when it refuses', async (t) => {
  const { svc } = await openUsed(t)
  for (const [args, said] of [
    [['--from', 'monday'], /--from must be an instant/],
    [['--from', 'last month'], /--from must be an instant/],
    [['--group-by', 'week'], /--group-by must be one of/],
    [['--from', '2026-11-05', '--to', '2026-11-01'], /--to must not be before --from\./],
    [['--json', '--csv'], /Either --csv or --json/],
  ] as const) {
    const { status, out, err } = await svc(['usage', ...args])
    assert.deepEqual([status, out], [2, ''], err)
    assert.match(err, said)
    assert.doesNotMatch(err, /In a URL/)
  }
})

test('svc usage correct asks, takes the event back once, and says where it counts', async (t) => {
  const { svc, json } = await openUsed(t)
  const listed = await svc(['usage', 'export', '--format', 'csv', '--to', '2026-11-02'])
  const id = listed.out.split('\n')[1]?.split(',')[0] ?? ''
  const correct = ['usage', 'correct', id, '--reason', 'Our outage, "twice"']
  assert.equal((await svc(correct)).status, 2, 'asks, and nobody can answer')
  assert.match((await svc(['usage', 'correct', id, '--yes'])).err, /--reason is required/)
  // Characters, not code units: each takes two.
  const long = '𝕏'.repeat(200)
  for (const [reason, said] of [
    [`${long}x`, /--reason has at most 200 characters/],
    ['Our \u202eoutage', /--reason holds control or direction characters/],
    [long, /has no terminal|--yes/],
  ] as const) {
    const { status, err } = await svc(['usage', 'correct', id, '--reason', reason])
    assert.deepEqual([status, said.test(err)], [2, true], err)
  }
  const refused = await svc(correct, { columns: 80, typed: 'n\n' })
  assert.match(refused.err, /Cancel use_\S+ \(\S+, \S+, 2026-11-01T00:00:00\.000Z\)\?/)
  const correction = await json([...correct, '--yes'])
  assert.deepEqual([correction.quantity, correction.source], [-1, 'correction'])
  const again = await svc([...correct, '--yes'])
  assert.match(again.err, /was corrected before/)
  assert.doesNotMatch((await svc(['usage', 'export', '--format', 'csv'])).out, /Our outage/)
  const exported = await svc(['usage', 'export', '--format', 'csv', '--to', '9999-12-31'])
  assert.match(exported.err, /^--to is after \S+Z: later exports may contain more/)
  assert.match(exported.out, new RegExp(`,${id},"Our outage, ""twice"""\\r\\n$`))
})

test('svc usage recount counts the counters that differ, svc status reports them, --repair corrects them', async (t) => {
  const { svc, inside } = await openUsed(t)
  assert.deepEqual((await svc(['usage', 'recount'])).status, 0)
  const spoil = "update usage_counters set quantity = 9 where span = 'hour' and quantity = 1200"
  await inside(({ db }) => inTransaction(db, (trx) => sql.raw(spoil).execute(trx)))
  const found = await svc(['usage', 'recount', '--from', '2026-11-01'])
  assert.deepEqual([found.status, found.out], [3, ''])
  assert.match(found.err, /^1 counter differs/)
  assert.equal((await svc(['usage', 'recount', '--day', '2026-10-31'])).status, 0)
  const both = await svc(['usage', 'recount', '--day', '2026-11-01', '--to', '2026-11-02'])
  assert.match(both.err, /'--day <day>' cannot be used with option '--to <when>'/)
  const status = await svc(['status'])
  assert.equal(status.status, 3)
  assert.match(status.out, /1 usage counter differs from the events/)
  assert.equal((await svc(['usage', 'recount', '--repair', '--yes'])).status, 0)
  assert.match((await svc(['status'])).out, /Usage +recounted to the end of \S+, all correct\n/)
})
