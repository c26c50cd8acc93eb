import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSignature } from '../../../console/pages/webhooks/signature/check-signature.ts'
import { utf8 } from '../../../console/pages/webhooks/signature/digest.ts'
import { readPastedHeaders } from '../../../console/pages/webhooks/signature/pasted-headers.ts'
import {
  bodyOf,
  readSignatureVectors,
  type SignatureVector,
} from '../../support/signature-vectors.ts'

const vectors = readSignatureVectors()

function check(vector: SignatureVector) {
  const { headers, secret, now } = vector
  const received = { headers, secret, body: Uint8Array.from(bodyOf(vector)) }
  return checkSignature(received, now * 1000)
}

for (const vector of vectors) {
  test(`the console's checker agrees on: ${vector.name}`, async () => {
    const { verdict, expected } = await check(vector)
    assert.equal(verdict, vector.result)
    if (vector.digest !== null && expected !== undefined) assert.equal(expected, vector.digest)
  })
}

/** By the name of the vector; of those that do not fit otherwise, nothing is made up. */
const mistakes: Readonly<Record<string, string>> = {
  'the right digest in base64': 'recipe',
  'the right digest behind the name of its algorithm': 'recipe',
  'a body parsed and written anew with spaces': 'body',
  'a newline added to the body': 'body',
  'the newline at the end of the body lost': 'body',
  'CR LF turned into LF': 'body',
  'emoji turned into escapes': 'body',
  'signed with the secret without its prefix': 'secret',
  "signed with the secret's bytes decoded from base64": 'secret',
  'signed over the body alone': 'recipe',
  'signed without the dot': 'recipe',
  'signed over milliseconds': 'recipe',
  'a plain SHA-256 of the same bytes': 'recipe',
}

test('a mistake is named only if it can be proven', async () => {
  const found: Record<string, string> = {}
  for (const vector of vectors) {
    const { mistake } = await check(vector)
    if (mistake === 'secret' || mistake === 'body' || mistake === 'recipe')
      found[vector.name] = mistake
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
  ['another secret', 'unknown', { secret: `${sent.secret}x` }],
  ['another body', 'unknown', { body: text.replace('{', '[') }],
]

for (const [name, mistake, { body = text, secret = sent.secret }] of changed) {
  test(`what was changed on the way is recognised: ${name}`, async () => {
    const received = { headers: sent.headers, secret, body: utf8(body) }
    const checked = await checkSignature(received, sent.now * 1000)
    assert.deepEqual([checked.verdict, checked.mistake], ['signature_mismatch', mistake])
  })
}

test('an old delivery is distinguished from a forged one: its signature is valid', async () => {
  const received = { headers: sent.headers, secret: sent.secret, body: utf8(text) }
  const checked = await checkSignature(received, (sent.now + 3600) * 1000)
  assert.deepEqual([checked.verdict, checked.mistake], ['stale_timestamp', 'age'])
  assert.equal(checked.ageSeconds, sent.now + 3600 - Number(sent.headers['svc-timestamp']))
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
  [`1795251588\n${digest}`, both],
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
