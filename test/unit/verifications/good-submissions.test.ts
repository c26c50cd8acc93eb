import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accepted, body, codesOf, parseForm, parseJson } from './submissions.ts'

describe('a JSON submission', () => {
  test('of what is required has the defaults of the rest', () => {
    assert.deepEqual(accepted(parseJson({})), {
      country: 'SN',
      idType: 'passport',
      externalRef: undefined,
      scoreRequested: false,
      sandboxOutcome: 'approved',
      sandboxDelaySeconds: 0,
      claims: {
        idNumber: 'A1234567',
        firstName: 'Awa',
        lastName: 'Testou',
        dateOfBirth: '1991-02-03',
      },
    })
  })

  test('of everything there is keeps all of it, and ignores what is unknown', () => {
    const submission = accepted(
      parseJson({
        external_ref: 'session 42',
        score_requested: true,
        sandbox_outcome: 'declined',
        consent_given_at: '2026-11-21T09:59:00+01:00',
        consent_notice: 'v3',
        nickname: 'A',
        ['__proto__']: { admin: true },
      }),
    )
    assert.equal(submission.externalRef, 'session 42')
    assert.equal(submission.scoreRequested, true)
    assert.equal(submission.sandboxOutcome, 'declined')
    assert.equal(submission.claims.consentGivenAt, '2026-11-21T09:59:00+01:00')
    assert.equal(submission.claims.consentNotice, 'v3')
    assert.ok(!JSON.stringify(submission).includes('nickname'))
    assert.ok(!('admin' in submission))
  })
})

test('a birth date is past by the date in the country of the document', () => {
  const born = (country: string) =>
    parseJson(
      { country, date_of_birth: '2025-11-20' },
      { nowMs: Date.parse('2025-11-20T23:30:00Z') },
    )
  assert.equal(accepted(born('MA')).claims.dateOfBirth, '2025-11-20')
  assert.deepEqual(codesOf(born('SN')), ['date_of_birth invalid'])
})

describe('texts are kept as written', () => {
  const names: readonly (readonly [given: string, kept: string])[] = [
    ['Nde\u0300ye', 'Nd\u00e8ye'],
    ['  Awa ', 'Awa'],
    ["N'Diaye", "N'Diaye"],
    ['N’Diaye-Sarr', 'N’Diaye-Sarr'],
    ['El Hadji Ould 2', 'El Hadji Ould 2'],
    ['عائشة', 'عائشة'],
    ['\u200fعائشة\u200e', 'عائشة'],
    ['عبد\u200f الله\u061c', 'عبد الله'],
    ['Ƴero Ɓah', 'Ƴero Ɓah'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['e\u0301'.repeat(100), '\u00e9'.repeat(100)],
    // Lengths count code points: each of these is two units of UTF-16.
    [`\u{1e900}`.repeat(100), `\u{1e900}`.repeat(100)],
  ]
  for (const [given, kept] of names) {
    test(`the name ${given.slice(0, 20)}`, () => {
      assert.equal(accepted(parseJson({ first_name: given })).claims.firstName, kept)
    })
  }

  const numbers: readonly (readonly [given: string, kept: string])[] = [
    ['1 752 1991 02345', '1 752 1991 02345'],
    ['AB-123.456/7', 'AB-123.456/7'],
    ['é1', 'é1'],
    ['1'.repeat(50), '1'.repeat(50)],
    ['GHA–725341234–5', 'GHA-725341234-5'],
    ['GHA\u2011725341234\u20115', 'GHA-725341234-5'],
    ['BE\u2212123456', 'BE-123456'],
    // Narrow and full spaces of French typography.
    ['1\u202f752\u00a01991\u00a0', '1 752 1991'],
  ]
  for (const [given, kept] of numbers) {
    test(`the number ${given.slice(0, 20)}`, () => {
      assert.equal(accepted(parseJson({ id_number: given })).claims.idNumber, kept)
    })
  }

  test('a number beside which a page put the mark of its direction', () => {
    assert.equal(
      accepted(parseJson({ id_number: '\u200eBK 1234\u200f' })).claims.idNumber,
      'BK 1234',
    )
  })

  test('a reference of 200 characters, and one that looks like markup', () => {
    for (const reference of ['r'.repeat(200), '<b>"42"</b>', '../../etc', "'; --"]) {
      assert.equal(accepted(parseJson({ external_ref: reference })).externalRef, reference)
    }
  })
})

describe('a birth date', () => {
  for (const date of ['1900-01-01', '1992-02-29', '2000-02-29', '2026-11-20']) {
    test(`of ${date} is taken`, () => {
      assert.equal(accepted(parseJson({ date_of_birth: date })).claims.dateOfBirth, date)
    })
  }

  test('is in the past from the midnight after it, in UTC', () => {
    const midnight = Date.UTC(2026, 10, 22)
    const born = { date_of_birth: '2026-11-21' }
    assert.equal(parseJson(born, { nowMs: midnight - 1 }).kind, 'faulty')
    assert.equal(parseJson(born, { nowMs: midnight }).kind, 'valid')
  })
})

test('a consent keeps its offset, in the form of RFC 3339', () => {
  for (const [given, kept] of [
    ['2026-11-20T09:00:00.000+01:00', '2026-11-20T09:00:00.000+01:00'],
    ['2026-11-20T09:00Z', '2026-11-20T09:00:00Z'],
    ['2026-11-20T09:00:00+0100', '2026-11-20T09:00:00+01:00'],
    ['2026-11-20t09:00:00z', '2026-11-20T09:00:00Z'],
  ]) {
    assert.equal(accepted(parseJson({ consent_given_at: given })).claims.consentGivenAt, kept)
  }
  assert.equal(parseJson({ consent_given_at: '2026-11-21T09:06+0000' }).kind, 'faulty')
})

test('a consent may lie five minutes ahead, as far as clocks differ', () => {
  assert.equal(parseJson({ consent_given_at: '2026-11-21T09:05:00Z' }).kind, 'valid')
  assert.equal(parseJson({ consent_given_at: '2026-11-21T09:05:00.001Z' }).kind, 'faulty')
})

describe('a form submission', () => {
  const minimal = { id_type: 'passport', country: 'SN' }

  test('needs no more than document and country: the rest is read on the document', () => {
    const submission = accepted(parseForm(minimal))
    assert.deepEqual(submission.claims, {})
    assert.deepEqual([submission.idType, submission.country], ['passport', 'SN'])
    assert.equal(submission.scoreRequested, false)
  })

  test('of nothing misses these two', () => {
    assert.deepEqual(codesOf(parseForm({})), ['id_type missing', 'country missing'])
  })

  test('says true and false in words', () => {
    const asks = (score_requested: string) =>
      accepted(parseForm({ ...minimal, score_requested })).scoreRequested
    for (const word of ['true', 'True', 'TRUE', '1']) assert.equal(asks(word), true, word)
    for (const word of ['false', 'False', 'FALSE', '0', '']) assert.equal(asks(word), false, word)
    for (const word of ['yes', 'on', ' true', 'null', '2']) {
      const parsed = parseForm({ ...minimal, score_requested: word })
      assert.deepEqual(codesOf(parsed), ['score_requested invalid'], word)
    }
  })

  test('says the same as the JSON body with the same fields', () => {
    const fields = { ...body, external_ref: 'r', consent_notice: 'v3' }
    assert.deepEqual(accepted(parseForm(fields)), accepted(parseJson(fields)))
  })

  test('with a claim that is blank or malformed is refused like the JSON body', () => {
    const fields = { ...minimal, first_name: ' ', date_of_birth: '1991-02-30', id_number: ' ' }
    assert.deepEqual(codesOf(parseForm(fields)), [
      'id_number invalid',
      'first_name invalid',
      'date_of_birth invalid',
    ])
  })

  test('with an empty claim is one without it', () => {
    const empty = { first_name: '', date_of_birth: '', id_number: '', external_ref: '' }
    assert.deepEqual(accepted(parseForm({ ...minimal, ...empty })), accepted(parseForm(minimal)))
  })

  test('with fields named like parts of objects is not led astray', () => {
    const fields = new Map([...Object.entries(minimal), ['__proto__', 'x'], ['constructor', 'y']])
    assert.equal(parseForm(Object.fromEntries(fields)).kind, 'valid')
  })
})
