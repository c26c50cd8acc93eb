// Bodies that are no JSON object, or not sent as one. The flaws of the grammar are in unit/http/json-flaw.test.ts, the
// types of content in http-shell/json-body.test.ts.

import type { BadCase } from './bad-case.ts'
import { goodJson, person, sandbox, sandboxText } from './requests.ts'

const invalid = '400 invalid_request'
const wrongType = '415 unsupported_media_type'
const required = [
  'id_type',
  'country',
  'id_number',
  'first_name',
  'last_name',
  'date_of_birth',
] as const

/** The good object with `text` in front of its first field. */
const begun = (text: string) => goodJson.replace('{', `{${text},`)

export const jsonBodies: readonly BadCase[] = [
  ['an empty body', sandboxText(''), invalid],
  ['a blank body', sandboxText(' \n\t '), invalid],
  ['a list', sandboxText(`[${goodJson}]`), invalid],
  ['null', sandboxText('null'), invalid],
  ['a number', sandboxText('221'), invalid],
  ['a text', sandboxText(JSON.stringify(goodJson)), invalid],
  ['true', sandboxText('true'), invalid],
  ['JSON that is cut off', sandboxText(goodJson.slice(0, -20)), invalid],
  ['lists 40 levels deep', sandboxText(begun(`"more": ${nested(40)}`)), invalid, ['more']],
  ['lists 10 000 levels deep', sandboxText(begun(`"more": ${nested(10_000)}`)), invalid, ['more']],
  ['a field given twice', sandboxText(begun('"country": "MA"')), invalid, ['country']],
  [
    'a field given twice, once in escapes',
    sandboxText(begun('"\\u0063ountry": "MA"')),
    invalid,
    ['country'],
  ],
  [
    'the first half of a character',
    sandboxText(begun('"external_ref": "\\ud83d"')),
    invalid,
    ['external_ref'],
  ],
  [
    'the second half of a character',
    sandboxText(goodJson.replace('"Zoumarana', '"\\udc4dZoumarana')),
    invalid,
    ['first_name'],
  ],
  ['bytes that are not UTF-8', sandboxText(Buffer.from(goodJson, 'latin1')), invalid],
  ['UTF-16', sandboxText(Buffer.from(`\ufeff${goodJson}`, 'utf16le')), invalid],
  ['an overlong encoding', sandboxText(Buffer.from([0x7b, 0xc0, 0xa2, 0x7d])), invalid],
  [
    'fields that stand in __proto__',
    sandboxText(`{"__proto__": ${goodJson}}`),
    invalid,
    [...required],
  ],
  [
    'fields that stand in constructor.prototype',
    sandboxText(`{"constructor": {"prototype": ${goodJson}}}`),
    invalid,
    [...required],
  ],
  ['no type', sandboxText(goodJson, {}), wrongType],
  ['a form in the place of JSON', sandboxText(new URLSearchParams(person).toString()), invalid],
  ['32 KB and a byte', sandboxText(goodJson.padEnd(32 * 1024 + 1)), '413 payload_too_large'],
  ['a field of 33 KB', sandbox({ external_ref: 'x'.repeat(33 * 1024) }), '413 payload_too_large'],
]

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}
