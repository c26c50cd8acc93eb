import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countEventsWithin, listCounters } from '../../../server/usage/recount-store.ts'
import type { UsageFilter } from '../../../server/usage/usage.ts'
import { readSummary, readTotals } from '../../../server/usage/usage-report.ts'
import { listUsageOldestFirst } from '../../../server/usage/usage-store.ts'
import { listUsage } from '../../../server/usage/usage-view.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { aRetrieval, at, aVerify, keyOf, record } from '../../support/usage.ts'

const noon = at('2026-11-21T12:00:00Z')
const after = `use_${'z'.repeat(26)}`
const page = { limit: 20, after }

test('lists and totals agree for every filter, on times within hours, days and months', async (t) => {
  const { db } = await openTestDatabase(t)
  const verificationId = `ver_${'1'.repeat(26)}`
  const times = Array.from({ length: 120 }, (_, index) => noon + index * 7_777_777)
  await record(
    db,
    times.flatMap((nowMs, index) => {
      const environment = index % 3 === 0 ? ('sandbox' as const) : ('live' as const)
      const place = { nowMs, environment, apiKeyId: keyOf(index % 5 === 0 ? 'b' : 'a') }
      return [aVerify(place), aRetrieval(index % 7 === 1 ? { ...place, verificationId } : place)]
    }),
  )
  const filters: readonly UsageFilter[] = [
    {},
    { environment: 'live' },
    { environment: 'sandbox', type: 'score.get' },
    { apiKeyId: keyOf('b'), billable: true },
    { environment: 'live', billable: false },
    { verificationId },
    {
      verificationId,
      apiKeyId: keyOf('a'),
      environment: 'live',
      type: 'score.get',
      billable: true,
    },
    { verificationId, type: 'kyc.verify' },
  ]
  for (const filter of filters) {
    for (const [from, to] of [
      [undefined, undefined],
      [noon + 10_000_001, noon + 600_000_003],
      [at('2026-11-22'), at('2026-12-01')],
      [at('2026-11-30T23:59:00Z'), undefined],
      [undefined, noon + 7_777_777],
    ]) {
      const asked = { ...filter, from, to }
      const events = await listUsage(db.reader, asked, { limit: 1000, after: undefined })
      const totals = await readTotals(db, asked)
      const billable = events.filter((event) => event.billable).length
      const what = JSON.stringify(asked)
      assert.deepEqual(
        [totals.events, totals.quantity, totals.billableQuantity],
        [events.length, events.length, billable],
        what,
      )
      assert.deepEqual(
        events.map(({ id }) => id),
        events
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      )
    }
  }
})

test('groups hold every event once, and days without any', async (t) => {
  const { db } = await openTestDatabase(t)
  await record(db, [
    aVerify({ nowMs: at('2026-11-20T23:59:59.999Z') }),
    aVerify({ nowMs: at('2026-11-22T00:00:00Z'), apiKeyId: keyOf('b') }),
    aRetrieval({ nowMs: at('2026-11-22T09:30:00Z'), apiKeyId: keyOf('b') }),
    aVerify({ nowMs: at('2026-11-23T00:00:00Z') }),
  ])
  const period = { from: at('2026-11-20T12:00:00Z'), to: at('2026-11-22T09:30:00.001Z') }
  const groups = async (grouping: 'day' | 'month' | 'type' | 'api_key') => {
    const summary = await readSummary(db, { filter: {}, grouping, period })
    assert.equal(summary.totals.quantity, 3)
    return summary.groups.map(({ group, quantity }) => [group, quantity])
  }
  assert.deepEqual(await groups('day'), [
    ['2026-11-20', 1],
    ['2026-11-21', 0],
    ['2026-11-22', 2],
  ])
  assert.deepEqual(await groups('month'), [['2026-11', 3]])
  assert.deepEqual(await groups('type'), [
    ['kyc.verify', 2],
    ['score.get', 1],
  ])
  assert.deepEqual(await groups('api_key'), [
    [keyOf('b'), 2],
    [keyOf('a'), 1],
  ])
})

const byEnvironment =
  /SEARCH event USING INDEX usage_events_by_environment_type_billable_id \(environment=\? AND type=\? AND billable=\? AND id[<>]/
const byKey =
  /SEARCH event USING INDEX usage_events_by_api_key_id_type_billable_id \(api_key_id=\? AND type=\? AND billable=\? AND id[<>]/
/** The events of a verification are few: they are read from the unique index and sorted. */
const byVerification =
  /^USE TEMP B-TREE FOR ORDER BY$|SEARCH event USING INDEX sqlite_autoindex_usage_events_2 \(verification_id=\? AND type=\?\)/

const lists: readonly (readonly [what: string, filter: UsageFilter, plan: RegExp])[] = [
  ['everything', {}, byEnvironment],
  ['one type', { type: 'score.get' }, byEnvironment],
  ['what is billable, of a time', { billable: true, from: noon, to: noon + 1 }, byEnvironment],
  ['a key', { apiKeyId: keyOf('a') }, byKey],
  ['a key and a type', { apiKeyId: keyOf('a'), type: 'kyc.verify', billable: true }, byKey],
  ['a verification', { verificationId: 'ver_1' }, byVerification],
  [
    'a verification with every other filter',
    { verificationId: 'ver_1', apiKeyId: keyOf('a'), type: 'kyc.verify', billable: true },
    byVerification,
  ],
]

for (const [what, filter, plan] of lists) {
  test(`the list of ${what} reads only what it shows`, onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const asked = { environment: 'live', ...filter } as const
    const steps = await plansOf(t, file, (trx) => listUsage(trx, asked, page))
    assert.ok(steps.length > 0)
    for (const step of steps) {
      assert.match(step, /original/.test(step) ? /SEARCH original .*\(id=\?\)/ : plan)
    }
  })
}

const choices: { readonly [Name in keyof UsageFilter]: readonly UsageFilter[Name][] } = {
  environment: ['live'],
  type: [undefined, 'score.get'],
  apiKeyId: [undefined, keyOf('a')],
  verificationId: [undefined, 'ver_1'],
  billable: [undefined, true],
  from: [undefined, noon + 1],
  to: [undefined, noon + 1e11],
}

/** Every combination of filters that there is. */
const combinations = Object.entries(choices).reduce<readonly UsageFilter[]>(
  (before, [name, values]) =>
    before.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value }))),
  [{}],
)

test(
  'the list and the totals of every combination of filters go straight to what they are about',
  onSqlite,
  async (t) => {
    const { file } = await openTestDatabase(t)
    assert.equal(combinations.length, 64)
    for (const filter of combinations) {
      const { verificationId, apiKeyId } = filter
      const what = JSON.stringify(filter)
      const own = verificationId ? byVerification : apiKeyId ? byKey : byEnvironment
      for (const step of await plansOf(t, file, (trx) => listUsage(trx, filter, page))) {
        assert.match(step, /original/.test(step) ? /SEARCH original .*\(id=\?\)/ : own, what)
      }
      const totals = await plansOf(t, file, (trx) =>
        readTotals({ reader: trx, longReader: trx }, filter),
      )
      for (const step of totals.filter((one) => !one.startsWith('USE TEMP B-TREE FOR GROUP BY'))) {
        const isOfEvents = step.startsWith('SEARCH event ')
        assert.match(step, isOfEvents ? own : /span=\? AND environment=\? AND starts_at>/, what)
      }
    }
  },
)

test('totals, summaries, recounts and exports scan nothing', onSqlite, async (t) => {
  const { file } = await openTestDatabase(t)
  const period = { from: noon + 1, to: noon + 1e11 }
  const asked = { environment: 'live', ...period } as const
  const steps = await plansOf(t, file, async (trx) => {
    await readTotals({ reader: trx, longReader: trx }, asked)
    await readTotals({ reader: trx, longReader: trx }, { ...asked, apiKeyId: keyOf('a') })
    await readTotals(
      { reader: trx, longReader: trx },
      { ...asked, verificationId: 'ver_1', billable: true, type: 'score.get' },
    )
    for (const grouping of ['day', 'month', 'type', 'api_key'] as const) {
      await readSummary(
        { reader: trx, longReader: trx },
        { filter: { environment: 'live' }, grouping, period },
      )
    }
    await listCounters(trx, ['hour', 'day'], period)
    await countEventsWithin(trx, period)
    await listUsageOldestFirst(trx, period, { after: undefined, limit: 10 })
  })
  for (const step of steps) assert.doesNotMatch(step, /^SCAN/)
  for (const step of steps.filter((one) => /verification_id=/.test(one))) {
    assert.match(step, byVerification)
  }
  for (const step of steps.filter((one) => /SEARCH usage_counters/.test(one))) {
    assert.match(step, /span=\? AND environment=\? AND starts_at>\? AND starts_at<\?/)
  }
})
