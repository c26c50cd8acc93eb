// Slow: compares thousands of generated names.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { compareNames } from '../../../server/matching/compare-names.ts'
import { anyBasicText } from '../../support/any-text.ts'
import { differentNames } from './different-names.ts'

const name = fc.constantFrom(...differentNames)
const person = fc.record({ firstName: name, lastName: name })
const fixed = { seed: 20260501 }

/** Tests a property of drawn cases, in the long lane of more. */
function testEach<Values>(
  sentence: string,
  property: fc.IRawProperty<Values>,
  { usual = 100, long = 500 } = {},
): void {
  for (const [lane, numRuns] of [
    ['', usual],
    [' (long)', long],
  ] as const) {
    test(`${sentence}${lane}`, () => fc.assert(property, { ...fixed, numRuns }))
  }
}

describe('for any person', () => {
  testEach(
    'the same name matches, in upper case and without accents',
    fc.property(person, ({ firstName, lastName }) => {
      const bare = `${firstName} ${lastName}`.normalize('NFD').replace(/\p{M}/gu, '')
      assert.equal(compareNames({ firstName, lastName }, { fullName: bare }).verdict, 'match')
      const shouted = { firstName: firstName.toUpperCase(), lastName: lastName.toUpperCase() }
      assert.equal(compareNames({ firstName, lastName }, shouted).verdict, 'match')
    }),
  )

  const words = fc.uniqueArray(name, { minLength: 2, maxLength: 5 })
  const shuffled = words.chain((given) =>
    fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
  )
  testEach(
    'the order of the words does not matter',
    fc.property(shuffled, ([given, read]) => {
      const claimed = { firstName: given.slice(1).join(' '), lastName: given[0] ?? '' }
      assert.equal(compareNames(claimed, { fullName: read.join(' ') }).verdict, 'match')
    }),
  )

  const gap = fc.constantFrom(' ', '  ', '-', '. ', '\u00a0', '<', '\u2011')
  testEach(
    'separators, apostrophes and spaces around and between words do not matter',
    fc.property(person, gap, ({ firstName, lastName }, between) => {
      const fullName = `  ${lastName.replace(/^N/, "N'")}${between}${firstName}${between}`
      assert.equal(compareNames({ firstName, lastName }, { fullName }).verdict, 'match')
    }),
  )

  const two = fc.uniqueArray(name, { minLength: 2, maxLength: 2 })
  testEach(
    'another given name never matches, nor does another family name',
    fc.property(two, name, ([one = '', other = ''], shared) => {
      fc.pre(shared !== one && shared !== other)
      const given = compareNames(
        { firstName: one, lastName: shared },
        { fullName: `${other} ${shared}` },
      )
      const family = compareNames(
        { firstName: shared, lastName: one },
        { fullName: `${shared} ${other}` },
      )
      assert.notEqual(given.verdict, 'match')
      assert.notEqual(family.verdict, 'match')
    }),
    { usual: 400, long: 3_000 },
  )

  for (const [lane, numRuns] of [
    ['', 600],
    [' (long)', 3_000],
  ] as const) {
    test(`two names in doubt are rare enough: different persons are declined${lane}`, () => {
      const drawn = fc.sample(fc.tuple(two, name), { seed: 7, numRuns })
      const doubted = drawn.filter(([[one = '', other = ''], shared]) => {
        const claimed = { firstName: one, lastName: shared }
        return compareNames(claimed, { firstName: other, lastName: shared }).verdict !== 'mismatch'
      })
      assert.ok(doubted.length <= numRuns / 200, `${doubted.length} of ${numRuns}`)
    })
  }
})

describe('for any text', () => {
  testEach(
    'nothing throws and the verdict is one of the four',
    fc.property(
      anyBasicText,
      anyBasicText,
      anyBasicText,
      anyBasicText,
      (firstName, lastName, fullName, otherNames) => {
        const { verdict } = compareNames(
          { firstName, lastName },
          { fullName, otherNames, lastName },
        )
        assert.ok(['match', 'unclear', 'mismatch', 'not_compared'].includes(verdict))
      },
    ),
  )

  const text = fc.oneof(anyBasicText, fc.string({ unit: 'grapheme' }), fc.string())
  testEach(
    'what was claimed matches itself, unless it says nothing',
    fc.property(text, text, (firstName, lastName) => {
      const { verdict } = compareNames({ firstName, lastName }, { firstName, lastName })
      assert.ok(verdict === 'match' || verdict === 'not_compared', verdict)
    }),
  )

  testEach(
    'every place points inside the text it names',
    fc.property(anyBasicText, anyBasicText, (lastName, fullName) => {
      const { claimedAlone, readAlone } = compareNames({ lastName }, { fullName })
      for (const span of claimedAlone)
        assert.ok(span.start < span.end && span.end <= lastName.length)
      for (const span of readAlone) assert.ok(span.start < span.end && span.end <= fullName.length)
    }),
  )

  test('the hardest input costs little work', (t) => {
    const hard = [
      'abdoulayemouhamadou'.repeat(13).slice(0, 256),
      'ab '.repeat(85),
      'Abdoulaye '.repeat(16).trim(),
      '\ufdfa'.repeat(256),
      "'".repeat(256),
      'e'.repeat(256),
      'y\u0301'.repeat(128),
      'Awa '.repeat(250_000),
      Array.from('bcdfghjklmnp', (last) => `aeiouaeiouae${last}`).join(' '),
      Array.from('bcdfghjk', (last) => `vwmnilgrszmnvwilgrsz${last}`).join(' '),
    ]
    const steps = countSteps(t)
    for (const one of hard) {
      for (const other of hard) {
        compareNames({ firstName: one, lastName: other }, { fullName: other, otherNames: one })
        assert.ok(steps() < 40_000)
      }
    }
  })
})

/**
 * Counts what the work of a comparison grows with: cells of the distances between words, and characters that are
 * normalised. Returns the steps since the call before.
 */
function countSteps(t: TestContext): () => number {
  let steps = 0
  const { min } = Math
  const { normalize } = String.prototype
  Math.min = (...values) => {
    steps += 1
    return min(...values)
  }
  String.prototype.normalize = function (this: string, form?: string) {
    steps += this.length
    return normalize.call(this, form)
  }
  t.after(() => {
    Math.min = min
    String.prototype.normalize = normalize
  })
  return () => {
    const since = steps
    steps = 0
    return since
  }
}
