import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditDetails, checkDetails } from '../../../server/audit/audit-details.ts'

test('details are stored in the order of their declaration, as reading them back orders them', () => {
  const given = { sudo_user: 'awa', count: 3, role: 'reviewer', parts: ['answer:1f', 'score:2e'] }
  const checked = checkDetails(given)
  assert.equal(JSON.stringify(checked), JSON.stringify(auditDetails.parse(given)))
  assert.deepEqual(Object.keys(checked), ['role', 'count', 'parts', 'sudo_user'])
})

test('a detail that is not declared, undefined or a sentence is refused', () => {
  const refused: readonly [details: object, why: RegExp][] = [
    [{ name: 'Awa' }, /no detail name/],
    [{ toString: 'Awa' }, /no detail toString/],
    [{ reason: 'Awa Teranga called' }, /invalid_format/],
    [{ role: undefined }, /invalid_type/],
    [{ count: 1.5 }, /int/],
  ]
  for (const [details, why] of refused) assert.throws(() => checkDetails(details), why)
})
