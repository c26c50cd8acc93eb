import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSignature,
  readPastedHeaders,
  utf8,
} from '../../../console/pages/webhooks/check-signature.ts'
import {
  bodyOf,
  readSignatureVectors,
  type SignatureVector,
} from '../../support/signature-vectors.ts'

const vectors = readSignatureVectors()

function check(vector: SignatureVector) {
  const { headers, secret, now } = vector
  return checkSignature(headers, { secret, body: Uint8Array.from(bodyOf(vector)) }, now * 1000)
}

for (const vector of vectors) {
  test(`the console's checker agrees on: ${vector.name}`, async () => {
    const { verdict, found } = await check(vector)
    assert.equal(verdict, vector.result)
    if (vector.digest !== null && found) assert.equal(found.expected, vector.digest)
  })
}

/** By the name of the vector; of those that do not fit otherwise, nothing is made up. */
const mistakes: Readonly<Record<string, string>> = {
  'a body parsed and written anew with spaces': 'body',
  'a newline added to the body': 'body',
  'emoji turned into escapes': 'body',
}

test('a mistake is named only if it can be proven', async () => {
  const found: Record<string, string> = {}
  for (const vector of vectors) {
    const { mistake } = await check(vector)
    if (mistake === 'secret' || mistake === 'body') found[vector.name] = mistake
  }
  assert.deepEqual(found, mistakes)
})

const sent = vectors.find(({ name }) => name === 'accents and emoji in UTF-8')
assert.ok(sent)
const text = bodyOf(sent).toString()

const changed: readonly (readonly [string, string, { body?: string; secret?: string }])[] = [
  ['a byte order mark', 'body', { body: `\uFEFF${text}` }],
  ['a line end', 'body', { body: `${text}\r\n` }],
  ['JSON written again', 'body', { body: JSON.stringify(JSON.parse(text), null, 2) }],
  ['a space after the secret', 'secret', { secret: `${sent.secret}\n` }],
  ['no prefix', 'secret', { secret: sent.secret.replace('whsec_', '') }],
  ['quotation marks', 'secret', { secret: `"${sent.secret}"` }],
  ['another secret', 'unknown', { secret: `${sent.secret}x` }],
  ['another body', 'unknown', { body: text.replace('{', '[') }],
]

for (const [name, mistake, { body = text, secret = sent.secret }] of changed) {
  test(`what was changed on the way is recognised: ${name}`, async () => {
    const parts = { secret, body: utf8(body) }
    const checked = await checkSignature(sent.headers, parts, sent.now * 1000)
    assert.deepEqual([checked.verdict, checked.mistake], ['signature_mismatch', mistake])
  })
}

test('an old delivery is distinguished from a forged one: its signature is valid', async () => {
  const parts = { secret: sent.secret, body: utf8(text) }
  const checked = await checkSignature(sent.headers, parts, (sent.now + 3600) * 1000)
  assert.deepEqual([checked.verdict, checked.mistake], ['stale_timestamp', 'age'])
  assert.equal(checked.found?.ageSeconds, sent.now + 3600 - Number(sent.headers['svc-timestamp']))
})

const digest = 'a'.repeat(64)
const both = { 'svc-signature': digest, 'svc-timestamp': '1795251588' }

const pasted: readonly (readonly [string, object])[] = [
  [`svc-signature: ${digest}\r\nsvc-timestamp: 1795251588\r\n`, both],
  [`> Svc-Timestamp: 1795251588\n> SVC-Signature:${digest}`, both],
  [`{ 'svc-signature': '${digest}',\n  'svc-timestamp': '1795251588' }`, both],
  [`HTTP_SVC_SIGNATURE=${digest}\nHTTP_SVC_TIMESTAMP=1795251588`, both],
  [
    `["HTTP_SVC_TIMESTAMP"] => "1795251588"\nsvc_signature => ${digest}`,
    {
      ...both,
    },
  ],
  [`{"svc-signature":"${digest}","svc-timestamp":"1795251588"}`, both],
  [`svc-signature=${digest}, svc-timestamp=1795251588`, both],
  [`svc-signatures: v1=${digest},v1=${digest}`, { 'svc-signatures': `v1=${digest},v1=${digest}` }],
  [`svc-event-timestamp: 17\nsvc-timestamp: 18`, { 'svc-timestamp': '18' }],
  ['svc-signature: \nsvc-timestamp: 18', { 'svc-signature': '', 'svc-timestamp': '18' }],
  ['', {}],
]

for (const [paste, headers] of pasted) {
  test(`headers are read from ${JSON.stringify(paste)}`, () => {
    assert.deepEqual(readPastedHeaders(paste), headers)
  })
}
