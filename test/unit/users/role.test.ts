import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, roleMay } from '../../../server/users/role.ts'

test('a role that gives access sees no verifications, and a role that decides gives no access', () => {
  const personal = ['verifications.read', 'verifications.export', 'reviews.work'] as const
  for (const role of ['administrator', 'developer'] as const) {
    for (const permission of personal) assert.equal(roleMay(role, permission), false)
  }
  for (const permission of ['keys.manage', 'users.manage', 'webhooks.manage'] as const) {
    for (const role of ['lead', 'reviewer'] as const) assert.equal(roleMay(role, permission), false)
  }
})

test('a lead may all that a reviewer may, leads reviews and reads reports and quality', () => {
  const more = permissionsOf('lead').filter((one) => !roleMay('reviewer', one))
  assert.deepEqual(more, ['reviews.lead', 'quality.read', 'reports.read'])
  assert.ok(permissionsOf('reviewer').every((one) => roleMay('lead', one)))
})

test('an auditor reads verifications and changes nothing', () => {
  assert.ok(roleMay('auditor', 'verifications.read'))
  assert.deepEqual(
    permissionsOf('auditor').filter((one) =>
      /manage|work|export|erase|lead|request|decide|recount/.test(one),
    ),
    [],
  )
})
