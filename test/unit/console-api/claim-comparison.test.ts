import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareClaims } from '../../../server/console-api/verifications/claim-comparison.ts'
import {
  personalColumns,
  personalRow,
} from '../../../server/console-api/verifications/verification-csv.ts'
import { readingsOfStoredAnswer } from '../../../server/providers/provider-registry.ts'

const row = (
  field: string,
  verdict: string,
  reason: string | undefined,
  [claimed, read]: readonly string[],
) => ({ field, verdict, reason, claimed, read })

test('claims stand beside readings with the verdict of each comparison', () => {
  const claims = { firstName: 'Awa', lastName: 'Diop', dateOfBirth: '1991-02-03', idNumber: 'A 1' }
  const read = readingsOfStoredAnswer('smile-id', {
    ResultCode: '0810',
    FullName: 'DIOP AWA',
    DOB: '1991-03-02',
    IDNumber: 'B1',
  })
  const { fields, names } = compareClaims(claims, read)
  const [name] = fields
  assert.deepEqual(fields, [
    row('name', 'match', name?.reason, ['Awa Diop', 'DIOP AWA']),
    row('date_of_birth', 'unclear', 'day_month_swapped', ['1991-02-03', '1991-03-02']),
    row('id_number', 'mismatch', 'different', ['A 1', 'B1']),
  ])
  assert.equal(names.pairs.length, 2)
})

test('of two numbers that were read, the one that was compared is shown and exported', () => {
  const claims = { idNumber: '1751199400042' }
  const answer = { IDNumber: 'C0034556677', SecondaryIDNumber: '1 751 1994 00042' }
  const readings = readingsOfStoredAnswer('smile-id', answer)
  const comparison = compareClaims(claims, readings)
  const compared = row('id_number', 'match', 'same', [claims.idNumber, answer.SecondaryIDNumber])
  assert.deepEqual(comparison.fields.at(-1), compared)
  const cells = personalRow({ claims, readings, answer, comparison })
  assert.equal(cells[personalColumns.indexOf('read_id_number')], answer.SecondaryIDNumber)
})

test('an answer without readings compares with nothing', () => {
  for (const answer of [undefined, { last_trouble: 'timeout' }, 'no zip', null]) {
    const { fields } = compareClaims(
      { firstName: 'Awa' },
      readingsOfStoredAnswer('smile-id', answer),
    )
    assert.deepEqual(
      fields.map(({ verdict }) => verdict),
      ['not_compared', 'not_compared', 'not_compared'],
    )
  }
})
