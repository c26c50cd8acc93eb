import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { signature, signatureHeaders } from '../../../server/webhooks/sign.ts'
import { signatureFaults } from '../../../server/webhooks/signature-headers.ts'
import { answerTo, verifySignature } from '../../../server/webhooks/verify-signature.ts'
import { javaIsMissing, judgeWithJava, startJava } from '../../support/servers/java-recipe.ts'
import { judgeWithPhp, phpIsMissing, startPhp } from '../../support/servers/php-recipe.ts'
import { judgeWithRecipe, startRecipe } from '../../support/servers/webhook-recipe.ts'
import { bodyOf, readSignatureVectors } from '../../support/signature-vectors.ts'
import { bodyNamed, secret, sendGoodAndBad, sendSigned } from './signed-calls.ts'

const vectors = readSignatureVectors()

/** @param answers of a receiver to the vectors, in their order */
function assertAnswers(answers: readonly number[]): void {
  assert.deepEqual(
    vectors.map(({ name }, index) => [name, answers[index]]),
    vectors.map(({ name, answer }) => [name, answer]),
  )
}

describe('the published vectors', () => {
  test('cover every reason for a refusal, and a good many deliveries that are valid', () => {
    const results = new Set(vectors.map(({ result }) => result))
    assert.deepEqual([...results].sort(), ['valid', ...signatureFaults].sort())
    assert.ok(vectors.filter(({ result }) => result === 'valid').length > 20)
    assert.equal(new Set(vectors.map(({ name }) => name)).size, vectors.length)
  })

  for (const vector of vectors) {
    const { name, secret, now, headers, digest, result, answer } = vector
    test(`${name}: ${result}`, () => {
      const body = bodyOf(vector)
      const verdict = verifySignature({ body, headers }, { secret, nowMs: now * 1000 + 999 })
      assert.deepEqual([verdict, answerTo(verdict)], [result, answer])
      if (vector.body_text !== undefined) assert.equal(body.toString(), vector.body_text)
      if (digest === null) return
      assert.equal(signature(secret, headers['svc-timestamp']?.trim() ?? '', body), digest)
    })
  }
})

describe('the guide’s receiver for Node', () => {
  test('answers each vector as it must', async (t) => {
    assertAnswers(await judgeWithRecipe(t, vectors))
  })

  test('takes what our code signs, works a repeated event once and refuses the rest', async (t) => {
    const recipe = await startRecipe(t, secret)
    assert.deepEqual(await sendGoodAndBad(recipe.url), [200, 200, 401, 400, 200])
    assert.equal(await recipe.nextLine(), 'received webhook.test evt_1')
    assert.equal(await recipe.nextLine(), 'received webhook.test evt_2')
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe('openssl', { skip: hasOpenssl ? false : 'openssl is not on this machine' }, () => {
  test('makes the same digest as our code, of text, of bytes and of any secret', () => {
    const bodies = [
      Buffer.from('{"name":"Aïssatou 😀"}\r\n'),
      Buffer.alloc(0),
      Buffer.alloc(300, 255),
    ]
    for (const body of bodies) {
      for (const secret of ['whsec_plain', 'whsec_+/=é"\'$(x) ']) {
        const input = Buffer.concat([Buffer.from('1795251600.'), body])
        const key = `hexkey:${Buffer.from(secret).toString('hex')}`
        const args = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key]
        const printed = spawnSync('openssl', args, { input }).stdout.toString()
        assert.ok(printed.trim().endsWith(` ${signature(secret, 1_795_251_600, body)}`), printed)
      }
    }
  })
})

describe('the guide’s receiver for PHP', { skip: phpIsMissing() }, () => {
  test('answers each vector as it must', (t) => {
    assertAnswers(judgeWithPhp(t, vectors))
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

describe('the guide’s receiver for Java', { skip: javaIsMissing() }, () => {
  test('answers each vector as it must (long)', (t) => {
    assertAnswers(judgeWithJava(t, vectors))
  })

  test('takes what our code signs, works a repeated event once and refuses the rest (long)', async (t) => {
    const java = await startJava(t, secret)
    assert.deepEqual(await sendGoodAndBad(java.url), [200, 200, 401, 400, 200])
    assert.equal(await java.nextLine(), 'received webhook.test evt_1')
    assert.equal(await java.nextLine(), 'received webhook.test evt_2')
  })
})
