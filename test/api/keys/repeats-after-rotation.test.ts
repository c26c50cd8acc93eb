// Not again on PostgreSQL: test/store and flow/nodes/idempotency.test.ts send its statements there.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { liveForm } from '../../support/running-appliance.ts'
import { openKeyClient } from './key-client.ts'

const fields = { country: 'SN', id_type: 'national_id', external_ref: 'order 7' }
const isReplay = ({ headers }: ApiAnswer) => headers.get('Idempotent-Replayed') === 'true'

/** A bank that submits with a key and its successors. */
async function openBank(t: TestContext) {
  const client = await openKeyClient()
  t.after(() => client.app.close())
  const { app } = client
  const first = await client.create({ scopes: ['kyc.verify', 'keys.manage'] })
  return {
    ...client,
    first,
    submit: (key: string, form = liveForm(fields, lightImages)) => {
      const headers = { 'Idempotency-Key': 'order-7' }
      return call(`${app.url}/kyc/verify`, { key, body: form, headers })
    },
    async succeed(id: string, grace_seconds: number) {
      const { data } = await client.rotate(id, { grace_seconds })
      return { id: String(data.id), key: String(data.key) }
    },
    async paid() {
      await app.server.jobs.idle()
      return app.simulator.ledger().map(({ paid }) => paid)
    },
  }
}

describe('a request that is repeated with the successor of its API key', () => {
  test('gets the first answer and is paid once, however often the key was rotated', async (t) => {
    const bank = await openBank(t)
    const answer = await bank.submit(bank.first.key)
    const second = await bank.succeed(bank.first.id, 0)
    assert.equal((await bank.submit(bank.first.key)).status, 401)
    const third = await bank.succeed(second.id, 60)
    for (const { key } of [third, second]) {
      const again = await bank.submit(key)
      assert.deepEqual([again.status, again.text, isReplay(again)], [202, answer.text, true])
    }
    await bank.app.finish(String(answer.data.id))
    assert.deepEqual(await bank.paid(), [1])
  })

  test('gets the answer that the successor got first, in the grace of the old key', async (t) => {
    const bank = await openBank(t)
    const successor = await bank.succeed(bank.first.id, 60)
    const answer = await bank.submit(successor.key)
    const again = await bank.submit(bank.first.key)
    assert.deepEqual([again.status, again.text, isReplay(again)], [202, answer.text, true])
  })

  test('waits for the first while that is in progress', async (t) => {
    const bank = await openBank(t)
    const successor = await bank.succeed(bank.first.id, 60)
    const keys = [bank.first.key, successor.key]
    const answers = await Promise.all([...keys, ...keys, ...keys].map((key) => bank.submit(key)))
    const codes = answers.map(({ error }) => error.code).filter(Boolean)
    assert.deepEqual(new Set(codes), new Set(['idempotency_in_progress']))
    const accepted = answers.filter(({ status }) => status === 202)
    assert.equal(new Set(accepted.map(({ text }) => text)).size, 1)
    await bank.app.finish(String(accepted[0]?.data.id))
    assert.deepEqual(await bank.paid(), [1])
  })

  test('is a conflict if it is another request', async (t) => {
    const bank = await openBank(t)
    await bank.submit(bank.first.key)
    const { key } = await bank.succeed(bank.first.id, 0)
    const other = liveForm({ ...fields, external_ref: 'order 8' }, lightImages)
    const { status, error } = await bank.submit(key, other)
    assert.deepEqual([status, error.code], [409, 'idempotency_conflict'])
  })

  test('is another one with a key that is not its successor', async (t) => {
    const bank = await openBank(t)
    const answer = await bank.submit(bank.first.key)
    const child = await call(`${bank.app.url}/keys`, {
      key: bank.first.key,
      json: { name: 'Child', scopes: ['kyc.verify', 'keys.manage'] },
    })
    const other = await bank.submit(String(child.data.key))
    assert.deepEqual([other.status, isReplay(other)], [202, false])
    assert.notEqual(other.data.id, answer.data.id)
  })
})
