import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsOf, roleMay } from '../../../server/staff/role.ts'

test('who gives access sees no case, and who decides cases gives no access', () => {
  const personal = ['verifications.read', 'verifications.export', 'reviews.work'] as const
  for (const role of ['administrator', 'developer', 'auditor'] as const) {
    for (const permission of personal) assert.equal(roleMay(role, permission), false)
  }
  for (const permission of ['keys.manage', 'people.manage', 'webhooks.manage'] as const) {
    assert.equal(roleMay('reviewer', permission), false)
  }
})

test('an auditor changes nothing', () => {
  assert.deepEqual(
    permissionsOf('auditor').filter((one) => /manage|work|export/.test(one)),
    [],
  )
})
