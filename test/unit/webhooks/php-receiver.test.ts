import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signatureHeaders } from '../../../server/webhooks/sign.ts'
import { judgeWithPhp, phpIsMissing, startPhp } from '../../support/php-recipe.ts'
import { bodyOf, readSignatureVectors } from '../../support/signature-vectors.ts'
import { bodyNamed, secret, sendGoodAndBad, sendSigned } from './signed-calls.ts'

const vectors = readSignatureVectors()

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
    assert.deepEqual(await sendGoodAndBad(php.url), [200, 200, 401, 400, 200])
    const [first, second] = [bodyNamed('evt_1').toString(), bodyNamed('evt_2').toString()]
    assert.deepEqual(php.inbox(), { evt_1: first, evt_2: second })
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
    assert.equal(await sendSigned(unset.url, { body: bodyNamed('evt_1') }), 500)
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
