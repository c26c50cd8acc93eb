import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CallMade,
  judgeProvider,
  judgeScoring,
  type Refusals,
} from '../../../server/operations/status/service-status-policy.ts'

/** One letter a call, newest first: answered, failed, timed out. Call n was made at 1000 - n. */
function calls(letters: string): readonly CallMade[] {
  const endings = { a: 'answered', f: 'failed', t: 'timed_out' } as const
  return [...letters].map((letter, index) => ({
    startedAt: 1000 - index,
    ending: endings[letter as keyof typeof endings],
  }))
}

const none: Refusals = { latest: {}, acceptedAt: undefined, decidedAt: undefined }

describe('the last calls', () => {
  const cases: readonly (readonly [
    letters: string,
    kind: string,
    inRow?: number,
    since?: number,
  ])[] = [
    ['', 'well'],
    ['a', 'well'],
    ['affffff', 'well'],
    ['fa', 'failing', 1, 1000],
    ['ffffa', 'failing', 4, 997],
    ['fffffa', 'unreachable', 5, 996],
    ['fffff', 'unreachable', 5, 996],
    ['tafffff', 'unreachable', 1, 1000],
    ['fta', 'unreachable', 2, 999],
  ]
  for (const [letters, kind, failuresInRow, since] of cases) {
    test(`${letters || 'none'} say ${kind}`, () => {
      const expected = failuresInRow === undefined ? { kind } : { kind, since, failuresInRow }
      assert.deepEqual(judgeProvider(calls(letters), none), expected)
      assert.deepEqual(judgeScoring(calls(letters), []), expected)
    })
  }
})

describe('a refusal of the provider', () => {
  const cases: readonly (readonly [what: string, Refusals, string])[] = [
    [
      'stands while nothing has gone better since',
      { ...none, latest: { provider_wallet_empty: 50 }, acceptedAt: 40, decidedAt: 40 },
      'provider_wallet_empty',
    ],
    [
      'for an empty wallet is not mended by the end of a check that was paid before',
      { ...none, latest: { provider_wallet_empty: 50 }, decidedAt: 60 },
      'provider_wallet_empty',
    ],
    [
      'for an empty wallet is mended by a check that is accepted',
      { ...none, latest: { provider_wallet_empty: 50 }, acceptedAt: 60 },
      'well',
    ],
    [
      'of our key is mended by any answer that needs it',
      { ...none, latest: { provider_credentials_refused: 50 }, decidedAt: 60 },
      'well',
    ],
    [
      'for a product that is missing is not mended by a check that is accepted',
      { ...none, latest: { provider_misconfigured: 50 }, acceptedAt: 60 },
      'provider_misconfigured',
    ],
    [
      'is the latest where there are several',
      { ...none, latest: { provider_wallet_empty: 50, provider_credentials_refused: 51 } },
      'provider_credentials_refused',
    ],
  ]
  for (const [what, refusals, expected] of cases) {
    test(what, () => {
      const record = judgeProvider(calls('a'), refusals)
      assert.equal(record.kind === 'refusing' ? record.reason : record.kind, expected)
    })
  }

  test('is not reported of a provider that does not answer at all', () => {
    const refusals = { ...none, latest: { provider_wallet_empty: 50 } }
    assert.equal(judgeProvider(calls('fffff'), refusals).kind, 'unreachable')
  })
})

describe('an engine that answers every call', () => {
  const skipped = (count: number) => Array.from({ length: count }, (_, index) => 2000 - index)

  test('and whose answers cannot be used shows in the scores that were skipped', () => {
    assert.equal(judgeScoring(calls('a'), []).kind, 'well')
    assert.deepEqual(judgeScoring(calls('aaaa'), skipped(4)), {
      kind: 'failing',
      since: 1997,
      failuresInRow: 4,
    })
    assert.equal(judgeScoring(calls('aaaaa'), skipped(5)).kind, 'unreachable')
  })

  test('and did so again since the last that was skipped is well', () => {
    assert.equal(judgeScoring([{ startedAt: 2001, ending: 'answered' }], skipped(5)).kind, 'well')
  })
})
