import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { awaitResult } from '../../cli/verifications/await-result.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { serveHttp } from '../support/servers/serve-http.ts'

const verification = {
  id: 'ver_1',
  country: 'SN',
  id_type: 'passport',
  created_at: '2026-11-21T09:00:00.000Z',
  completed_at: null,
}

type Reply = readonly [status: number, body: unknown]
const found = (status: string): Reply => [200, { data: { ...verification, status } }]
const refused = (status: number, code: string): Reply => [
  status,
  { error: { code, message: 'No.', request_id: 'req_1' } },
]

/** A server that gives these replies, and then the last of them again and again. */
async function answering(t: TestContext, replies: readonly Reply[]) {
  let asked = 0
  const url = await serveHttp(t, (_request, response) => {
    const [status, body] = replies[Math.min(asked, replies.length - 1)] ?? [500, {}]
    asked += 1
    response.writeHead(status).end(JSON.stringify(body))
  })
  const clock = new ManualClock()
  const waits: number[] = []
  const wait = async (delayMs: number) => {
    waits.push(delayMs)
    clock.advance(delayMs)
  }
  const ended = awaitResult(
    { server: { url, key: 'svc_live_any' }, shell: { clock, wait } },
    {
      id: 'ver_1',
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      onPending() {},
    },
  )
  return { ended, waits }
}

describe('waiting for a result', () => {
  test('asks every second at first and every three seconds later', async (t) => {
    const { ended, waits } = await answering(t, [found('pending')])
    assert.equal((await ended).status, 'pending')
    assert.deepEqual(waits, [...Array(5).fill(1000), ...Array(5).fill(3000)])
  })

  test('goes on over a restart of the server', async (t) => {
    const away = refused(503, 'unavailable')
    const { ended } = await answering(t, [found('pending'), away, away, found('approved')])
    assert.equal((await ended).status, 'approved')
  })

  test('gives up on a server that stays away', async (t) => {
    const { ended } = await answering(t, [refused(503, 'unavailable')])
    await assert.rejects(ended, { code: 'unavailable' })
  })

  test('ends at once when the key is refused or the answer is not svc’s', async (t) => {
    const first = await answering(t, [refused(401, 'unauthenticated')])
    await assert.rejects(first.ended, { code: 'unauthenticated' })
    const second = await answering(t, [[200, 'hello']])
    await assert.rejects(second.ended, { code: 'internal_error' })
    assert.deepEqual([first.waits, second.waits], [[], []])
  })
})
