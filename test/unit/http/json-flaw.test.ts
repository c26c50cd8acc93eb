import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { findJsonFlaw, type JsonFlawKind } from '../../../server/http/bodies/json-flaw.ts'

const depthMax = 4

describe('findJsonFlaw', () => {
  const sound = [
    'null',
    ' true ',
    '-0.5e+10',
    '0',
    '"\\u00e9\\n\\/\\ud83d\\ude00"',
    '""',
    '[]',
    '{}',
    '[[[[1]]]]',
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '\t{ "a" :\r\n1 , "b":[ ] }\n',
    `"${'x'.repeat(300_000)}"`,
    `"${'\\n'.repeat(100_000)}"`,
  ]
  for (const text of sound) {
    test(`finds none in ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(findJsonFlaw(text, depthMax), undefined)
    })
  }

  const flawed: readonly (readonly [text: string, kind: JsonFlawKind, offset: number])[] = [
    ['', 'syntax', 0],
    ['tru', 'syntax', 0],
    ['nullx', 'syntax', 0],
    ['01', 'syntax', 0],
    ['1.', 'syntax', 0],
    ['.5', 'syntax', 0],
    ['+1', 'syntax', 0],
    ['1e', 'syntax', 0],
    ['NaN', 'syntax', 0],
    ["'a'", 'syntax', 0],
    ['"a', 'syntax', 0],
    ['"\t"', 'syntax', 0],
    ['"\\x"', 'syntax', 0],
    ['"\\u12g4"', 'syntax', 0],
    ['{"a" 1}', 'syntax', 5],
    ['{"a":1,}', 'syntax', 7],
    ['{a:1}', 'syntax', 1],
    ['{"a":1', 'syntax', 6],
    ['[1,]', 'syntax', 3],
    ['[1 2]', 'syntax', 3],
    ['[1', 'syntax', 2],
    ['1 2', 'syntax', 2],
    ['{}}', 'syntax', 2],
    ['// a\n1', 'syntax', 0],
    ['\u00a01', 'syntax', 0],
    ['[[[[[', 'too_deep', 4],
    ['{"a":1,"a":2}', 'duplicate_key', 7],
    ['{"a":1,"\\u0061":2}', 'duplicate_key', 7],
    ['{"b":{"__proto__":1,"__proto__":2}}', 'duplicate_key', 20],
    ['["\\ud800"]', 'lone_surrogate', 1],
    ['["\\udc00\\ud800"]', 'lone_surrogate', 1],
    ['{"\\ud800":1}', 'lone_surrogate', 1],
    [`"${'x'.repeat(300_000)}`, 'syntax', 0],
  ]
  for (const [text, kind, offset] of flawed) {
    test(`finds ${kind} at ${offset} in ${JSON.stringify(text.slice(0, 40))}`, () => {
      const flaw = findJsonFlaw(text, depthMax)
      assert.deepEqual([flaw?.kind, flaw?.offset], [kind, offset])
    })
  }

  test('names the outermost key under which the flaw stands', () => {
    assert.equal(findJsonFlaw('{"a":1,"b":[{"c":"\\ud800"}]}', depthMax)?.topKey, 'b')
    assert.equal(findJsonFlaw('{"a":1} x', depthMax)?.topKey, undefined)
  })

  test('finds no syntax flaw in what JSON.stringify writes, however it is indented', () => {
    const value = fc.jsonValue({ depthSize: 'small' })
    fc.assert(
      fc.property(value, fc.nat(4), (json, indent) => {
        assert.equal(findJsonFlaw(JSON.stringify(json, null, indent), 1000), undefined)
      }),
    )
  })

  test('agrees with JSON.parse on the grammar of texts that are almost JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '.',
      'e',
      'null',
      ' ',
      '\\',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.tuple(fc.json(), fc.nat(), piece).map(([json, at, inserted]) => {
        const place = at % (json.length + 1)
        return json.slice(0, place) + inserted + json.slice(place)
      }),
    )
    fc.assert(
      fc.property(text, (text) => {
        const isSyntaxFlaw = findJsonFlaw(text, 1000)?.kind === 'syntax'
        const isOtherFlaw = !isSyntaxFlaw && findJsonFlaw(text, 1000) !== undefined
        assert.ok(isOtherFlaw || isSyntaxFlaw === !parses(text), text)
      }),
      { numRuns: 2000 },
    )
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
