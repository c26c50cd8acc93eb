import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differencesOf, type Stretch } from '../../console/pages/verification/letter-differences.ts'
import { nameDifferences } from '../../console/pages/verification/name-differences.ts'
import { wordDifferences } from '../../console/pages/verification/word-differences.ts'
import { showIn } from '../../console/words/show.ts'
import { compareClaims } from '../../server/console-api/verifications/claim-comparison.ts'
import { personalDetailsJson } from '../../server/console-api/verifications/verification-detail-json.ts'
import type { DocumentReadings } from '../../server/providers/provider.ts'
import type { Claims } from '../../server/verifications/verification.ts'

/** With what is one side's own in brackets. */
function drawn(stretches: readonly Stretch[]): string {
  return stretches.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('')
}

describe('birth dates read as the language writes them, and differ by day, month and year', () => {
  const cases = [
    ['en', '1991-02-03', '1991-03-02', '[3] [Feb] 1991', '[2] [Mar] 1991'],
    ['fr', '1991-02-03', '1992-02-03', '3 févr. [1991]', '3 févr. [1992]'],
    ['fr', '1991-02-03', '1991', '[3 févr. 1991]', '[1991]'],
    ['fr', '1991-02-31', '1991-02-31', '1991-02-31', '1991-02-31'],
  ] as const
  for (const [language, claimed, read, ours, theirs] of cases) {
    test(`${claimed} beside ${read} in ${language}`, () => {
      const { plainDate } = showIn(language)
      const { claimed: left, read: right } = wordDifferences(plainDate(claimed), plainDate(read))
      const expected = [ours, theirs].map((text) => text.replaceAll(' ', '\u00a0'))
      assert.deepEqual([drawn(left), drawn(right)], expected)
    })
  }
})

describe('letters that differ are marked on both sides', () => {
  const cases = [
    ['1990199100042', '1990199100042', '1990199100042', '1990199100042'],
    ['1990199100042', '1990199700042', '1990199[1]00042', '1990199[7]00042'],
    ['1991-02-03', '1991-03-02', '1991-0[2]-0[3]', '1991-0[3]-0[2]'],
    ['Ndeye', 'NDÈYE', 'Ndeye', 'NDÈYE'],
    ['Ndèye', 'Nde\u0301ye', 'Ndèye', 'Nde\u0301ye'],
    ['Diop', 'Diiop', 'Diop', 'Di[i]op'],
    ['Fatou', 'Awa', '[F]a[tou]', 'A[wa]'],
    ['', 'Awa', '', '[Awa]'],
    ['👩🏾‍⚖️a', 'a', '[👩🏾‍⚖️]a', 'a'],
  ] as const
  for (const [claimed, read, ours, theirs] of cases) {
    test(`${claimed} beside ${read}`, () => {
      const { claimed: left, read: right } = differencesOf(claimed, read)
      assert.deepEqual([drawn(left), drawn(right)], [ours, theirs])
    })
  }

  test('a text that nobody would read letter by letter is marked whole, at once', () => {
    const { claimed } = differencesOf('a'.repeat(5000), 'b')
    assert.deepEqual(claimed, [{ text: 'a'.repeat(5000), isOwn: true }])
  })
})

describe('names are laid beside each other word by word', () => {
  const cases: readonly (readonly [string, Claims, DocumentReadings, string, string])[] = [
    [
      'in another order nothing differs',
      { firstName: 'Awa Marième', lastName: 'Diop' },
      { fullName: 'DIOP AWA MARIEME' },
      'Awa Marième Diop',
      'DIOP AWA MARIEME',
    ],
    [
      'a letter too many is marked, not the words around it',
      { firstName: 'Awa', lastName: 'Ndiaye' },
      { fullName: 'NDIAAYE AWA' },
      'Awa Ndiaye',
      'NDIA[A]YE AWA',
    ],
    [
      'a word without a partner is marked whole',
      { firstName: 'Awa', lastName: 'Diop' },
      { firstName: 'AWA', otherNames: 'MARIEME', lastName: 'DIOP' },
      'Awa Diop',
      'AWA [MARIEME] DIOP',
    ],
    [
      'two other names are marked whole',
      { firstName: 'Awa', lastName: 'Testou' },
      { fullName: 'OMAR INVENTE' },
      '[Awa] [Testou]',
      '[OMAR] [INVENTE]',
    ],
  ]
  for (const [name, claims, readings, ours, theirs] of cases) {
    test(name, () => {
      const comparison = compareClaims(claims, readings)
      const details = personalDetailsJson({ claims, readings, comparison, answer: undefined })
      const { claimed, read } = nameDifferences(details)
      assert.deepEqual([drawn(claimed), drawn(read)], [ours, theirs])
    })
  }
})
