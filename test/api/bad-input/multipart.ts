// Forms that are broken as forms: boundaries, parts, their names, their number and their size.

import { type Part, parts } from '../http-shell/upload-shell.ts'
import type { BadCase } from './bad-case.ts'
import { goodParts, live, liveBytes, liveParts } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const mebibyte = 1024 * 1024

const good = (scene: Scene) => parts(...goodParts(scene))
const cutTo = (share: number) => (scene: Scene) => {
  const whole = good(scene)
  return whole.subarray(0, Math.floor(whole.length * share))
}
const written = (text: string) => liveBytes(() => Buffer.from(text, 'latin1'))
const field = (name: string, content = 'x'): Part => [`name="${name}"`, content]
const file = (name: string, content = 'x'): Part => [`name="${name}"; filename="a.jpg"`, content]

/** The good parts without `name`, so that `first` can take its place. */
const insteadOf = (name: string, ...first: readonly Part[]) =>
  liveBytes((scene) =>
    parts(...first, ...goodParts(scene).filter(([named]) => !named.startsWith(`name="${name}"`))),
  )

const pathTricks = {
  'climbs up': '../../../../tmp/climbed.jpg',
  'is absolute': '/tmp/absolute.jpg',
  'ends in a slash': 'front/',
  'is nothing but a slash': '/',
  'is a dot': '.',
  'is two dots': '..',
  'is of Windows': '..\\\\..\\\\climbed.jpg',
  'is written in look-alikes': '..\u00e2\u0088\u0095..\u00e2\u0088\u0095climbed.jpg',
  'is 4 000 characters long': 'a'.repeat(4_000),
}

export const multipart: readonly BadCase[] = [
  ['an empty body', liveBytes(() => Buffer.alloc(0)), invalid],
  ['JSON', liveBytes(() => Buffer.from('{}'), 'application/json'), '415 unsupported_media_type'],
  ['multipart/mixed', liveBytes(good, 'multipart/mixed; boundary=b'), '415 unsupported_media_type'],
  ['no boundary', liveBytes(good, 'multipart/form-data'), invalid],
  ['an empty boundary', liveBytes(good, 'multipart/form-data; boundary='), invalid],
  ['another boundary', liveBytes(good, 'multipart/form-data; boundary=other'), invalid],
  ['no last boundary', liveBytes((scene) => good(scene).subarray(0, -6)), invalid],
  ['a form that is cut off in a picture', liveBytes(cutTo(0.5)), invalid],
  [
    'a form that is cut off in a field',
    written('--b\r\nContent-Disposition: form-data; name="cou'),
    invalid,
  ],
  [
    'a form without a part',
    written('--b--\r\n'),
    invalid,
    ['id_type', 'country', 'front_image', 'selfie_image'],
  ],
  ['bytes that are no form', written('nothing of the kind'), invalid],
  [
    'a header without a colon',
    written('--b\r\nContent-Disposition form-data; name="country"\r\n\r\nSN\r\n--b--\r\n'),
    invalid,
  ],
  [
    'a header of 20 KB',
    written(
      `--b\r\nContent-Disposition: form-data; name="a"\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\nSN\r\n--b--\r\n`,
    ),
    invalid,
  ],
  ['a part without a name', liveParts(['filename="a.jpg"', 'x']), invalid],
  ['a name of 101 characters', liveParts(field('n'.repeat(101))), invalid],
  [
    'a name that ends the header and begins another',
    insteadOf('country', ['name="country\r\nX-Evil: yes"', 'SN']),
    invalid,
    ['country'],
  ],
  [
    'a country in a part of another name',
    insteadOf('country', field('country[]', 'SN')),
    invalid,
    ['country'],
  ],
  ['a country given twice', liveParts(field('country', 'SN')), invalid, ['country']],
  [
    'a country given twice with other values',
    liveParts(field('country', 'MA')),
    invalid,
    ['country'],
  ],
  [
    'a front given twice',
    liveBytes((scene) => parts(...goodParts(scene), file('front_image', 'other'))),
    invalid,
    ['front_image'],
  ],
  ['a front sent as text', liveParts(field('front_image')), invalid, ['front_image']],
  [
    'a front sent as a text of 9 KB, as Base64 is',
    insteadOf('front_image', field('front_image', 'x'.repeat(9 * 1024))),
    invalid,
    ['front_image'],
  ],
  [
    'a front of another type than text, but without a file name',
    insteadOf('front_image', ['name="front_image"\r\nContent-Type: application/octet-stream', 'x']),
    invalid,
    ['front_image'],
    ['not_a_file'],
  ],
  ['a country sent as a file', insteadOf('country', file('country', 'SN')), invalid, ['country']],
  [
    'fields that stand in __proto__',
    insteadOf('country', field('__proto__', 'SN'), field('__proto__[country]', 'SN')),
    invalid,
    ['country'],
  ],
  [
    'a field that is not UTF-8',
    insteadOf('first_name', field('first_name', 'Zoumarana\xe8')),
    invalid,
    ['first_name'],
  ],
  [
    'a field in another character set, of which no letter is left',
    insteadOf('first_name', field('first_name', '\xe3\xcd\xe3\xcf')),
    invalid,
    ['first_name'],
    ['invalid_encoding'],
  ],
  [
    'half a character, as UTF-8 forbids it',
    insteadOf('first_name', field('first_name', 'Zoumarana\xed\xa0\xbd')),
    invalid,
    ['first_name'],
  ],
  [
    'a field of 8 KB and a byte',
    insteadOf('external_ref', field('external_ref', 'x'.repeat(8 * 1024 + 1))),
    '413 payload_too_large',
    ['external_ref'],
  ],
  ['41 fields', liveParts(...many(35, (index) => field(`more_${index}`))), invalid],
  ['9 files', liveParts(...many(9, (index) => file(`more_${index}`))), invalid],
  [
    'a form in a form',
    insteadOf('front_image', [
      'name="front_image"\r\nContent-Type: multipart/mixed; boundary=c',
      '--c\r\nContent-Disposition: file; filename="a.jpg"\r\n\r\nx\r\n--c--',
    ]),
    invalid,
    ['front_image'],
  ],
  [
    'more than 32 MB, none of it a file of ours',
    liveParts(...many(4, (index) => file(`more_${index}`, 'x'.repeat(9 * mebibyte)))),
    '413 payload_too_large',
  ],
  [
    'a front of 10 MB and a byte',
    live({}, () => ({ front_image: Buffer.alloc(10 * mebibyte + 1) })),
    '413 payload_too_large',
    ['front_image'],
  ],
  [
    'two files that are both too large, together with a repeated field',
    liveParts(
      field('country', 'MA'),
      file('back_image', 'x'.repeat(10 * mebibyte + 1)),
      file('selfie_image', 'x'.repeat(10 * mebibyte + 1)),
    ),
    '413 payload_too_large',
    ['country', 'selfie_image', 'back_image', 'selfie_image'],
  ],
  [
    'a front of 10 MB and a byte, together with every other fault of the form',
    liveBytes(() =>
      parts(
        file('front_image', 'x'.repeat(10 * mebibyte + 1)),
        file('back_image', 'no picture'),
        field('country', 'Senegal'),
        field('external_ref', 'x'.repeat(8 * 1024 + 1)),
      ),
    ),
    '413 payload_too_large',
    ['id_type', 'country', 'external_ref', 'front_image', 'selfie_image', 'back_image'],
  ],
  [
    'a file whose name holds NUL',
    insteadOf('front_image', ['name="front_image"; filename="front.jpg\0.html"', 'no picture']),
    invalid,
  ],
  ...Object.entries(pathTricks).map(
    ([what, name]): BadCase => [
      `a file whose name ${what}, for what is in it`,
      insteadOf('front_image', [`name="front_image"; filename="${name}"`, 'no picture']),
      '400 invalid_image',
      ['front_image'],
    ],
  ),
]

function many(count: number, make: (index: number) => Part): readonly Part[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
