import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { findJsonFlaw } from '../../../server/http/bodies/json-flaw.ts'
import { parseJson } from '../../../server/http/bodies/parse-json.ts'

const depthMax = 4

function resultOf(text: string): unknown {
  const parsed = parseJson(text, depthMax)
  return parsed.kind === 'valid' ? parsed.value : parsed.flaw.kind
}

describe('parseJson', () => {
  test('drops fields that are null or have a name with a meaning in JavaScript, at every depth', () => {
    const text =
      '{"a":null,"b":{"c":null,"d":[null,{"e":null}]},"constructor":1,"__proto__":{"x":1}}'
    assert.deepEqual(resultOf(text), { b: { d: [null, {}] } })
    assert.equal(Object.keys(resultOf('{"prototype":1,"a":1}') as object).join(), 'a')
  })

  const flawed = [
    ['{"a":1,"a":1}', 'duplicate_key'],
    ['{"a":"x","b":{"c":1,"c":"y"}}', 'duplicate_key'],
    ['[{"a":{},"a":[]}]', 'duplicate_key'],
    ['{"__proto__":1,"__proto__":2}', 'duplicate_key'],
    ['{"1":1,"1":1}', 'duplicate_key'],
    ['{"a":1,"\\u0061":1}', 'duplicate_key'],
    ['{"a":"\\ud800"}', 'lone_surrogate'],
    ['[[[[[1]]]]]', 'too_deep'],
    ['{"a":{"a":{"a":{"a":{}}}}}', 'too_deep'],
    ['{"a":1', 'syntax'],
    ['', 'syntax'],
  ] as const
  for (const [text, kind] of flawed) {
    test(`finds ${kind} in ${text}`, () => assert.equal(resultOf(text), kind))
  }

  /** Objects written with the keys given, so that keys can repeat. */
  const { tree: texts } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom('1', 'null', 'true', '"x"', '"é: {"', '"\\u0041"', '"\\\\"', '" , "'),
      fc.array(tie('tree'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b', '', 'é', '\\u0061', '1'), tie('tree')), {
          maxLength: 3,
        })
        .map((fields) => `{${fields.map(([name, text]) => `"${name}": ${text}`).join(' , ')}}`),
    ),
  }))

  test('finds the flaw that a scan of the whole text finds, or none', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseJson(text, depthMax)
        const flaw = parsed.kind === 'flawed' ? parsed.flaw : undefined
        assert.deepEqual(flaw, findJsonFlaw(text, depthMax))
      }),
      { numRuns: 2_000 },
    )
  })
})
