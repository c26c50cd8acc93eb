// Bodies that are no JSON object, or not sent as one.

import { gzipSync } from 'node:zlib'
import type { BadCase } from './bad-case.ts'
import { goodJson, person, sandbox, sandboxText } from './requests.ts'

const invalid = '400 invalid_request'
const wrongType = '415 unsupported_media_type'
const isJson = 'application/json'
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
  ['a comma too many', sandboxText(goodJson.replace('}', ',}')), invalid],
  ['single quotes', sandboxText(goodJson.replaceAll('"', "'")), invalid],
  ['a comment', sandboxText(begun('/* the person */ "a": 1')), invalid],
  ['NaN', sandboxText(begun('"score_requested": NaN')), invalid],
  ['a number with a leading zero', sandboxText(begun('"score_requested": 01')), invalid],
  ['a line break in a text', sandboxText(begun('"external_ref": "a\nb"')), invalid],
  ['two objects', sandboxText(`${goodJson}${goodJson}`), invalid],
  ['a form in the place of JSON', sandboxText(new URLSearchParams(person).toString()), invalid],
  ['XML', sandboxText('<?xml version="1.0"?><person/>'), invalid],
  ['lists 40 levels deep', sandboxText(begun(`"more": ${nested(40)}`)), invalid, ['more']],
  ['lists 10 000 levels deep', sandboxText(begun(`"more": ${nested(10_000)}`)), invalid, ['more']],
  ['lists that never close', sandboxText('['.repeat(30_000)), invalid],
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
  ['plain text', sandboxText(goodJson, { 'content-type': 'text/plain' }), wrongType],
  [
    'the type of a web form',
    sandboxText(goodJson, { 'content-type': 'application/x-www-form-urlencoded' }),
    wrongType,
  ],
  [
    'the type of multipart',
    sandboxText(goodJson, { 'content-type': 'multipart/form-data; boundary=b' }),
    wrongType,
  ],
  ['a type of its own', sandboxText(goodJson, { 'content-type': 'application/jsonx' }), wrongType],
  [
    'another character set',
    sandboxText(goodJson, { 'content-type': `${isJson}; charset=iso-8859-1` }),
    wrongType,
  ],
  [
    'a character set that nobody knows',
    sandboxText(goodJson, { 'content-type': `${isJson}; charset=` }),
    wrongType,
  ],
  ...['gzip', 'deflate', 'br', 'x-unheard-of'].map(
    (coding): BadCase => [
      `the content coding ${coding}`,
      sandboxText(gzipSync(goodJson), { 'content-type': isJson, 'content-encoding': coding }),
      wrongType,
    ],
  ),
  ['32 KB and a byte', sandboxText(goodJson.padEnd(32 * 1024 + 1)), '413 payload_too_large'],
  ['a field of 33 KB', sandbox({ external_ref: 'x'.repeat(33 * 1024) }), '413 payload_too_large'],
]

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}
