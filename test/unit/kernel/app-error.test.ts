import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type Fault, refuseFaults } from '../../../server/kernel/app-error.ts'

function fault(param: string, code: string): Fault {
  return { param, code, message: `${param} is wrong.` }
}

describe('a refusal that lists faults', () => {
  test('of one fault says what it says, and names the field', () => {
    const only = fault('country', 'missing')
    const { code, message, options } = refuseFaults([only])
    assert.deepEqual(
      { code, message, options },
      {
        code: 'invalid_request',
        message: 'country is wrong.',
        options: { details: [only], param: 'country' },
      },
    )
  })

  test('of several lists them all and names no single field', () => {
    const all = [fault('country', 'missing'), fault('id_type', 'invalid')]
    const { message, options } = refuseFaults(all)
    assert.match(message, /^2 fields need correction: country, id_type\./)
    assert.deepEqual(options, { details: all })
  })

  test('of several in one field says so, and names the field', () => {
    const all = [fault('front_image', 'invalid_image'), fault('front_image', 'invalid_image')]
    const { message, options } = refuseFaults(all)
    assert.equal(message, 'front_image needs 2 corrections. See details.')
    assert.deepEqual(options, { details: all, param: 'front_image' })
  })

  test('of several counts and names each field once', () => {
    const all = [fault('name', 'long'), fault('scopes', 'a'), fault('scopes', 'b')]
    assert.equal(refuseFaults(all).message, '2 fields need correction: name, scopes. See details.')
  })

  test('does not call missing what came in the wrong form', () => {
    const wrong = fault('front_image', 'not_a_file')
    const { message, options } = refuseFaults([fault('front_image', 'missing'), wrong])
    assert.equal(message, wrong.message)
    assert.deepEqual(options, { details: [wrong], param: 'front_image' })
  })

  const own = [
    'unsupported_country',
    'unsupported_document',
    'invalid_image',
    'invalid_webhook_url',
  ]
  const codes: readonly (readonly [codes: readonly string[], expected: string])[] = [
    ...own.map((code) => [[code], code] as const),
    ...own.map((code) => [[code, code], code] as const),
    [['missing'], 'invalid_request'],
    [['invalid_image', 'missing'], 'invalid_request'],
    [['unsupported_country', 'invalid_image'], 'invalid_request'],
    // Codes of the closed list that belong to other answers do not leak out of a fault.
    [['internal_error'], 'invalid_request'],
    [['not_found', 'not_found'], 'invalid_request'],
  ]
  for (const [given, expected] of codes) {
    test(`of ${given.join(' and ')} is ${expected}`, () => {
      const faults = given.map((code, index) => fault(`field_${index}`, code))
      assert.equal(refuseFaults(faults).code, expected)
    })
  }

  test('of nothing is a bug', () => {
    assert.throws(() => refuseFaults([]), /at least one fault/)
  })
})

test('a private cause stays out of the public message', () => {
  const error = new AppError('unavailable', 'Try later.', { cause: new Error('disk full') })
  assert.equal(error.message, 'Try later.')
  assert.ok(error.cause instanceof Error)
  assert.equal(new AppError('not_found', 'Nothing.').cause, undefined)
})
