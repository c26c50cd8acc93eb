import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  CheckResult,
  DocumentReadings,
  ProviderVerdict,
} from '../../../server/providers/provider.ts'
import { decide } from '../../../server/verifications/completion/decide.ts'
import type { Claims } from '../../../server/verifications/verification.ts'

/** What was read, for each verdict that a comparison with the claims below can come to. */
const namesRead = {
  passed: { fullName: 'TESTOU Awa' },
  unclear: { fullName: 'عائشة' },
  failed: { fullName: 'Moussa Inventa' },
  not_done: {},
} satisfies Record<string, DocumentReadings>
const datesRead = {
  passed: { dateOfBirth: '1991-02-03' },
  unclear: { dateOfBirth: '1991-03-02' },
  failed: { dateOfBirth: '1975-11-28' },
  not_done: {},
} satisfies Record<string, DocumentReadings>
const numbersRead = {
  passed: { idNumber: 'a 100-23' },
  unclear: { idNumber: 'A1OO23' },
  failed: { idNumber: 'B98765' },
  not_done: {},
} satisfies Record<string, DocumentReadings>

const claims: Claims = {
  firstName: 'Awa',
  lastName: 'Testou',
  dateOfBirth: '1991-02-03',
  idNumber: 'A10023',
}
const results = ['passed', 'unclear', 'failed', 'not_done'] as const
type Result = (typeof results)[number]

interface Compared {
  readonly name: Result
  readonly dateOfBirth: Result
  readonly idNumber: Result
}

const combinations: readonly Compared[] = results.flatMap((name) =>
  results.flatMap((dateOfBirth) => results.map((idNumber) => ({ name, dateOfBirth, idNumber }))),
)

const passed = { document: 'passed', liveness: 'passed', faceMatch: 'passed' } as const

function verdict(more: Partial<ProviderVerdict>): ProviderVerdict {
  return {
    outcome: 'verified',
    reasons: [],
    checks: passed,
    readings: {},
    resultCode: '0810',
    ...more,
  }
}

function readingsOf({ name, dateOfBirth, idNumber }: Compared): DocumentReadings {
  return { ...namesRead[name], ...datesRead[dateOfBirth], ...numbersRead[idNumber] }
}

function mismatchesOf({ name, dateOfBirth, idNumber }: Compared): readonly string[] {
  return [
    ...(name === 'failed' ? ['name_mismatch'] : []),
    ...(dateOfBirth === 'failed' ? ['date_of_birth_mismatch'] : []),
    ...(idNumber === 'failed' ? ['id_number_mismatch'] : []),
  ]
}

describe('what the provider verified', () => {
  for (const compared of combinations) {
    const { name, dateOfBirth, idNumber } = compared
    const mismatches = mismatchesOf(compared)
    const status = mismatches.length === 0 ? 'approved' : 'declined'
    test(`with name ${name}, birth date ${dateOfBirth}, number ${idNumber} is ${status}`, () => {
      const outcome = decide(verdict({ readings: readingsOf(compared) }), claims)
      assert.equal(outcome.status, status)
      assert.deepEqual(outcome.reasons, mismatches)
      assert.deepEqual(
        outcome.checks.map(({ check, result }) => [check, result]),
        [
          ['document', 'passed'],
          ['liveness', 'passed'],
          ['face_match', 'passed'],
          ['name', name],
          ['date_of_birth', dateOfBirth],
          ['id_number', idNumber],
        ],
      )
    })
  }

  test('without any claim to compare is approved', () => {
    const readings = readingsOf({ name: 'passed', dateOfBirth: 'passed', idNumber: 'passed' })
    const { status, checks } = decide(verdict({ readings }), {})
    assert.equal(status, 'approved')
    assert.deepEqual(
      checks.slice(3).map(({ result }) => result),
      ['not_done', 'not_done', 'not_done'],
    )
  })
})

describe('nothing but a clean verdict is approved', () => {
  test('what was not verified is declined, whatever agrees, with the provider’s reasons first', () => {
    for (const compared of combinations) {
      const { status, reasons } = decide(
        verdict({
          outcome: 'not_verified',
          reasons: ['face_mismatch'],
          readings: readingsOf(compared),
        }),
        claims,
      )
      assert.equal(status, 'declined')
      assert.deepEqual(reasons, ['face_mismatch', ...mismatchesOf(compared)])
    }
  })

  test('what was not verified is declined also where the provider gave no reason', () => {
    assert.equal(decide(verdict({ outcome: 'not_verified' }), {}).status, 'declined')
  })

  test('what went wrong ends in error, whatever agrees, with the provider’s reasons alone', () => {
    for (const compared of combinations) {
      const { status, reasons } = decide(
        verdict({
          outcome: 'error',
          reasons: ['provider_answer_unknown'],
          readings: readingsOf(compared),
        }),
        claims,
      )
      assert.equal(status, 'error')
      assert.deepEqual(reasons, ['provider_answer_unknown'])
    }
  })

  test('a verification with reasons against it is declined for them', () => {
    const { status, reasons } = decide(verdict({ reasons: ['document_expired'] }), {})
    assert.deepEqual([status, reasons], ['declined', ['document_expired']])
  })

  const checkResults: readonly CheckResult[] = ['passed', 'failed', 'not_done']
  for (const document of checkResults) {
    for (const liveness of checkResults) {
      for (const faceMatch of checkResults) {
        const isFounded = document === 'passed' && faceMatch === 'passed' && liveness !== 'failed'
        const status = isFounded ? 'approved' : 'error'
        test(`verified with document ${document}, liveness ${liveness}, face ${faceMatch}: ${status}`, () => {
          const outcome = decide(verdict({ checks: { document, liveness, faceMatch } }), {})
          assert.equal(outcome.status, status)
          assert.deepEqual(outcome.reasons, isFounded ? [] : ['provider_answer_contradictory'])
        })
      }
    }
  }
})

test('what is decided holds nothing of the values that were compared', () => {
  for (const compared of combinations) {
    const written = JSON.stringify(decide(verdict({ readings: readingsOf(compared) }), claims))
    for (const value of ['Awa', 'Testou', 'TESTOU', 'Moussa', '1991', '1975', '10023', '98765']) {
      assert.ok(!written.includes(value), value)
    }
  }
})
