import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareDates } from '../../../server/matching/compare-dates.ts'
import { compareNames } from '../../../server/matching/compare-names.ts'
import { compareNumbers } from '../../../server/matching/compare-numbers.ts'
import { checksNotDone } from '../../../server/verifications/completion/decide.ts'
import type { SandboxOutcome } from '../../../server/verifications/sandbox/sandbox-outcome.ts'
import { simulateVerification } from '../../../server/verifications/sandbox/simulate-verification.ts'

const person = {
  firstName: 'Awa',
  lastName: 'Teranga',
  dateOfBirth: '1994-03-14',
  idNumber: '2751199400042',
}

const outcomes: readonly SandboxOutcome[] = [
  'approved',
  'face_mismatch',
  'name_mismatch',
  'date_of_birth_mismatch',
  'id_number_mismatch',
  'provider_unreachable',
]

function simulate(claims: Partial<typeof person>, outcome: SandboxOutcome) {
  const submission = { country: 'SN', idType: 'national_id', scoreRequested: false } as const
  return simulateVerification({ ...submission, claims, outcome }, 0)
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value))

describe('the comparisons of a sandbox verification', () => {
  for (const outcome of outcomes) {
    test(`have the reasons that live ones have of the same readings: ${outcome}`, () => {
      const { outcome: simulated, answer } = simulate(person, outcome)
      const fullName = textOf(answer.FullName)
      const live = [
        compareNames(person, fullName === undefined ? {} : { fullName }),
        compareDates(person.dateOfBirth, textOf(answer.DOB)),
        compareNumbers(person.idNumber, textOf(answer.IDNumber)),
      ]
      assert.deepEqual(
        simulated.checks.slice(3).map(({ reason }) => reason),
        live.map(({ reason }) => reason),
      )
    })
  }

  for (const claims of [person, { firstName: 'Awa' }, {}]) {
    const named = Object.keys(claims).join(', ') || 'nothing'
    test(`are those of a live one that ends without an answer, with ${named} claimed`, () => {
      const { checks } = simulate(claims, 'provider_unreachable').outcome
      assert.deepEqual(checks, checksNotDone(claims, []))
    })
  }

  test('say so where nothing was claimed', () => {
    const { checks } = simulate({}, 'approved').outcome
    const compared = checks.slice(3).map(({ result, reason }) => [result, reason])
    assert.deepEqual(compared, Array(3).fill(['not_done', 'nothing_claimed']))
  })
})
