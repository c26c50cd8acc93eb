import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTooManyGroups, readPerson } from '../../../server/directory/read-person.ts'

const tie = { iss: 'https://login.bank.example', sub: '4711' }

test('groups are read from a list, a single word, a nested claim and a claim with dots in its name', () => {
  const cases: readonly (readonly [object, string, readonly string[]])[] = [
    [{ groups: ['a', 'b', 7, null] }, 'groups', ['a', 'b']],
    [{ groups: 'a' }, 'groups', ['a']],
    [{ groups: { a: 1 } }, 'groups', []],
    [{}, 'groups', []],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://bank.example/groups': ['a'] }, 'https://bank.example/groups', ['a']],
    [{}, 'constructor.name', []],
    [{}, '__proto__', []],
  ]
  for (const [claims, path, groups] of cases) {
    assert.deepEqual(readPerson({ ...tie, ...claims }, path).groups, groups, path)
  }
})

test('an address is taken from the first claim that holds one', () => {
  const emailOf = (claims: object) => readPerson({ ...tie, ...claims }, 'groups').email
  assert.equal(emailOf({ email: 'a@b.example', upn: 'c@d.example' }), 'a@b.example')
  assert.equal(emailOf({ preferred_username: 'c@d.example' }), 'c@d.example')
  assert.equal(emailOf({ preferred_username: 'awa' }), undefined)
})

test('claims of another kind count as absent', () => {
  const claims = { acr: 1, amr: 'pwd', auth_time: 'now', name: ['x'], email: {} }
  assert.deepEqual(readPerson({ ...tie, ...claims }, 'groups'), {
    issuer: tie.iss,
    subject: tie.sub,
    email: undefined,
    name: undefined,
    groups: [],
    acr: undefined,
    amr: ['pwd'],
    provedAt: undefined,
  })
})

test('groups that did not fit into the token are noticed', () => {
  assert.ok(hasTooManyGroups({ _claim_names: { groups: 'src1' } }, 'groups'))
  assert.ok(hasTooManyGroups({ hasgroups: true }, 'groups'))
  assert.ok(!hasTooManyGroups({ groups: [] }, 'groups'))
})
