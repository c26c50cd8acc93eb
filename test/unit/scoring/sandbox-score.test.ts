import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SandboxPerson } from '../../../server/providers/sandbox/sandbox-result.ts'
import { bandOf, bands } from '../../../server/scoring/bands.ts'
import { syntheticScore } from '../../../server/scoring/sandbox-score.ts'
import { scoreTriggerOf } from '../../../server/scoring/score-trigger.ts'

const subject: SandboxPerson = {
  country: 'SN',
  idType: 'national_id',
  idNumber: '1751-1990 00042',
  firstName: 'Ndèye',
  lastName: 'Marabout',
  dateOfBirth: '1990-01-01',
}

/** Published in the guide: any person, this document number. */
const published: readonly (readonly [idNumber: string, score: number, band: string])[] = [
  ['SCORE-0', 0, 'low'],
  ['SCORE-150', 150, 'low'],
  ['SCORE-299', 299, 'low'],
  ['SCORE-300', 300, 'medium'],
  ['SCORE-450', 450, 'medium'],
  ['SCORE-549', 549, 'medium'],
  ['SCORE-550', 550, 'high'],
  ['SCORE-700', 700, 'high'],
  ['SCORE-799', 799, 'high'],
  ['SCORE-800', 800, 'premium'],
  ['SCORE-900', 900, 'premium'],
  ['SCORE-1000', 1000, 'premium'],
]

describe('a synthetic score', () => {
  for (const [idNumber, score, band] of published) {
    test(`of the document number ${idNumber} is ${score}, ${band}, whoever it is`, () => {
      for (const country of ['SN', 'MA']) {
        const given = syntheticScore({ ...subject, country, idNumber })
        assert.deepEqual([given.score, bandOf(given.score).band], [score, band])
      }
    })
  }

  test('is the same for the same input, in every release', () => {
    assert.deepEqual(syntheticScore(subject), syntheticScore({ ...subject }))
    assert.deepEqual(syntheticScore(subject), { score: 666, confidence: 0.69 })
  })

  const spellings: Readonly<Record<string, Partial<SandboxPerson>>> = {
    'the number without its separators': { idNumber: '1751199000042' },
    'a name in capitals': { lastName: 'MARABOUT' },
    'a name without its accent': { firstName: 'Ndeye' },
    'an accent of its own character': { firstName: 'Nde\u0300ye' },
    'a name with a space more': { firstName: ' Ndèye ' },
  }
  for (const [what, change] of Object.entries(spellings)) {
    test(`is the same for ${what}`, () => {
      assert.deepEqual(syntheticScore({ ...subject, ...change }), syntheticScore(subject))
    })
  }

  const others: readonly Partial<SandboxPerson>[] = [
    { country: 'MA' },
    { idType: 'passport' },
    { idNumber: '1751199000043' },
    { firstName: 'Awa' },
    { lastName: 'Testou' },
    { dateOfBirth: '1990-01-02' },
  ]
  for (const change of others) {
    test(`depends on ${Object.keys(change)}`, () => {
      assert.notDeepEqual(syntheticScore({ ...subject, ...change }), syntheticScore(subject))
    })
  }

  test('lies in each band for about one input in four, and all over the band', () => {
    const given = Array.from({ length: 4000 }, (_, at) =>
      syntheticScore({ ...subject, idNumber: `A${at}` }),
    )
    for (const band of bands) {
      const ofBand = given.map(({ score }) => score).filter((score) => bandOf(score).band === band)
      assert.ok(ofBand.length > 900 && ofBand.length < 1100, `${band}: ${ofBand.length}`)
      const { from, to } = bandOf(ofBand[0] ?? -1)
      assert.ok(Math.min(...ofBand) < from + 10 && Math.max(...ofBand) > to - 10, band)
    }
    assert.ok(given.every(({ confidence }) => confidence >= 0.5 && confidence <= 0.99))
  })

  for (const idNumber of ['SCORE-1001', 'SCORE-12345', 'SCORE--', 'XSCORE-5', 'SCORE-5X']) {
    test(`of ${idNumber}, which asks for none, is like any other`, () => {
      const { score } = syntheticScore({ ...subject, idNumber })
      assert.ok(Number.isInteger(score) && score >= 0 && score <= 1000)
    })
  }

  for (const idNumber of [
    'SCORE-7',
    'score-7',
    'SCORE 7',
    'SCORE7',
    'Score.7',
    'SCORE - 7',
    'ＳＣＯＲＥ－７',
  ]) {
    test(`of ${idNumber} is 7`, () => {
      assert.equal(scoreTriggerOf(idNumber), 7)
      assert.equal(syntheticScore({ ...subject, idNumber }).score, 7)
    })
  }

  const malformed = ['SCORE-1001', 'SCORE-9999', 'SCORE-12345', 'SCORE--1', 'SCORE-007', 'SCORE-00']
  const odd = ['SCORE', 'SCORE-', 'SCORE--', 'SCORE-5X', 'SCORE-7.5', 'SCORE-1 000', 'SCORE-\u0667']
  for (const idNumber of [...malformed, ...odd]) {
    test(`of ${idNumber} is an ordinary one`, () => {
      assert.equal(scoreTriggerOf(idNumber), undefined)
    })
  }

  for (const idNumber of ['', 'A-740', 'XSCORE-5', 'SCORECARD-1', 'SCOR-5', '740', 'SCORÉE 5']) {
    test(`is not asked for by ${idNumber || 'nothing'}`, () => {
      assert.equal(scoreTriggerOf(idNumber), undefined)
    })
  }

  test('needs no more fields than the live form', () => {
    const bare = syntheticScore({ country: 'SN', idType: 'passport' })
    assert.deepEqual(bare, syntheticScore({ country: 'SN', idType: 'passport' }))
  })
})
