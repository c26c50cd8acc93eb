import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, roleMay } from '../../../server/users/role.ts'

test('a role that gives access sees no verifications, and a role that decides gives no access', () => {
  const personal = ['verifications.read', 'verifications.export', 'reviews.work'] as const
  for (const role of ['administrator', 'developer', 'auditor'] as const) {
    for (const permission of personal) assert.equal(roleMay(role, permission), false)
  }
  for (const permission of ['keys.manage', 'users.manage', 'webhooks.manage'] as const) {
    assert.equal(roleMay('reviewer', permission), false)
  }
})

test('an auditor changes nothing', () => {
  assert.deepEqual(
    permissionsOf('auditor').filter((one) => /manage|work|export/.test(one)),
    [],
  )
})
