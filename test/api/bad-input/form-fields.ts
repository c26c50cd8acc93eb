// Fields of the live form. What they share with the sandbox's JSON is in its table and in the unit tests of both; here
// is what a form makes different: some may be missing, and images come along.

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
    live(
      { country: 'sn', first_name: ' ', date_of_birth: '1947-02-30', score_requested: 'yes' },
      () => ({
        front_image: 'no picture at all',
        selfie_image: undefined,
      }),
    ),
    invalid,
    ['country', 'first_name', 'date_of_birth', 'score_requested', 'selfie_image', 'front_image'],
  ],
  [
    'a back and no front',
    live({}, (scene) => ({ front_image: undefined, back_image: scene.card })),
    invalid,
    ['front_image'],
  ],
  ...ofField('country', '400 unsupported_country', { 'not served': 'FR', 'switched off': 'CI' }),
  [
    'a voter ID of Morocco',
    live({ country: 'MA', id_type: 'voter_id' }),
    '400 unsupported_document',
    ['id_type'],
  ],
  ...ofField('first_name', invalid, {
    'with NUL': 'Zoumarana\u0000',
    'with a right-to-left override': 'Zoumarana\u202e',
  }),
  ...ofField('sandbox_outcome', invalid, { unknown: 'maybe', 'where all is live': 'approved' }),
  ...ofField('sandbox_delay_seconds', invalid, { 'where all is live': '5' }),
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
