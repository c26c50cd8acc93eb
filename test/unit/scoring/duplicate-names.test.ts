import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hasDuplicateName } from '../../../server/scoring/duplicate-names.ts'
import { anyText } from '../../support/any-text.ts'

const cases: readonly (readonly [json: string, isDuplicate: boolean])[] = [
  ['{"score":900,"score":100}', true],
  ['{"score":900,"score":900}', true],
  ['{"score":900,"\\u0073core":100}', true],
  ['{"a\\/b":1,"a/b":2}', true],
  ['{"":1,"":2}', true],
  ['{"__proto__":1,"__proto__":2}', true],
  ['{ "a" : 1 ,\n\t"b" : 2 , \r\n"a" \n: 3 }', true],
  ['[{"a":1},{"b":[{"c":1,"c":2}]}]', true],
  ['{"a":{"b":1},"c":{},"a":2}', true],
  ['{"a":"}","a":1}', true],
  ['{"a":"\\"}","a":1}', true],
  ['{"a":"\\\\","a":1}', true],
  ['{}', false],
  ['[]', false],
  ['742', false],
  ['"a"', false],
  ['null', false],
  ['{"score":900,"Score":100}', false],
  ['{"a":"a","b":"a"}', false],
  ['{"a":{"a":{"a":1}}}', false],
  ['{"a":{"b":1},"c":{"b":1}}', false],
  ['[{"a":1},{"a":1}]', false],
  ['{"a":["a","a"],"b":"a:"}', false],
  ['{"a":"{\\"a\\":1","b":"\\"a\\":1"}', false],
  ['{"a":1,"a ":2}', false],
  ['{"e\\u0301":1,"\\u00e9":2}', false],
]

describe('a JSON text', () => {
  for (const [json, isDuplicate] of cases) {
    test(`${isDuplicate ? 'gives a name twice' : 'gives each name once'}: ${json}`, () => {
      assert.ok(JSON.parse(json) !== undefined)
      assert.equal(hasDuplicateName(json), isDuplicate)
    })
  }

  test('is judged in no time, however it is made', () => {
    const size = 64 * 1024
    const hard = [
      `${'{"a":'.repeat(size / 5)}1${'}'.repeat(size / 5)}`,
      `{"a":"${'\\\\'.repeat(size / 2)}"}`,
      `["a"${' '.repeat(size)}]`,
      `[${'"",'.repeat(size / 3)}1]`,
      `{${Array.from({ length: size / 8 }, (_, at) => `"${at}":0`).join()}}`,
    ]
    const before = process.cpuUsage()
    for (const json of hard) assert.equal(hasDuplicateName(json), false)
    assert.ok(process.cpuUsage(before).user / 1000 < 2_000)
  })
})

/** An object is the list of its members, so that a name can be there twice. */
type Tree =
  | { readonly kind: 'value'; readonly value: fc.JsonValue }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly users: readonly (readonly [string, Tree])[] }

const name = fc.oneof(
  fc.constantFrom('a', 'b', '', '"', '\\', '{', '}', ':', '__proto__', 'é'),
  anyText,
)
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('value' as const),
      value: fc.oneof(fc.string(), name, fc.double(), fc.boolean(), fc.constant(null)),
    }),
    fc.record({
      kind: fc.constant('list' as const),
      items: fc.array(tie('tree'), { maxLength: 4 }),
    }),
    fc.record({
      kind: fc.constant('object' as const),
      users: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }),
    }),
  ),
}))

type Quote = (text: string) => string

/** Every second member’s name in the second way of writing it. */
function write(tree: Tree, quotes: readonly [Quote, Quote], blank: string): string {
  switch (tree.kind) {
    case 'value':
      return JSON.stringify(tree.value)
    case 'list':
      return `[${blank}${tree.items.map((item) => write(item, quotes, blank)).join(`,${blank}`)}]`
    case 'object': {
      const users = tree.users.map(
        ([key, value], at) =>
          `${quotes[at % 2 === 0 ? 0 : 1](key)}${blank}:${blank}${write(value, quotes, blank)}`,
      )
      return `{${blank}${users.join(`${blank},`)}${blank}}`
    }
  }
}

function givesTwice(tree: Tree): boolean {
  switch (tree.kind) {
    case 'value':
      return false
    case 'list':
      return tree.items.some(givesTwice)
    case 'object': {
      const names = tree.users.map(([key]) => key)
      return new Set(names).size < names.length || tree.users.some(([, value]) => givesTwice(value))
    }
  }
}

/** Every character as an escape. */
function escaped(text: string): string {
  const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}

const runs = { seed: 20261121, numRuns: 2_000 }

describe('for any JSON', () => {
  test('what was written from values gives no name twice, with blanks and without', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t', 3), (value, space) => {
        assert.equal(hasDuplicateName(JSON.stringify(value, undefined, space)), false)
      }),
      runs,
    )
  })

  test('a name is found twice exactly where one object has it twice, however it is written', () => {
    const quote = fc.constantFrom<Quote>(JSON.stringify, escaped)
    const blank = fc.constantFrom('', ' ', '\n\t ')
    fc.assert(
      fc.property(tree, fc.tuple(quote, quote), blank, (made, quotes, gap) => {
        const json = write(made, quotes, gap)
        assert.ok(JSON.parse(json) !== undefined)
        assert.equal(hasDuplicateName(json), givesTwice(made))
      }),
      runs,
    )
  })
})
