import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareClaims } from '../../../server/console-api/verifications/claim-comparison.ts'
import { readingsOfStoredAnswer } from '../../../server/providers/provider-registry.ts'

test('claims stand beside readings with the verdict of each comparison', () => {
  const claims = { firstName: 'Awa', lastName: 'Diop', dateOfBirth: '1991-02-03', idNumber: 'A 1' }
  const read = readingsOfStoredAnswer('smile-id', {
    ResultCode: '0810',
    FullName: 'DIOP AWA',
    DOB: '1991-03-02',
    IDNumber: 'B1',
  })
  const { fields, names } = compareClaims(claims, read)
  assert.deepEqual(fields, [
    {
      field: 'name',
      verdict: 'match',
      reason: fields[0]?.reason,
      claimed: 'Awa Diop',
      read: 'DIOP AWA',
    },
    {
      field: 'date_of_birth',
      verdict: 'unclear',
      reason: 'day_month_swapped',
      claimed: '1991-02-03',
      read: '1991-03-02',
    },
    { field: 'id_number', verdict: 'mismatch', reason: 'different', claimed: 'A 1', read: 'B1' },
  ])
  assert.equal(names.pairs.length, 2)
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
