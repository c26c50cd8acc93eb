import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareNames, type ReadName } from '../../../server/matching/compare-names.ts'
import type { NameReason } from '../../../server/matching/judge-names.ts'
import { namePairs } from './name-pairs.ts'

describe('a claimed name against a read one', () => {
  for (const pair of namePairs) {
    test(`${pair.expected}: ${pair.line.trim()}`, () => {
      const { verdict, reason } = compareNames(pair.claimed, pair.read)
      assert.equal(verdict, pair.expected, `came out as ${verdict} because ${reason}`)
    })
  }
})

describe('the reason', () => {
  const awa = { firstName: 'Awa', lastName: 'Diop' }
  const cases: readonly [string, NameReason][] = [
    ['DIOP AWA', 'names_agree'],
    ['AWA MARIE DIOP', 'names_left_out'],
    ['FATOU DIOP', 'given_names_differ'],
    ['AWA SARR', 'family_names_differ'],
    ['FATOU SARR', 'names_differ'],
    ['DIOP', 'part_not_read'],
    ['A DIOP', 'too_little_to_tell'],
    ['AWA D10P', 'spelling_in_doubt'],
    ['ديوب', 'other_script'],
    [`AWA ${'MARIE '.repeat(60)}DIOP`, 'too_long'],
    [`AWA DIOP${' M'.repeat(20)}`, 'too_long'],
    [`AWA DIOP ${'M'.repeat(80)}`, 'too_long'],
    ['', 'nothing_read'],
  ]
  for (const [fullName, reason] of cases) {
    test(`is ${reason} for Awa Diop against "${fullName.slice(0, 20)}"`, () => {
      assert.equal(compareNames(awa, { fullName }).reason, reason)
    })
  }

  test('says that nothing was claimed before it says that nothing was read', () => {
    assert.equal(compareNames({}, {}).reason, 'nothing_claimed')
  })

  test('is that names agree where an initial stands for one of several given names', () => {
    const fatou = { firstName: 'Fatou B.', lastName: 'Diop' }
    assert.equal(compareNames(fatou, { fullName: 'FATOU BINTOU DIOP' }).reason, 'names_agree')
  })

  test('distinguishes father from son', () => {
    const omar = { firstName: 'Omar', lastName: 'Ben Ali' }
    assert.equal(compareNames(omar, { fullName: 'ALI BEN OMAR' }).reason, 'parentage_reversed')
    assert.equal(compareNames(omar, { fullName: 'BEN ALI OMAR' }).reason, 'names_agree')
  })

  test('shows where both sides have a name that the other lacks', () => {
    const claimed = { firstName: 'Fatou Bintou', lastName: 'Diop' }
    const read = { fullName: 'FATOU SOKHNA DIOP' }
    assert.equal(compareNames(claimed, read).reason, 'names_partly_differ')
  })
})

test('titles are no names that the other side could lack', () => {
  const claimed = { firstName: 'Adjoua Marie', lastName: 'Konan' }
  for (const title of ['Mme', 'Mlle', 'Mrs', 'Dr', 'Prof.', 'Me', 'épse', 'Épouse', 'vve', 'née']) {
    assert.equal(compareNames(claimed, { fullName: `KONAN ${title} ADJOUA` }).verdict, 'match')
  }
})

describe('two readings of one document', () => {
  const awa = { firstName: 'Awa', lastName: 'Diop' }

  const readings: Readonly<Record<string, readonly (readonly [ReadName, NameReason])[]>> = {
    'are enough when one bears the claim out and the other leaves doubt': [
      [{ fullName: 'AWA DIOP', firstName: 'A', lastName: 'DIOP' }, 'names_agree'],
    ],
    'leave doubt when they contradict each other, whichever is the good one': [
      [{ fullName: 'AWA DIOP', firstName: 'FATOU', lastName: 'DIOP' }, 'readings_disagree'],
      [{ fullName: 'FATOU DIOP', firstName: 'AWA', lastName: 'DIOP' }, 'readings_disagree'],
    ],
    'contradict the claim only together': [
      [{ fullName: 'FATOU DIOP', firstName: 'FATOU', lastName: 'DIOP' }, 'given_names_differ'],
    ],
    'do not count a lone family name as a reading beside the full name': [
      [{ fullName: 'FATOU DIOP', lastName: 'DIOP' }, 'given_names_differ'],
    ],
    'take other names for given names': [
      [{ firstName: 'MARIE', otherNames: 'AWA', lastName: 'DIOP' }, 'names_left_out'],
    ],
    'ignore one that only says that nothing was available': [
      [{ firstName: 'AWA', lastName: 'DIOP', fullName: 'Not Available' }, 'names_agree'],
      [{ firstName: 'AWA', lastName: 'DIOP', fullName: 'MME' }, 'names_agree'],
      [{ firstName: 'AWA', lastName: 'DIOP', fullName: '12345' }, 'names_agree'],
    ],
    'ignore parts without a name': [
      [{ firstName: '1', lastName: '2', fullName: 'AWA DIOP' }, 'names_agree'],
      [{ firstName: '1', lastName: '2', fullName: 'FATOU DIOP' }, 'given_names_differ'],
    ],
  }
  for (const [what, cases] of Object.entries(readings)) {
    test(what, () => {
      for (const [read, reason] of cases) assert.equal(compareNames(awa, read).reason, reason)
    })
  }
})

describe('the explanation', () => {
  test('points at the words by their place and repeats no letter of a name', () => {
    const claimed = { firstName: "N'Deye  Fatou", lastName: 'Ndiaye' }
    const read = { fullName: 'NDIAVE, NDEYE ROSE' }
    const { pairs, claimedAlone, readAlone, ...rest } = compareNames(claimed, read)
    assert.deepEqual(pairs, [
      {
        claimed: [{ field: 'firstName', start: 0, end: 6 }],
        read: [{ field: 'fullName', start: 8, end: 13 }],
        likeness: 'same_writing',
        similarity: 1,
      },
      {
        claimed: [{ field: 'lastName', start: 0, end: 6 }],
        read: [{ field: 'fullName', start: 0, end: 6 }],
        likeness: 'look_alike',
        similarity: 1 - 1 / 6,
      },
    ])
    assert.deepEqual(claimedAlone, [{ field: 'firstName', start: 8, end: 13 }])
    assert.deepEqual(readAlone, [{ field: 'fullName', start: 14, end: 18 }])
    assert.deepEqual(rest, { verdict: 'mismatch', reason: 'given_names_differ' })
  })

  test('shows several words that were one on the other side', () => {
    const claimed = { firstName: 'Abdou Lahat', lastName: 'Seck' }
    const [pair] = compareNames(claimed, { fullName: 'SECK ABDOULAHAT' }).pairs.slice(-1)
    assert.equal(pair?.claimed.length, 2)
    assert.deepEqual(pair?.read, [{ field: 'fullName', start: 5, end: 15 }])
  })
})
