import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { correctUsage } from '../../../server/usage/correct-usage.ts'
import { openUsageClient, type UsageClient, type UsageItem } from './usage-client.ts'

const hourMs = 3_600_000

describe('GET /v1/usage', () => {
  let client: UsageClient
  /** Of the verifications: plain, with a score, and one a day later that was corrected. */
  let ids: readonly string[] = []
  let all: readonly UsageItem[] = []
  let otherKey = ''

  before(async () => {
    client = await openUsageClient()
    const { app } = client
    const plain = await client.verify()
    app.clock.advance(hourMs)
    const scored = await client.verify({ score_requested: true })
    app.clock.advance(1)
    await client.score(scored)
    otherKey = await app.key('sandbox')
    app.clock.advance(23 * hourMs)
    const later = await client.verify()
    const [newest] = (await client.list('limit=1')).items
    app.clock.advance(1000)
    await correctUsage(app.appliance, fromCommandLine, {
      id: newest?.id ?? '',
      reason: 'Metered by mistake',
    })
    ids = [plain, scored, later]
    all = (await client.list()).items
  })
  after(() => client.close())

  test('shows each event with every field of the rulings, newest first', async () => {
    const instants = all.map(({ created_at }) => created_at)
    assert.deepEqual(instants, instants.toSorted().toReversed())
    assert.deepEqual(
      all.slice(0, 3).map((item) => [nameOf(item), item.type, item.quantity]),
      [
        ['later correction', 'kyc.verify', -1],
        ['later verification', 'kyc.verify', 1],
        ['scored score_retrieval', 'score.get', 1],
      ],
    )
    assert.deepEqual(all.map(nameOf).toSorted(), everything)
    const { id, api_key_id, ...rest } = all.at(-1) ?? assert.fail()
    assert.match(id, /^use_[0-9a-z]{26}$/)
    assert.match(api_key_id, /^key_[0-9a-z]{26}$/)
    assert.deepEqual(rest, {
      type: 'kyc.verify',
      environment: 'sandbox',
      verification_id: ids[0],
      quantity: 1,
      billable: false,
      source: 'verification',
      created_at: '2026-11-21T09:00:00.000Z',
    })
  })

  test('shows of a correction what it takes back, when that was, and why', () => {
    const [correction, corrected] = all
    assert.deepEqual(
      { ...correction, id: undefined },
      {
        ...corrected,
        id: undefined,
        quantity: -1,
        source: 'correction',
        created_at: '2026-11-22T09:00:01.001Z',
        corrects: { id: corrected?.id, created_at: corrected?.created_at },
        reason: 'Metered by mistake',
      },
    )
  })

  /** Events by what they are of and their source; two of them are of the same instant. */
  const nameOf = ({ verification_id, source }: UsageItem) =>
    `${['plain', 'scored', 'later'][ids.indexOf(verification_id)]} ${source}`
  const scored = ['scored score_requested', 'scored score_retrieval', 'scored verification']
  const later = ['later correction', 'later verification']
  const everything = [...later, 'plain verification', ...scored]
  const day = '2026-11-21'
  const ten = `${day}T10:00:00`
  const filters: readonly (readonly [query: () => string, names: readonly string[]])[] = [
    [() => 'type=kyc.verify', [...later, 'plain verification', 'scored verification']],
    [() => 'type=score.get', scored.slice(0, 2)],
    [() => `verification_id=${ids[1]}`, scored],
    [() => `verification_id=${ids[1]}&type=score.get&billable=false`, scored.slice(0, 2)],
    [() => `verification_id=${ids[1]}&billable=true`, []],
    [() => `verification_id=ver_${'0'.repeat(26)}`, []],
    [() => 'billable=false', everything],
    [() => 'billable=true', []],
    [() => `api_key_id=${all[0]?.api_key_id}`, everything],
    [() => `api_key_id=key_${'0'.repeat(26)}`, []],
    [() => `from=${day}&to=2026-11-22`, ['plain verification', ...scored]],
    [() => 'from=2026-11-22', later],
    [() => `from=${day}T09:00:00Z&to=${ten}Z`, ['plain verification']],
    [() => `from=${ten}.000Z&to=${ten}.001Z`, ['scored score_requested', 'scored verification']],
    [() => `from=${encodeURIComponent(`${day}T11:00:00+01:00`)}&to=2026-11-22`, scored],
    [() => `from=${day}T11:00:00+01:00&to=2026-11-22`, scored],
    [() => `from=${day}&to=${day}`, []],
  ]
  for (const [query, names] of filters) {
    test(`lists and adds up ${names.length} of 6 for ${String(query).replace(/^\(\) => /, '')}`, async () => {
      const { items, totals } = await client.list(query())
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      assert.deepEqual(items.map(nameOf).toSorted(), names)
      assert.equal(totals.events, names.length)
      assert.equal(totals.quantity, sum(items.map(({ quantity }) => quantity)))
      assert.equal(totals.billable_quantity, 0)
      assert.equal(sum(Object.values(totals.by_type).map(({ events }) => events)), totals.events)
    })
  }

  test('is read page by page to its end', async () => {
    const seen: string[] = []
    let query = 'limit=2'
    for (;;) {
      const page = await client.list(query)
      seen.push(...page.items.map(({ id }) => id))
      if (page.next_cursor === null) break
      query = `limit=2&cursor=${page.next_cursor}`
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    )
  })

  test('shows a key the whole environment, and nothing of the other one', async () => {
    assert.equal((await client.list('', otherKey)).totals.events, 6)
    const live = await client.list('', client.app.liveKey)
    assert.deepEqual([live.items, live.next_cursor, live.totals.events], [[], null, 0])
    const asked = await client.list(`verification_id=${ids[1]}`, client.app.liveKey)
    assert.deepEqual([asked.items, asked.totals.events], [[], 0])
  })
})
