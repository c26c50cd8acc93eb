import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { openUsageClient } from './usage-client.ts'

const dayMs = 86_400_000

describe('GET /v1/usage/summary', () => {
  const client = openedBefore(openUsageClient)
  before(async () => {
    await client.verify()
    await client.verify({ score_requested: true })
    client.app.clock.advance(2 * dayMs)
    await client.verify()
  })

  const groups = async (query: string) =>
    (await client.summary(query)).items.map(({ group, quantity }) => [group, quantity])

  test('shows the days of this month so far, those without usage too', async () => {
    const summary = await client.summary()
    const { group_by, from, to, items, totals } = summary
    assert.deepEqual(
      [group_by, from, to],
      ['day', '2026-11-01T00:00:00.000Z', '2026-11-24T00:00:00.000Z'],
    )
    assert.equal(items.length, 23)
    assert.deepEqual(
      items.slice(-4).map(({ group, quantity }) => [group, quantity]),
      [
        ['2026-11-20', 0],
        ['2026-11-21', 3],
        ['2026-11-22', 0],
        ['2026-11-23', 1],
      ],
    )
    assert.deepEqual(totals, {
      events: 4,
      quantity: 4,
      billable_quantity: 0,
      by_type: {
        'kyc.verify': { events: 3, quantity: 3, billable_quantity: 0 },
        'score.get': { events: 1, quantity: 1, billable_quantity: 0 },
      },
    })
    assert.deepEqual((await client.list()).totals, totals)
  })

  test('groups by month, type and key', async () => {
    const months = await groups('group_by=month')
    assert.deepEqual(
      [months.length, months[0], months.at(-1)],
      [12, ['2025-12', 0], ['2026-11', 4]],
    )
    assert.deepEqual(await groups('group_by=type'), [
      ['kyc.verify', 3],
      ['score.get', 1],
    ])
    const [item] = (await client.list()).items
    assert.deepEqual(await groups('group_by=api_key'), [[item?.api_key_id, 4]])
  })

  test('takes half-open times and the filters that counters can answer', async () => {
    assert.deepEqual(await groups('from=2026-11-21T09:00:00Z&to=2026-11-22'), [['2026-11-21', 3]])
    assert.deepEqual(await groups('from=2026-11-21&to=2026-11-21T09:00:00Z'), [['2026-11-21', 0]])
    assert.deepEqual(await groups('group_by=type&type=score.get'), [
      ['kyc.verify', 0],
      ['score.get', 1],
    ])
    assert.deepEqual(await groups('group_by=api_key&billable=true'), [])
    assert.deepEqual(await groups(`group_by=api_key&api_key_id=key_${'0'.repeat(26)}`), [])
    assert.equal((await client.summary('from=2027-06-01')).items.length, 0)
  })

  test('shows nothing of the other environment', async () => {
    assert.equal((await client.summary('', client.app.liveKey)).totals.events, 0)
  })

  test('refuses more groups than it shows, and says what to do', async () => {
    for (const [query, param] of [
      ['from=2025-11-01&to=2026-11-21', 'from'],
      ['group_by=month&from=1990-01-01', 'from'],
      ['group_by=week', 'group_by'],
      ['from=2026-11-22&to=2026-11-21', 'to'],
    ] as const) {
      const { status, error } = await client.ask(`/usage/summary?${query}`)
      assert.deepEqual([status, error.code, error.param], [400, 'invalid_request', param], query)
    }
  })
})
