import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { verifyInSandbox } from './sandbox-client.ts'

type Item = Readonly<Record<string, unknown>>

const hourMs = 60 * 60 * 1000

const skippedScore = { score_requested: true, sandbox_outcome: 'scoring_unavailable' }

/** One a row, an hour apart, from 21 November 2026, 09:00 UTC on. */
const submitted = [
  { country: 'SN', id_type: 'national_id', sandbox_outcome: 'approved', external_ref: 'a' },
  { country: 'SN', id_type: 'passport', sandbox_outcome: 'declined', external_ref: 'a' },
  { country: 'SN', id_type: 'voter_id', sandbox_outcome: 'error', external_ref: 'b' },
  { country: 'MA', id_type: 'national_id', sandbox_outcome: 'declined' },
  { country: 'MA', id_type: 'passport', sandbox_outcome: 'approved', external_ref: 'Ndèye & co' },
  { country: 'SN', id_type: 'passport', sandbox_outcome: 'approved', external_ref: 'b' },
  { country: 'MA', id_type: 'passport', sandbox_outcome: 'declined', external_ref: 'a' },
  { ...skippedScore, country: 'SN', id_type: 'national_id' },
] as const

/** The query, and which of the rows above it finds. */
const queries: readonly (readonly [query: Record<string, string>, rows: readonly number[]])[] = [
  [{}, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ status: 'approved' }, [0, 4, 5, 7]],
  [{ status: 'declined' }, [1, 3, 6]],
  [{ status: 'error' }, [2]],
  [{ status: 'pending' }, []],
  [{ country: 'SN' }, [0, 1, 2, 5, 7]],
  [{ country: 'CI' }, []],
  [{ id_type: 'passport' }, [1, 4, 5, 6]],
  [{ id_type: 'voter_id' }, [2]],
  [{ external_ref: 'a' }, [0, 1, 6]],
  [{ external_ref: 'A' }, []],
  [{ external_ref: '%' }, []],
  [{ external_ref: 'Ndèye & co' }, [4]],
  // To the letter: the same name in other bytes is another reference.
  [{ external_ref: 'Nde\u0300ye & co' }, []],
  [{ status: 'approved', country: 'SN' }, [0, 5, 7]],
  [{ country: 'MA', id_type: 'passport' }, [4, 6]],
  [{ status: 'declined', external_ref: 'a' }, [1, 6]],
  [{ country: 'SN', id_type: 'passport', status: 'approved', external_ref: 'b' }, [5]],
  [{ country: 'MA', id_type: 'voter_id' }, []],
  [{ created_from: '2026-11-21T12:00:00.000Z' }, [3, 4, 5, 6, 7]],
  [{ created_from: '2026-11-21T12:00:00.001Z' }, [4, 5, 6, 7]],
  [{ created_to: '2026-11-21T12:00:00.000Z' }, [0, 1, 2]],
  [{ created_to: '2026-11-21T12:00:00.001Z' }, [0, 1, 2, 3]],
  [{ created_from: '2026-11-21T10:00:00Z', created_to: '2026-11-21T13:00:00Z' }, [1, 2, 3]],
  [{ created_from: '2026-11-21T11:00:00+01:00', created_to: '2026-11-21T12:00:00+01:00' }, [1]],
  [{ created_from: '2026-11-21T12:00:00Z', created_to: '2026-11-21T12:00:00Z' }, []],
  [{ created_from: '2026-11-21' }, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ created_to: '2026-11-21' }, []],
  [{ created_from: '2026-11-22' }, []],
  [{ created_to: '2026-11-22' }, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ created_from: '1900-01-01' }, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ country: 'MA', created_from: '2026-11-21T13:00:00Z' }, [4, 6]],
  [{ scoring_skipped: 'true' }, [7]],
  [{ scoring_skipped: 'false' }, [0, 1, 2, 3, 4, 5, 6]],
  [{ scoring_skipped: 'true', status: 'approved', country: 'SN' }, [7]],
  [{ scoring_skipped: 'true', status: 'declined' }, []],
  [{ scoring_skipped: 'false', status: 'approved' }, [0, 4, 5]],
  [{ scoring_skipped: '1' }, [7]],
]

describe('the list of verifications', () => {
  let app: RunningAppliance
  const ids: string[] = []
  const answers: Item[] = []
  before(async () => {
    app = await startAppliance({ hasThreads: true })
    for (const change of submitted) {
      const { data } = await verifyInSandbox(app, change)
      ids.push(String(data.id))
      answers.push(data)
      app.clock.advance(hourMs)
    }
  })
  after(() => app.close())

  const list = async (query: Record<string, string>) => {
    const url = `${app.url}/kyc/verifications?${new URLSearchParams(query)}`
    const { status, data } = await call(url, { key: app.sandboxKey })
    assert.equal(status, 200)
    return data as { items: readonly Item[]; next_cursor: string | null }
  }

  for (const [query, rows] of queries) {
    const said = new URLSearchParams(query).toString() || 'without a filter'
    test(`finds ${rows.length === 0 ? 'nothing' : rows.join(', ')}: ${said}`, async () => {
      const { items, next_cursor } = await list(query)
      const newestFirst = rows.map((row) => ids[row]).reverse()
      assert.deepEqual(
        items.map(({ id }) => id),
        newestFirst,
      )
      assert.equal(next_cursor, null)
    })
  }

  test('pages through what a filter finds', async () => {
    const first = await list({ status: 'declined', limit: '2' })
    assert.deepEqual(
      first.items.map(({ id }) => id),
      [ids[6], ids[3]],
    )
    const rest = await list({ status: 'declined', limit: '2', cursor: String(first.next_cursor) })
    assert.deepEqual(
      rest.items.map(({ id }) => id),
      [ids[1]],
    )
    assert.equal(rest.next_cursor, null)
  })

  test('loses a skipped score from its filter once the score has been fetched', async () => {
    const { data } = await verifyInSandbox(app, skippedScore)
    const skipped = async () => (await list({ scoring_skipped: 'true' })).items.map(({ id }) => id)
    assert.deepEqual(await skipped(), [data.id, ids[7]])
    const json = { verificationId: data.id }
    const { status } = await call(`${app.url}/score/get`, { key: app.sandboxKey, json })
    assert.equal(status, 200)
    assert.deepEqual(await skipped(), [ids[7]])
  })

  test('shows what the submission was answered, without the provider’s answer', async () => {
    const { items } = await list({ external_ref: 'b', status: 'error' })
    const [listed] = items
    assert.deepEqual(listed, { ...answers[2], review: null })
    assert.equal(items.length, 1)
    assert.equal(answers[2]?.created_at, '2026-11-21T11:00:00.000Z')
  })
})
