import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { body, codesOf, type Fields, faultsOf, parseJson, rules } from './submissions.ts'

type Case = readonly [what: string, value: unknown]

const notTexts: readonly Case[] = [
  ['a number', 5],
  ['true', true],
  ['null', null],
  ['a list', ['Awa']],
  ['an object', { text: 'Awa' }],
]

const badTexts: readonly Case[] = [
  ['nothing', ''],
  ['spaces', '   '],
  ['a no-break space', '\u00a0'],
  ['a null character', 'A\u0000wa'],
  ['a bell', 'Awa\u0007'],
  ['an escape sequence', 'Awa\u001b[2J'],
  ['a line break', 'Awa\nTestou'],
  ['a tab', 'Awa\tT'],
  ['delete', 'Awa\u007f'],
  ['a control character of the upper range', 'Awa\u0085'],
  ['the first half of a character', 'Awa\ud83d'],
  ['the second half of a character', '\ude00Awa'],
  ['halves in the wrong order', 'Awa\ude00\ud83d'],
  ['a right-to-left override', 'Awa\u202eutseT'],
  ['a left-to-right embedding', '\u202aAwa'],
  ['a right-to-left isolate', '\u2067Awa\u2069'],
  ['a line separator', 'Awa\u2028Testou'],
  ['a paragraph separator', 'Awa\u2029Testou'],
  ['a million characters', 'a'.repeat(1_000_000)],
  ['a million accents on one letter', `a${'\u0301'.repeat(1_000_000)}`],
]

const badNames: readonly Case[] = [
  ['101 characters', 'a'.repeat(101)],
  ['digits only', '12345'],
  ['marks only', "- . '"],
  ['a picture', '😀'],
]

const badNumbers: readonly Case[] = [
  ['51 characters', '1'.repeat(51)],
  ['a hyphen first', '-123'],
  ['an address', 'a@bank.example'],
  ['a tag', '<b>1</b>'],
  ['a quote', "1' or '1"],
  ['a picture', '😀'],
]

const badDates: readonly Case[] = [
  ['30 February', '1991-02-30'],
  ['29 February of no leap year', '1991-02-29'],
  ['29 February 1900', '1900-02-29'],
  ['31 April', '1991-04-31'],
  ['a thirteenth month', '1991-13-01'],
  ['day 0', '1991-01-00'],
  ['month 0', '1991-00-01'],
  ['today', '2026-11-21'],
  ['tomorrow', '2026-11-22'],
  ['the last day of 1899', '1899-12-31'],
  ['the year 0', '0000-01-01'],
  ['a year of two digits', '47-08-23'],
  ['a year of five digits', '19911-02-03'],
  ['the other order', '03-02-1991'],
  ['slashes', '1991/02/03'],
  ['single digits', '1991-2-3'],
  ['an instant', '1991-02-03T00:00:00Z'],
  ['a space behind it', '1991-02-03 '],
  ['wide digits', '１９９１-02-03'],
  ['Arabic digits', '١٩٩١-٠٢-٠٣'],
  ['a word', 'yesterday'],
  ['nothing', ''],
  ['a million digits', '1'.repeat(1_000_000)],
]

const fields: Readonly<Record<string, readonly Case[]>> = {
  first_name: [...notTexts, ...badTexts, ...badNames],
  last_name: [...notTexts, ...badTexts, ...badNames],
  id_number: [...notTexts, ...badTexts, ...badNumbers],
  date_of_birth: [...notTexts, ...badDates],
  external_ref: [...notTexts, ...badTexts, ['201 characters', 'r'.repeat(201)]],
  consent_notice: [...notTexts, ...badTexts, ['201 characters', 'r'.repeat(201)]],
  consent_given_at: [
    ...notTexts,
    ['a date', '2026-11-20'],
    ['no zone', '2026-11-20T09:00:00'],
    ['a day that is none', '2026-02-30T09:00:00Z'],
    ['six minutes from now', '2026-11-21T09:06:00Z'],
    ['nothing', ''],
  ],
  score_requested: [
    ['a text', 'yes, please'],
    ['a text that says true', 'true'],
    ['1', 1],
    ['null', null],
    ['a list', []],
  ],
  sandbox_outcome: [
    ['a live state', 'pending'],
    ['capitals', 'APPROVED'],
    ['none of the list', 'maybe'],
    ['true', true],
    ['nothing', ''],
    ['null', null],
  ],
  country: [
    ...notTexts,
    ['small letters', 'sn'],
    ['three letters', 'SEN'],
    ['one letter', 'S'],
    ['nothing', ''],
    ['a space behind it', 'SN '],
    ['letters of another alphabet', 'ЅΝ'],
    ['full-width letters', 'ＳＮ'],
    ['a name', 'Senegal'],
    ['a line break', 'SN\n'],
  ],
}

test('a character that cannot be seen is named by its code, and nothing else of the text', () => {
  const said = (given: Readonly<Record<string, string>>) =>
    faultsOf(parseJson(given)).map(({ message }) => message)
  assert.deepEqual(said({ first_name: 'Awa\u202eutseT' }), [
    'first_name holds U+202E, a control or direction character. Leave such characters out.',
  ])
  assert.match(String(said({ external_ref: 'a\u200fb' })), /^external_ref holds U\+200F, /)
  assert.match(String(said({ last_name: 'Ba\tFall' })), /^last_name holds U\+0009, /)
})

test('a number that has the right characters in the wrong order is told so', () => {
  const [fault] = faultsOf(parseJson({ id_number: '-123' }))
  assert.match(String(fault?.message), /^id_number must begin with a letter or digit/)
})

test('of a number the first character that it must not hold is named', () => {
  const said = (id_number: string) => String(faultsOf(parseJson({ id_number }))[0]?.message)
  assert.match(said('N° 123456'), /^id_number holds U\+00B0; it must begin with a letter or digit/)
  assert.match(said('12\u200b34_5'), /^id_number holds U\+200B;/)
  assert.match(said('123\u{1f600}'), /^id_number holds U\+1F600;/)
})

for (const [field, cases] of Object.entries(fields)) {
  describe(`${field} is refused, alone, without quoting it`, () => {
    for (const [what, value] of cases) {
      test(`with ${what}`, () => {
        const parsed = parseJson({ [field]: value })
        assert.deepEqual(codesOf(parsed), [`${field} invalid`])
        for (const { message } of faultsOf(parsed)) {
          assert.ok(message.startsWith(field) && message.endsWith('.'), message)
          assert.ok(message.length < 200)
          // A message may say that `true` or `false` is wanted.
          const isTelling = typeof value === 'string' && value.trim().length > 3 && value !== 'true'
          if (isTelling) assert.ok(!message.includes(value), message)
        }
      })
    }
  })
}

describe('a document that is not served here is refused', () => {
  const wrongCountry = 'country unsupported_country'
  const wrongDocument = 'id_type unsupported_document'
  const noDocument = 'id_type invalid'
  const cases: readonly (readonly [what: string, fields: Fields, ...codes: readonly string[]])[] = [
    ['an unknown country', { country: 'FR' }, wrongCountry],
    ['a country to come', { country: 'CI', id_type: 'national_id' }, wrongCountry],
    ['a Moroccan voter card', { country: 'MA', id_type: 'voter_id' }, wrongDocument],
    ['a document of no kind here', { id_type: 'visa' }, wrongDocument],
    ['a document in capitals', { id_type: 'PASSPORT' }, wrongDocument],
    ['a document that is no text', { id_type: 7 }, noDocument],
    ['a document that is true', { id_type: true }, noDocument],
    ['a document that is a list', { id_type: ['passport'] }, noDocument],
    ['a document that is null', { id_type: null }, noDocument],
    ['a document that is nothing', { id_type: '' }, wrongDocument],
    ['a country that does not exist', { country: 'XX' }, wrongCountry],
    ['a name of every object', { id_type: 'constructor' }, wrongDocument],
    ['neither of the two', { country: 'FR', id_type: 'visa' }, wrongDocument, wrongCountry],
    [
      'country and birth date wrong',
      { country: 'FR', date_of_birth: '1991-02-30' },
      'date_of_birth invalid',
      wrongCountry,
    ],
  ]
  for (const [what, given, ...codes] of cases) {
    test(`: ${what}`, () => {
      assert.deepEqual(codesOf(parseJson(given)), codes)
    })
  }

  test('and the message says what is served', () => {
    const [country] = faultsOf(parseJson({ country: 'FR' }))
    assert.match(country?.message ?? '', /FR.*SN, MA/)
    const [document] = faultsOf(parseJson({ country: 'MA', id_type: 'voter_id' }))
    assert.match(document?.message ?? '', /voter_id.*MA.*national_id or passport/)
  })

  test('until its market is switched on', () => {
    for (const country of ['CI', 'GH']) {
      const markets = [...rules.markets, country]
      const parsed = parseJson({ country, id_type: 'national_id' }, { markets })
      assert.equal(parsed.kind, 'valid')
      const passport = parseJson({ country, id_type: 'passport' }, { markets })
      assert.deepEqual(codesOf(passport), ['id_type unsupported_document'])
    }
  })
})

describe('a text far beyond its limit', () => {
  test('is refused without being normalized, which would hold up everybody', (t) => {
    const normalize = t.mock.method(String.prototype, 'normalize')
    const marks = '\u0301'.repeat(8_000) + '\u0323'.repeat(8_000)
    for (const field of ['first_name', 'last_name', 'id_number']) {
      assert.deepEqual(codesOf(parseJson({ [field]: `a${marks}` })), [`${field} invalid`])
    }
    const lengths = normalize.mock.calls.map((call) => String(call.this).length)
    assert.ok(Math.max(...lengths) <= 1_600, String(lengths))
  })
})

describe('every fault is reported at once', () => {
  test('each required field that is missing', () => {
    const nothing = Object.fromEntries(Object.keys(body).map((field) => [field, undefined]))
    assert.deepEqual(codesOf(parseJson(nothing)), [
      'id_type missing',
      'country missing',
      'id_number missing',
      'first_name missing',
      'last_name missing',
      'date_of_birth missing',
    ])
  })

  test('faults of all kinds side by side', () => {
    const parsed = parseJson({
      id_type: 'visa',
      first_name: 5,
      last_name: undefined,
      date_of_birth: '2030-01-01',
      score_requested: 'yes',
    })
    assert.deepEqual(codesOf(parsed), [
      'id_type unsupported_document',
      'first_name invalid',
      'last_name missing',
      'date_of_birth invalid',
      'score_requested invalid',
    ])
  })
})
