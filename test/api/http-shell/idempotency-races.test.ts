// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import type { Answer } from '../../../server/http/answer.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { call } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

/** Where the work breaks off. */
type Break = 'before the effect' | 'inside the transaction' | 'after the commit' | undefined

describe('an Idempotency-Key under races and crashes', () => {
  let shell: Shell
  let key: string
  let breakAt: Break
  let breakWith: Error
  /** What the work waits for before its effect. */
  let held: Promise<void> | undefined
  const breakIf = (here: Break) => {
    if (breakAt !== here) return
    breakAt = undefined
    throw breakWith
  }

  beforeEach(async () => {
    await shell?.close()
    breakAt = undefined
    breakWith = new Error('power cut')
    held = undefined
    // The effect of the work is a row: what is rolled back is gone.
    const orders = route('POST', '/orders', async (request) => {
      const body = await request.json()
      return request.idempotently(async (remember) => {
        breakIf('before the effect')
        await held
        const answer: Answer = { status: 201, data: { order: body.order } }
        await inTransaction(shell.db, async (trx) => {
          const effect = { only: null, id: String(body.order), wrapping_key_id: '', created_at: 0 }
          await trx
            .insertInto('data_keys')
            .values({
              subject_id: `${effect.id}-${request.requestId}`,
              wrapping_key_id: '',
              wrapped: Buffer.alloc(0),
              created_at: 0,
            })
            .execute()
          await remember(trx, answer)
          breakIf('inside the transaction')
        })
        breakIf('after the commit')
        return answer
      })
    })
    shell = await startShell([orders])
    key = shell.addKey()
  })
  after(() => shell.close())

  const post = (order: number) =>
    call(`${shell.url}/v1/orders`, {
      key,
      body: { order },
      headers: { 'idempotency-key': 'one' },
    })
  const effects = async () =>
    (await shell.db.reader.selectFrom('data_keys').select('subject_id').execute()).length

  test('has one effect for 50 requests at once', async () => {
    const end = Promise.withResolvers<void>()
    held = end.promise
    const refused: Awaited<ReturnType<typeof post>>[] = []
    const asking = Array.from({ length: 50 }, async () => {
      const reply = await post(1)
      if (reply.status === 409) refused.push(reply)
      // One of them works.
      if (refused.length === 49) end.resolve()
      return reply
    })
    const replies = await Promise.all(asking)
    assert.equal(await effects(), 1)
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    for (const { json, headers } of refused) {
      assert.equal(json.error?.code, 'idempotency_in_progress')
      assert.equal(headers['retry-after'], '1')
    }
    assert.equal((await post(1)).headers['idempotent-replayed'], 'true')
  })

  for (const here of ['before the effect', 'inside the transaction'] as const) {
    test(`leaves neither effect nor answer when it breaks off ${here}`, async () => {
      breakAt = here
      assert.equal((await post(1)).status, 500)
      assert.equal(await effects(), 0)
      const second = await post(1)
      assert.equal(second.status, 201)
      assert.equal(second.headers['idempotent-replayed'], undefined)
      assert.equal(await effects(), 1)
    })
  }

  test('gives the answer of the effect when the work broke off after the commit', async () => {
    breakAt = 'after the commit'
    assert.equal((await post(1)).status, 500)
    const second = await post(1)
    assert.deepEqual([second.status, second.json.data], [201, { order: 1 }])
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.equal(await effects(), 1)
  })

  test('never replaces the answer of an effect by a later refusal', async () => {
    breakAt = 'after the commit'
    breakWith = new AppError('conflict', 'Too late.')
    assert.equal((await post(1)).status, 409)
    assert.equal((await post(1)).status, 201)
    assert.equal(await effects(), 1)
  })

  test('refuses a POST whose endpoint forgot about it, loudly', async (t) => {
    const forgetful = await startShell([
      route('POST', '/forgetful', async () => ({ status: 200, data: {} })),
    ])
    t.after(() => forgetful.close())
    const reply = await call(`${forgetful.url}/v1/forgetful`, { key: forgetful.addKey(), body: {} })
    assert.equal(reply.status, 500)
  })
})
