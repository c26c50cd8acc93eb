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

/** By the name of the vector; of all others that do not fit, nothing is made up. */
const causes: Readonly<Record<string, string>> = {
  'a signature with a letter that is no hexadecimal digit': 'digest_letters',
  'a signature one digit short': 'digest_length',
  'a signature one digit long': 'digest_length',
  'white space inside the signature': 'digest_letters',
  'the right digest in base64': 'digest_base64',
  'the right digest behind the name of its algorithm': 'digest_named',
  'two values where one belongs': 'digest_letters',
  'a list whose only entry is one digit short': 'digest_length',
  'an instant in ISO 8601 for a timestamp, though signed': 'time_iso',
  'a leading zero before the time that was signed': 'time_rewritten',
  'a body parsed and written anew with spaces': 'json_rewritten',
  'a newline added to the body': 'newline_added',
  'the newline at the end of the body lost': 'newline_lost',
  'CR LF turned into LF': 'line_ends',
  'emoji turned into escapes': 'json_rewritten',
  'signed with the secret without its prefix': 'secret_without_prefix',
  "signed with the secret's bytes decoded from base64": 'secret_decoded',
  'signed over the body alone': 'body_alone',
  'signed without the dot': 'dot_missing',
  'signed over milliseconds': 'signed_milliseconds',
  'a plain SHA-256 of the same bytes': 'no_hmac',
  'a timestamp in milliseconds, though signed': 'time_milliseconds',
}

test('the cause of a wrong signature is named only if it can be proven', async () => {
  const found: Record<string, string> = {}
  for (const vector of vectors) {
    const { cause } = await check(vector)
    if (cause !== undefined) found[vector.name] = cause
  }
  assert.deepEqual(found, causes)
})

const sent = vectors.find(({ name }) => name === 'accents and emoji in UTF-8')
assert.ok(sent)
const text = bodyOf(sent).toString()

const changed: readonly (readonly [string, { body?: string; secret?: string }])[] = [
  ['mark_added', { body: `\uFEFF${text}` }],
  ['newline_added', { body: `${text}\r\n` }],
  ['json_rewritten', { body: JSON.stringify(JSON.parse(text), null, 2) }],
  ['encoded_twice', { body: Buffer.from(text).toString('latin1') }],
  ['keys_reordered', { body: sortedAnew(text) }],
  ['secret_spaces', { secret: `${sent.secret}\n` }],
  ['secret_prefix_missing', { secret: sent.secret.replace('whsec_', '') }],
]

for (const [cause, { body = text, secret = sent.secret }] of changed) {
  test(`what was changed on the way is recognised: ${cause}`, async () => {
    const received = { headers: sent.headers, secret, body: utf8(body) }
    const checked = await checkSignature(received, sent.now * 1000)
    assert.deepEqual([checked.verdict, checked.cause], ['signature_mismatch', cause])
  })
}

test('an old delivery is distinguished from a forged one: its signature is valid', async () => {
  const received = { headers: sent.headers, secret: sent.secret, body: utf8(text) }
  const checked = await checkSignature(received, (sent.now + 3600) * 1000)
  assert.deepEqual([checked.verdict, checked.fitsIn], ['stale_timestamp', 'svc-signature'])
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

/** As a library that sorts would write it. */
function sortedAnew(json: string): string {
  const entries = Object.entries(JSON.parse(json) as object)
  return JSON.stringify(
    Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )
}
