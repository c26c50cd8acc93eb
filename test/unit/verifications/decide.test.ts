import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  CheckResult,
  DocumentReadings,
  ProviderVerdict,
  SeenDocument,
} from '../../../server/providers/provider.ts'
import { decide as decideSubmitted } from '../../../server/verifications/completion/decide.ts'
import type { Claims, Outcome } from '../../../server/verifications/verification.ts'
import { foundZone, type ZoneReading } from '../../../server/verifications/zone/zone-reading.ts'

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

const submitted = { country: 'SN', idType: 'national_id' } as const
/** A time at which Morocco had the next day already. */
const nowMs = Date.parse('2025-11-20T23:30:00Z')

function decide(verdict: ProviderVerdict, claims: Claims, zone?: ZoneReading): Outcome {
  return decideSubmitted(verdict, { claims, submitted, zone, nowMs })
}

const passed = { document: 'passed', liveness: 'passed', faceMatch: 'passed' } as const

function verdict(more: Partial<ProviderVerdict>): ProviderVerdict {
  return {
    outcome: 'verified',
    reasons: [],
    checks: passed,
    readings: {},
    seen: {},
    resultCode: '0810',
    ...more,
  }
}

function zoneOf(...lines: readonly string[]): ZoneReading {
  const readAt = Date.UTC(2026, 10, 21)
  const at = { x: 0, y: 0 }
  const corners = { topLeft: at, topRight: at, bottomRight: at, bottomLeft: at }
  const zone = { side: 'front', corners, lines, confidence: 1 } as const
  return { outcome: 'valid', found: foundZone(zone, readAt), readAt }
}

const specimenZone = zoneOf(
  'P<SENTESTOU<<AWA<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  'A10023<<<2SEN9102033F3105010<<<<<<<<<<<<<<<8',
)

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
          // An approval is in doubt about a claim of which nothing was read.
          ['name', status === 'approved' && name === 'not_done' ? 'unclear' : name],
          [
            'date_of_birth',
            status === 'approved' && dateOfBirth === 'not_done' ? 'unclear' : dateOfBirth,
          ],
          ['id_number', status === 'approved' && idNumber === 'not_done' ? 'unclear' : idNumber],
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

  test('a document that expired before the date in its country is declined, also in its last hour in UTC', () => {
    const ofCountry = (country: string, expiresOn: string) => {
      const rules = { claims, submitted: { ...submitted, country }, nowMs }
      const { status, reasons } = decideSubmitted(verdict({ readings: { expiresOn } }), rules)
      return [status, ...reasons]
    }
    assert.deepEqual(ofCountry('SN', '2025-11-19'), ['declined', 'document_expired'])
    assert.deepEqual(ofCountry('SN', '2025-11-20'), ['approved'])
    assert.deepEqual(ofCountry('MA', '2025-11-20'), ['declined', 'document_expired'])
    assert.deepEqual(ofCountry('MA', '2025-11-21'), ['approved'])
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

describe('a claim of which nothing was read', () => {
  const unread = ['name', 'date_of_birth', 'id_number'] as const
  const resultsOf = (outcome: Outcome) =>
    unread.map((name) => outcome.checks.find(({ check }) => check === name)?.result)

  test('puts an approval in doubt, unless the document’s zone confirms it', () => {
    const alone = decide(verdict({}), claims)
    assert.deepEqual(
      [alone.status, ...resultsOf(alone)],
      ['approved', ...unread.map(() => 'unclear')],
    )
    const confirmed = decide(verdict({}), claims, specimenZone)
    assert.deepEqual(resultsOf(confirmed), ['not_done', 'not_done', 'not_done'])
  })

  test('is not done where something else declined the verification', () => {
    const declined = decide(verdict({ readings: { fullName: 'Moussa Inventa' } }), claims)
    assert.deepEqual(resultsOf(declined), ['failed', 'not_done', 'not_done'])
  })
})

describe('a document that the provider verified in place of the submitted one', () => {
  const rows: readonly (readonly [about: string, seen: SeenDocument, status: string])[] = [
    ['the submitted one', submitted, 'approved'],
    ['nothing in particular', {}, 'approved'],
    ['of another country', { country: 'ML' }, 'error'],
    ['of another kind', { country: 'SN', idType: 'passport' }, 'error'],
  ]
  for (const [about, seen, status] of rows) {
    test(`ends ${status} where that is ${about}`, () => {
      const outcome = decide(verdict({ seen }), {})
      const reasons = status === 'error' ? ['provider_answer_contradictory'] : []
      assert.deepEqual([outcome.status, outcome.reasons], [status, reasons])
    })
  }

  test('is declined for its reasons where the provider did not verify it', () => {
    const refused = { outcome: 'not_verified', reasons: ['face_mismatch'] } as const
    const outcome = decide(verdict({ ...refused, seen: { country: 'ML' } }), {})
    assert.deepEqual([outcome.status, outcome.reasons], ['declined', ['face_mismatch']])
  })
})

test('the zone may hold the other one of the two numbers that the provider read', () => {
  const readings = { idNumber: 'C0034556677', otherIdNumber: 'A10023' }
  const { checks } = decide(verdict({ readings }), {}, specimenZone)
  assert.equal(checks.find(({ check }) => check === 'mrz_number')?.result, 'passed')
})

test('the claimed number may be the other one that the document prints', () => {
  const numbers = { idNumber: 'C0034556677', otherIdNumber: 'A 10023' }
  const readings = {
    ...readingsOf({ name: 'passed', dateOfBirth: 'passed', idNumber: 'not_done' }),
    ...numbers,
  }
  assert.equal(decide(verdict({ readings }), claims).status, 'approved')
  const differing = decide(verdict({ readings: { ...readings, otherIdNumber: 'B98765' } }), claims)
  assert.deepEqual(differing.reasons, ['id_number_mismatch'])
})

test('what is decided holds nothing of the values that were compared', () => {
  for (const compared of combinations) {
    const written = JSON.stringify(decide(verdict({ readings: readingsOf(compared) }), claims))
    for (const value of ['Awa', 'Testou', 'TESTOU', 'Moussa', '1991', '1975', '10023', '98765']) {
      assert.ok(!written.includes(value), value)
    }
  }
})
