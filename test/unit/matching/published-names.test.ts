// Slow: compares every pair of a long list of names.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import {
  fullNameOf,
  halves,
  type Outcome,
  outcomesOf,
  type PairKind,
  pairKinds,
  publishedPairs,
  shareOf,
} from './published/published-names.ts'

/** Of each half, not only of both together. */
const declinedVariantsMax = 0.01
/** People who share a name with somebody and whose other name is another at random. */
const doubtfulPersonsMax = 0.005
/** Namesakes, brothers and names a letter apart, picked because they are hard. */
const doubtfulAlikeMax = 0.08
/** Of the pairs of different people, whose number makes them slow to compare; the long lane compares all. */
const usuallyEveryNth = 10

describe('names as they are published', () => {
  test('are enough to measure on', () => {
    const pairs = (isWanted: (kind: string) => boolean) =>
      publishedPairs.filter(({ kind }) => isWanted(kind)).length
    assert.ok(pairs((kind) => kind === 'variants') >= 400)
    assert.ok(pairs((kind) => kind !== 'variants') >= 2000)
  })

  for (const half of halves) {
    test(`decline hardly anybody for a spelling (${half})`, (context) => {
      const variants = pairsOf('variants')
        .filter((one) => one.half === half)
        .flatMap(outcomesOf)
      const declined = variants.filter(({ comparison }) => comparison.verdict === 'mismatch')
      context.diagnostic(lineOf(variants))
      assert.ok(
        declined.length <= declinedVariantsMax * variants.length,
        declined.map(textOf).join('\n'),
      )
    })
  }

  for (const kind of pairKinds.filter((one) => one !== 'variants')) {
    const all = pairsOf(kind)
    const some = kind === 'alike' ? all : all.filter((_, at) => at % usuallyEveryNth === 0)

    test(`match no two different people (${kind})`, (context) => {
      assertDifferent(context, kind, some.flatMap(outcomesOf))
    })

    if (some === all) continue
    test(`match no two of all different people (${kind}) (long)`, (context) => {
      assertDifferent(context, kind, all.flatMap(outcomesOf))
    })
  }
})

function pairsOf(kind: PairKind) {
  return publishedPairs.filter((pair) => pair.kind === kind)
}

function assertDifferent(context: TestContext, kind: PairKind, outcomes: readonly Outcome[]): void {
  for (const half of halves) {
    const persons = outcomes.filter((one) => one.half === half)
    if (persons.length > 0) context.diagnostic(`${half}: ${lineOf(persons)}`)
  }
  const matched = outcomes.filter(({ comparison }) => comparison.verdict === 'match')
  assert.deepEqual(matched.map(textOf), [])
  const unclear = outcomes.filter(({ comparison }) => comparison.verdict === 'unclear')
  const most = kind === 'alike' ? doubtfulAlikeMax : doubtfulPersonsMax
  assert.ok(unclear.length <= most * outcomes.length, unclear.map(textOf).join('\n'))
}

function lineOf(outcomes: readonly Outcome[]): string {
  const { pairs, counts } = shareOf(outcomes)
  const percent = (count: number) => `${((100 * count) / outcomes.length).toFixed(2)} %`
  return `${pairs} pairs both ways: match ${percent(counts.match)}, unclear ${percent(counts.unclear)}, mismatch ${percent(counts.mismatch)}`
}

function textOf({ claimed, read, comparison }: Outcome): string {
  return `${fullNameOf(claimed)} | ${fullNameOf(read)}: ${comparison.verdict}, ${comparison.reason}`
}
