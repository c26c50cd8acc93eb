// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { verifyInSandbox } from './sandbox-client.ts'

interface Page {
  readonly ids: readonly string[]
  readonly cursor: string | null
}

describe('paging through verifications', () => {
  let app: RunningAppliance
  /** Newest first. */
  const known: string[] = []
  before(async () => {
    app = await startAppliance()
    await submit(101)
  })
  after(() => app.close())

  async function submit(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      known.unshift(String((await verifyInSandbox(app)).data.id))
      app.clock.advance(1)
    }
  }

  async function page(query: string, key = app.sandboxKey): Promise<Page> {
    const { status, data } = await call(`${app.url}/kyc/verifications?${query}`, { key })
    assert.equal(status, 200)
    const { items, next_cursor, ...more } = data
    assert.deepEqual(more, {})
    const ids = (items as readonly { id: string }[]).map(({ id }) => id)
    return { ids, cursor: next_cursor as string | null }
  }

  async function everyPage(limit: number, between = async () => {}): Promise<readonly Page[]> {
    const pages = [await page(`limit=${limit}`)]
    for (let last = pages.at(-1); last?.cursor; last = pages.at(-1)) {
      await between()
      pages.push(await page(`limit=${limit}&cursor=${last.cursor}`))
    }
    return pages
  }

  test('gives 20 unless told otherwise', async () => {
    assert.deepEqual((await page('')).ids, known.slice(0, 20))
  })

  for (const limit of [1, 7, 100]) {
    test(`comes by everything once, ${limit} at a time`, async () => {
      const pages = await everyPage(limit)
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        known,
      )
      assert.ok(pages.slice(0, -1).every(({ ids }) => ids.length === limit))
      assert.equal(pages.length, Math.ceil(101 / limit))
    })
  }

  test('ends without a cursor where the last page is full', async () => {
    const first = await page('limit=1')
    const rest = await page(`limit=100&cursor=${first.cursor}`)
    assert.deepEqual([rest.ids.length, rest.cursor], [100, null])
  })

  test('goes on where it was while others submit', async () => {
    const before = [...known]
    const pages = await everyPage(30, () => submit(2))
    assert.deepEqual(
      pages.flatMap(({ ids }) => ids),
      before,
    )
    assert.ok(known.length > before.length)
    assert.equal((await page('limit=1')).ids[0], known[0])
  })

  test('keeps the order of those that were made in the same millisecond', async () => {
    await Promise.all(Array.from({ length: 10 }, () => verifyInSandbox(app)))
    const whole = await page('limit=10')
    const single: string[] = []
    for (let cursor: string | null = ''; single.length < 10; ) {
      const next = await page(cursor === '' ? 'limit=1' : `limit=1&cursor=${cursor}`)
      single.push(...next.ids)
      cursor = next.cursor
    }
    assert.deepEqual(single, whole.ids)
    assert.deepEqual(single, single.toSorted().toReversed())
  })

  test('shows nothing of the other environment, whatever the cursor', async () => {
    const { cursor } = await page('limit=1')
    for (const query of ['', `cursor=${cursor}`]) {
      assert.deepEqual(await page(query, app.liveKey), { ids: [], cursor: null })
    }
  })
})
