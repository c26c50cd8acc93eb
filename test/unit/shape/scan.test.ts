// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts under test hold placeholders.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scan } from '../../../scripts/shape/scan.ts'
import { readSourceFile } from '../../../scripts/shape/source-file.ts'

/** What is left of a text as code; `_` stands for a blank. */
const texts: Readonly<Record<string, string>> = {
  'a // b': 'a_____',
  'a /* b */ c': 'a_________c',
  'a = \'b\' + "c"': 'a_=_\'_\'_+_"_"',
  "'it\\'s' + x": "'_____'_+_x",
  '"// no comment" + x': '"_____________"_+_x',
  "/* it's */ x": '___________x',
  'a / b / c': 'a_/_b_/_c',
  'x = /[\'"`/*]/g.test(y)': 'x_=___________.test(y)',
  'f(/[/]\\/"/, y)': 'f(________,_y)',
  'return /`/': 'return____',
  '`a`': '`_`',
  '`a ${b} c` + d': '`__${b}__`_+_d',
  '`\\` ${f({ g: `h ${i}` })} j` + k': '`___${f({_g:_`__${i}`_})}__`_+_k',
  '`$ {} $${a}`': '`______${a}`',
}

describe('what the rules see of a text', () => {
  for (const [text, expected] of Object.entries(texts)) {
    test(`of ${text} is ${expected}`, () => {
      const { code } = scan(text)
      assert.equal(code.replaceAll(' ', '_'), expected)
      assert.equal(code.length, text.length)
    })
  }

  test('keeps line breaks, so that faults have their line', () => {
    assert.equal(scan('/* a\nb */ `c\nd` // e\nf').code, '    \n     ` \n `     \nf')
  })
})

test('every form of import is found, with its line, its file, its names and whether it is erased', () => {
  const text = [
    "import koa from 'koa'",
    "import type { A } from '../a.ts'",
    "import './b.ts'",
    "import {\n  type C,\n  c,\n} from './c.ts'",
    "export { d } from './d.ts'",
    "export type { E } from './e.ts'",
    "const f = await import('./f.ts')",
    "// import g from 'g'",
    'const h = "import h from \'h\'"',
    "export const from = 'x'",
    "import type from './i.ts'",
  ].join('\n')
  const found = readSourceFile('server/keys/key.ts', text).imports
  assert.deepEqual(
    found.map(({ line, specifier, target, isType, names }) => [
      line,
      target ?? specifier,
      isType ? 'type' : 'value',
      names,
    ]),
    [
      [1, 'koa', 'value', []],
      [2, 'server/a.ts', 'type', ['A']],
      [3, 'server/keys/b.ts', 'value', []],
      [4, 'server/keys/c.ts', 'value', ['C', 'c']],
      [8, 'server/keys/d.ts', 'value', ['d']],
      [9, 'server/keys/e.ts', 'type', ['E']],
      [14, 'server/keys/i.ts', 'value', []],
      [10, 'server/keys/f.ts', 'value', undefined],
    ],
  )
})
