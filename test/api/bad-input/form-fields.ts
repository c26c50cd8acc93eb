// Fields of the live form. What they share with the sandbox's JSON is in its table; here is what a form
// makes different: everything is text, some may be missing, and images come along.

import type { BadCase } from './bad-case.ts'
import { live } from './requests.ts'

const invalid = '400 invalid_request'
const noFiles = () => ({ front_image: undefined, selfie_image: undefined })
const nothing = {
  country: undefined,
  id_type: undefined,
  id_number: undefined,
  first_name: undefined,
  last_name: undefined,
  date_of_birth: undefined,
}

/** Rows of one field: `what` is wrong, `value` is sent. */
const ofField = (
  param: string,
  answer: BadCase[2],
  wrong: Readonly<Record<string, string>>,
): readonly BadCase[] =>
  Object.entries(wrong).map(([what, value]) => [
    `${param}: ${what}`,
    live({ [param]: value }),
    answer,
    [param],
  ])

export const formFields: readonly BadCase[] = [
  [
    'a form without anything that is required',
    live({ ...nothing, external_ref: 'customer 7' }, noFiles),
    invalid,
    ['id_type', 'country', 'front_image', 'selfie_image'],
  ],
  [
    'faults of fields and of pictures, all at once',
    live({ country: 'sn', date_of_birth: '1947-02-30', score_requested: 'yes' }, () => ({
      front_image: 'no picture at all',
      selfie_image: undefined,
    })),
    invalid,
    ['country', 'date_of_birth', 'score_requested', 'selfie_image', 'front_image'],
  ],
  ['no front', live({}, () => ({ front_image: undefined })), invalid, ['front_image']],
  ['no selfie', live({}, () => ({ selfie_image: undefined })), invalid, ['selfie_image']],
  [
    'a back and no front',
    live({}, (scene) => ({ front_image: undefined, back_image: scene.card })),
    invalid,
    ['front_image'],
  ],
  ['no country', live({ country: undefined }), invalid, ['country']],
  ['no document type', live({ id_type: undefined }), invalid, ['id_type']],
  ...ofField('country', '400 unsupported_country', { 'not served': 'FR', 'switched off': 'CI' }),
  ...ofField('country', invalid, { 'in lower case': 'sn', empty: '' }),
  ...ofField('id_type', '400 unsupported_document', { unknown: 'drivers_license' }),
  [
    'a voter ID of Morocco',
    live({ country: 'MA', id_type: 'voter_id' }),
    '400 unsupported_document',
    ['id_type'],
  ],
  ...ofField('score_requested', invalid, {
    yes: 'yes',
    'another number': '2',
    'with a space': ' true',
  }),
  ...ofField('first_name', invalid, {
    blank: ' ',
    'of an emoji only': '🙂',
    'with NUL': 'Zoumarana\u0000',
    'with a right-to-left override': 'Zoumarana\u202e',
    'too long': 'Zoumarana'.padEnd(101, 'a'),
  }),
  ...ofField('id_number', invalid, { blank: ' ', 'with markup': '<i>7788-4411</i>' }),
  ...ofField('date_of_birth', invalid, {
    blank: ' ',
    'in the future': '2047-08-23',
    'on 30 February': '1947-02-30',
  }),
  ...ofField('external_ref', invalid, { 'of 201 characters': 'x'.repeat(201) }),
  ...ofField('sandbox_outcome', invalid, { unknown: 'maybe', 'where all is live': 'approved' }),
  ...ofField('sandbox_delay_seconds', invalid, { 'where all is live': '5' }),
  ...ofField('consent_given_at', invalid, {
    'in the future': '2027-01-01T00:00:00Z',
    'in words': 'just now',
  }),
  [
    'the same form with a sandbox key, all faults at once',
    live({ country: 'CI', score_requested: 'yes' }, () => ({ selfie_image: 'no picture' }), {
      key: 'sandbox',
    }),
    invalid,
    ['score_requested', 'country', 'selfie_image'],
  ],
  [
    'an unknown sandbox_outcome of a sandbox key',
    live({ sandbox_outcome: 'maybe' }, undefined, { key: 'sandbox' }),
    invalid,
    ['sandbox_outcome'],
  ],
]
