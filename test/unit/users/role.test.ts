import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStrong, roleOfGroups } from '../../../server/users/directory/directory-role.ts'
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

const groups = {
  administrator: ['A'],
  lead: ['L'],
  reviewer: ['R', 'R2'],
  developer: [],
  auditor: ['U'],
}

test('groups give one role, none or too many, letter by letter', () => {
  assert.deepEqual(roleOfGroups(groups, ['x', 'R']), { kind: 'role', role: 'reviewer' })
  assert.deepEqual(roleOfGroups(groups, ['R', 'R2']), { kind: 'role', role: 'reviewer' })
  assert.deepEqual(roleOfGroups(groups, ['L']), { kind: 'role', role: 'lead' })
  assert.deepEqual(roleOfGroups(groups, ['L', 'R']), { kind: 'several_roles' })
  assert.deepEqual(roleOfGroups(groups, ['r']), { kind: 'no_group' })
  assert.deepEqual(roleOfGroups(groups, []), { kind: 'no_group' })
  assert.deepEqual(roleOfGroups(groups, ['A', 'U']), { kind: 'several_roles' })
})

test('a second factor counts where every list that is set is satisfied', () => {
  const strong = (acrValues: string[], amrValues: string[]) =>
    isStrong({ acr: 'high', amr: ['pwd', 'otp'] }, { acrValues, amrValues })
  assert.equal(strong([], []), false)
  assert.equal(strong(['high'], []), true)
  assert.equal(strong(['low'], []), false)
  assert.equal(strong([], ['otp', 'hwk']), true)
  assert.equal(strong(['high'], ['hwk']), false)
  assert.equal(isStrong({ acr: undefined, amr: [] }, { acrValues: ['high'], amrValues: [] }), false)
})
