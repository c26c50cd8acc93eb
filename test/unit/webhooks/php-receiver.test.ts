import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signatureHeaders } from '../../../server/webhooks/sign.ts'
import { judgeWithPhp, phpIsMissing, startPhp } from '../../support/php-recipe.ts'
import { bodyOf, readSignatureVectors } from '../../support/signature-vectors.ts'

const vectors = readSignatureVectors()
const secret = 'whsec_of_this_test'

describe('the guide’s receiver for PHP', { skip: phpIsMissing() }, () => {
  test('answers each vector as it must', (t) => {
    const answers = judgeWithPhp(t, vectors)
    assert.deepEqual(
      vectors.map(({ name }, index) => [name, answers[index]]),
      vectors.map(({ name, answer }) => [name, answer]),
    )
  })

  test('takes what our code signs over HTTP, keeps a repeated event once and refuses the rest', async (t) => {
    const php = await startPhp(t, secret)
    const [first, second] = [bodyNamed('evt_1'), bodyNamed('evt_2')]
    const statuses = [
      await send(php.url, { body: first }),
      await send(php.url, { body: first }),
      await send(php.url, { body: first, sent: bodyNamed('evt_3') }),
      await send(php.url, { body: first, ageMs: 310_000 }),
      await send(php.url, { body: second, ageMs: 200_000 }),
    ]
    assert.deepEqual(statuses, [200, 200, 401, 400, 200])
    assert.deepEqual(php.inbox(), { evt_1: first.toString(), evt_2: second.toString() })
  })

  test('takes both secrets during a rotation', async (t) => {
    const next = 'whsec_of_tomorrow'
    const php = await startPhp(t, next)
    const body = bodyNamed('evt_1')
    const nowMs = Date.now()
    const headers = signatureHeaders({
      secrets: { current: secret, next: { secret: next, activatesAt: nowMs + 60_000 } },
      mode: 'event',
      createdAt: nowMs,
      nowMs,
      body,
    })
    const { status } = await fetch(php.url, { method: 'POST', headers, body: new Uint8Array(body) })
    assert.equal(status, 200)
  })

  test('takes nothing while it has no secret, and none of the vectors for another', async (t) => {
    const unset = await startPhp(t, undefined)
    assert.equal(await send(unset.url, { body: bodyNamed('evt_1') }), 500)
    const php = await startPhp(t, secret)
    const [vector] = vectors
    assert.ok(vector)
    const { status } = await fetch(php.url, {
      method: 'POST',
      headers: { ...vector.headers },
      body: new Uint8Array(bodyOf(vector)),
    })
    assert.equal(status, 401)
    assert.deepEqual({ ...unset.inbox(), ...php.inbox() }, {})
  })
})

function bodyNamed(id: string): Buffer {
  return Buffer.from(JSON.stringify({ id, event: 'webhook.test', data: { name: 'Aïssatou 😀' } }))
}

/** Signs `body` and posts it, or `sent` in its place; resolves with the status. */
async function send(
  url: string,
  { body, sent = body, ageMs = 0 }: { body: Buffer; sent?: Buffer; ageMs?: number },
): Promise<number> {
  const createdAt = Date.now() - ageMs
  const secrets = { current: secret, next: undefined }
  const headers = signatureHeaders({ secrets, mode: 'event', createdAt, nowMs: createdAt, body })
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(sent) })).status
}
