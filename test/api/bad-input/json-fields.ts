// Fields of the sandbox's JSON that are missing, of the wrong type, or say what cannot be.

import type { BadCase } from './bad-case.ts'
import { sandbox, sandboxText } from './requests.ts'

const invalid = '400 invalid_request'
const country = '400 unsupported_country'
const document = '400 unsupported_document'

/** The appliance's clock stands at 21 November 2026. */
const today = '2026-11-21'

/** Rows of one field: `what` is wrong, `value` is sent. */
const ofField = (
  param: string,
  answer: BadCase[2],
  wrong: Readonly<Record<string, unknown>>,
): readonly BadCase[] =>
  Object.entries(wrong).map(([what, value]) => [
    `${param}: ${what}`,
    sandbox({ [param]: value }),
    answer,
    [param],
  ])

const wrongName = {
  missing: undefined,
  null: null,
  'a number': 42,
  'an object': { $ne: '' },
  'a list': ['Zoumarana'],
  empty: '',
  blank: ' \u00a0 ',
  'of digits only': '12345',
  'of an emoji only': '🙂',
  'with a line break': 'Zoumarana\nX-Evil: yes',
  'with NUL': 'Zoumarana\u0000',
  'with an escape sequence': 'Zoumarana\u001b[2J',
  'with a C1 control': 'Zoumarana\u0085',
  'with a right-to-left override': 'Zoumarana\u202egnp.exe',
  'with an isolate': 'Zoumarana\u2067',
  'of 101 characters': 'Zoumarana'.padEnd(101, 'a'),
  'of 30 000 characters': 'Zoumarana'.padEnd(30_000, 'a'),
}

export const jsonFields: readonly BadCase[] = [
  [
    'a person without anything, and says so of every field',
    sandboxText('{}'),
    invalid,
    ['id_type', 'country', 'id_number', 'first_name', 'last_name', 'date_of_birth'],
  ],
  [
    'faults of every kind, all at once',
    sandbox({
      country: 'FR',
      id_number: '#',
      last_name: '',
      date_of_birth: '1990-02-30',
      score_requested: 'yes',
      sandbox_outcome: 'maybe',
    }),
    invalid,
    ['id_number', 'last_name', 'date_of_birth', 'score_requested', 'sandbox_outcome', 'country'],
  ],
  [
    'a country and a document that are both unknown',
    sandbox({ country: 'XX', id_type: 'library_card' }),
    invalid,
    ['id_type', 'country'],
  ],
  ...ofField('country', invalid, {
    missing: undefined,
    null: null,
    'a number': 221,
    'an object': { $gt: '' },
    'a list': ['SN'],
    empty: '',
    'in lower case': 'sn',
    'of three letters': 'SEN',
    'a name': 'Senegal',
    'with a space': 'SN ',
    'in full-width letters': 'ＳＮ',
  }),
  ...ofField('country', country, {
    'not served': 'FR',
    'that does not exist': 'XX',
    'planned and switched off': 'CI',
  }),
  ...ofField('id_type', invalid, {
    missing: undefined,
    null: null,
    'a number': 1,
    'a list': ['passport'],
    true: true,
  }),
  ...ofField('id_type', document, {
    'not of the list': 'drivers_license',
    'in capitals': 'PASSPORT',
    empty: '',
    'a name that objects have': 'toString',
  }),
  ['a voter ID of Morocco', sandbox({ country: 'MA', id_type: 'voter_id' }), document, ['id_type']],
  ['a passport of Ghana', sandbox({ country: 'GH', id_type: 'passport' }), document, ['id_type']],
  ...ofField('first_name', invalid, wrongName),
  ...ofField('last_name', invalid, wrongName),
  ...ofField('id_number', invalid, {
    missing: undefined,
    null: null,
    'a number': 77_884_411,
    empty: '',
    blank: '   ',
    'of an emoji': '🪪',
    'of 51 characters': '7788-4411'.padEnd(51, '0'),
    'with NUL': '7788-4411\u0000',
    'with a quote': "7788-4411' or '1'='1",
    'with markup': '<b>7788-4411</b>',
    'with a right-to-left override': '\u202e7788-4411',
    'that begins with a hyphen': '-7788-4411',
  }),
  ...ofField('date_of_birth', invalid, {
    missing: undefined,
    null: null,
    'a number': 19_470_823,
    empty: '',
    'that is today': today,
    'in the future': '2047-08-23',
    'on 30 February': '1947-02-30',
    'on 29 February of no leap year': '1900-02-29',
    'on 31 April': '1947-04-31',
    'in month 13': '1947-13-01',
    'of zeros': '0000-00-00',
    'in 1899': '1899-12-31',
    'with two digits for the year': '47-08-23',
    'with five digits for the year': '11947-08-23',
    'in another order': '23/08/1947',
    'with a time': '1947-08-23T00:00:00Z',
    'with a space': ' 1947-08-23',
    'in Arabic digits': '١٩٤٧-٠٨-٢٣',
    'in words': 'yesterday',
  }),
  ...ofField('external_ref', invalid, {
    'a number': 7,
    'an object': {},
    empty: '',
    'of 201 characters': 'x'.repeat(201),
    'with a line break': 'customer\r\n7',
    'with a right-to-left override': 'customer \u202e7',
  }),
  ...ofField('score_requested', invalid, {
    'a text': 'yes',
    'a text that says true': 'true',
    'a number': 1,
  }),
  ...ofField('sandbox_outcome', invalid, {
    'not of the list': 'maybe',
    'a state that a delay alone gives': 'pending',
    true: true,
  }),
  ...ofField('consent_given_at', invalid, {
    'in the future': '2027-01-01T00:00:00Z',
    'without a zone': '2026-11-20T10:00:00',
    'a date': '2026-11-20',
    'on a day that does not exist': '2026-02-30T10:00:00Z',
    'a number': 1_790_000_000,
  }),
  ...ofField('consent_notice', invalid, {
    'of 201 characters': 'n'.repeat(201),
    'with a control character': 'notice\u0007',
    'a number': 3,
  }),
]
