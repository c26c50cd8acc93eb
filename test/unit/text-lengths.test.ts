import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseNewKey } from '../../server/api/keys/key-api.ts'
import { parseNewWebhook } from '../../server/api/webhooks/webhook-input.ts'
import { parseSearch } from '../../server/console-api/search/search-input.ts'
import { parseNumberSearch } from '../../server/console-api/verifications/verification-list-input.ts'
import { characterCount } from '../../server/kernel/characters.ts'
import { parseReview } from '../../server/reviews/review-input.ts'
import { parseConsoleBody } from '../../server/users/user-input.ts'
import { policyOf } from '../flow/webhooks/sending.ts'
import { accepted, parseJson } from './verifications/submissions.ts'

/** A letter of Adlam, in which names in Guinea are written: one character, two units of UTF-16. */
const letter = '\u{1e900}'
const nowMs = Date.UTC(2026, 10, 21)
const url = 'https://hooks.example.com/svc'
const events = ['verification.completed']
const user = { email: 'a@b', role: 'auditor' }

describe('the length of a text', () => {
  test('is counted in code points, as JSON Schema counts', () => {
    assert.equal(characterCount(letter.repeat(3)), 3)
    assert.equal(characterCount('e\u0301a'), 3)
    assert.equal(characterCount(''), 0)
  })

  const fields: readonly (readonly [
    what: string,
    max: number,
    parse: (text: string) => unknown,
  ])[] = [
    ['a first name', 100, (first_name) => accepted(parseJson({ first_name }))],
    ['a document number', 50, (id_number) => accepted(parseJson({ id_number }))],
    ['a reference', 200, (external_ref) => accepted(parseJson({ external_ref }))],
    [
      'the name of a key',
      100,
      (name) => parseNewKey({ name, environment: 'live', scopes: ['kyc.read'] }, nowMs),
    ],
    [
      'the description of a webhook',
      200,
      (description) => parseNewWebhook({ url, events, description }, { policy: policyOf(), nowMs }),
    ],
    ['a search in the console', 200, (q) => parseSearch({ q })],
    ['a document number searched for', 100, (id_number) => parseNumberSearch({ id_number })],
    ['a note on a review', 4000, (text) => parseReview('note', { text })],
    ['the name of a user', 100, (name) => parseConsoleBody('newUser', { name, ...user })],
    ['a password', 1000, (password) => parseConsoleBody('signIn', { email: 'a@b', password })],
  ]
  for (const [what, max, parse] of fields) {
    test(`of ${what}: ${max} letters outside the basic plane are taken, one more is not`, () => {
      parse(letter.repeat(max))
      assert.throws(() => parse(letter.repeat(max + 1)))
    })
  }
})
