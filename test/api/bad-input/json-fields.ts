// Fields of the sandbox's JSON that say what cannot be, one fault of each kind: each value that a field refuses is in
// unit/verifications/bad-submissions.test.ts.

import type { BadCase } from './bad-case.ts'
import { sandbox, sandboxText } from './requests.ts'

const invalid = '400 invalid_request'
const country = '400 unsupported_country'
const document = '400 unsupported_document'

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
      first_name: 42,
      last_name: '',
      date_of_birth: '1990-02-30',
      external_ref: 'customer\r\n7',
      score_requested: 'yes',
      sandbox_outcome: 'maybe',
      consent_given_at: '2026-11-20',
      consent_notice: 'notice\u0007',
    }),
    invalid,
    [
      ...['id_number', 'first_name', 'last_name', 'date_of_birth', 'external_ref'],
      ...['score_requested', 'sandbox_outcome', 'consent_given_at', 'consent_notice', 'country'],
    ],
  ],
  [
    'a country and a document that are both unknown',
    sandbox({ country: 'XX', id_type: 'library_card' }),
    invalid,
    ['id_type', 'country'],
  ],
  ...ofField('country', country, {
    'not served': 'FR',
    'planned and switched off': 'CI',
  }),
  ...ofField('id_type', document, { 'not of the list': 'drivers_license' }),
  ['a voter ID of Morocco', sandbox({ country: 'MA', id_type: 'voter_id' }), document, ['id_type']],
  ['a passport of Ghana', sandbox({ country: 'GH', id_type: 'passport' }), document, ['id_type']],
  ...ofField('first_name', invalid, {
    missing: undefined,
    'an object': { $ne: '' },
    'with a line break': 'Zoumarana\nX-Evil: yes',
    'with NUL': 'Zoumarana\u0000',
    'with an escape sequence': 'Zoumarana\u001b[2J',
    'with a right-to-left override': 'Zoumarana\u202egnp.exe',
    'of 30 000 characters': 'Zoumarana'.padEnd(30_000, 'a'),
  }),
  ...ofField('id_number', invalid, { 'with a quote': "7788-4411' or '1'='1" }),
]
