// What we say of the font against the font itself.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { lacksLetters, printableText } from '../../../server/console-api/printing/font-letters.ts'
import { directed } from '../../../server/console-api/printing/page-direction.ts'

interface Font {
  hasGlyphForCodePoint(code: number): boolean
}

const load = createRequire(import.meta.url)
const fontkit: { openSync(path: string): Font } = createRequire(load.resolve('pdfmake'))('fontkit')
const cuts = ['Regular', 'Medium', 'Italic', 'MediumItalic'].map((cut) =>
  fontkit.openSync(load.resolve(`pdfmake/fonts/Roboto/Roboto-${cut}.ttf`)),
)

/** Others are of the Arabic font or no letters. */
const ofRoboto = /[^\p{Script=Arabic}\p{C}\p{Zs}\u060c\u061b\u061f\u0640\u064b-\u065f\u0670\ufffd]/u

test('a letter is replaced exactly where the font of printed files lacks it', () => {
  const wrong = Array.from({ length: 0xffff }, (_, code) => code).filter((code) => {
    const isDrawn = cuts.every((font) => font.hasGlyphForCodePoint(code))
    const letter = String.fromCharCode(code)
    return ofRoboto.test(letter) && lacksLetters(letter) === isDrawn
  })
  assert.deepEqual(
    wrong.map((code) => code.toString(16)),
    [],
  )
})

const printed: readonly (readonly [text: string, printed: string])[] = [
  ['Yɛboah', 'Y\ufffdboah'],
  ['Ɖela Agbeko', '\ufffdela Agbeko'],
  ['Ɓooyi', '\ufffdooyi'],
  ['Ḥamid 😀', '\ufffdamid \ufffd'],
  ['1\u202f752', '1\u00a0752'],
  ...[
    'Ndèye N’Guessan Nʼdri',
    'Sëriñ Ŋom Aƒi',
    'Œuvré',
    'عبد\u200f الله',
    'a\nb',
    'Γεωργία Иван',
  ].map((text) => [text, text] as const),
]

for (const [text, expected] of printed) {
  test(`${JSON.stringify(text)} is printed as ${JSON.stringify(expected)}`, () => {
    assert.equal(printableText(text), expected)
    assert.equal(lacksLetters(text), expected.includes('\ufffd'))
    const page = { content: [text, { text: [text, { text, bold: true }] }] }
    const shown = { content: [expected, { text: [expected, { text: expected, bold: true }] }] }
    assert.deepEqual(directed(page), directed(shown))
  })
}
