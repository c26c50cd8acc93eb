import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Appliance, openAppliance } from '../../../server/appliance.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { loadConfig } from '../../../server/config.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { newKey } from '../../support/api-key.ts'
import { type Installation, install } from '../installation.ts'
import { startSvc } from '../memory-shell.ts'

async function inside<Result>(
  { configFile }: Installation,
  work: (appliance: Appliance) => Promise<Result>,
): Promise<Result> {
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const appliance = await openAppliance(loaded, { log: silentLog })
  try {
    return await work(appliance)
  } finally {
    await appliance.close()
  }
}

async function withChild(t: TestContext) {
  const svc = await install(t)
  const maker = await svc.json(['keys', 'create', '--name', 'Maker', '--env', 'live'])
  const child = await inside(svc, (appliance) =>
    createKey(
      appliance,
      {
        actor: { kind: 'api_key', id: String(maker.id) },
        clientAddress: undefined,
        requestId: undefined,
      },
      newKey({ name: 'Child' }),
    ),
  )
  return { svc, makerId: String(maker.id), childId: child.key.id }
}

async function stateOf(svc: Installation, id: string) {
  const { items } = await svc.json(['keys', 'list'])
  return (items as readonly { id: string; status: string }[]).find((one) => one.id === id)?.status
}

for (const { typed, state } of [
  { typed: 'y\n', state: 'revoked' },
  { typed: '\n', state: 'active' },
]) {
  test(`svc keys revoke offers to revoke the keys that the key created; after ${JSON.stringify(typed)} they are ${state}`, async (t) => {
    const { svc, makerId, childId } = await withChild(t)
    const args = ['keys', 'revoke', makerId, '--config', svc.configFile]
    const running = startSvc(args, { columns: 200 })
    await running.seen('err', `Revoke ${makerId}`)
    running.type('y\n')
    await running.seen('err', 'Revoke them, too?')
    running.type(typed)
    const { status, err } = await running.ended
    assert.equal(status, 0, err)
    assert.ok(err.includes(`It created 1 key: ${childId} (Child). Revoke them, too?`), err)
    assert.equal(await stateOf(svc, makerId), 'revoked')
    assert.equal(await stateOf(svc, childId), state)
  })
}

test('svc keys revoke --yes keeps them and says how to revoke them, --with-children revokes them', async (t) => {
  const { svc, makerId, childId } = await withChild(t)
  const left = await svc.svc(['keys', 'revoke', makerId, '--yes'])
  assert.match(left.err, /Still active, 1 key that it created/)
  assert.match(left.err, /--with-children/)
  assert.equal(await stateOf(svc, childId), 'active')
  const args = ['keys', 'revoke', makerId, '--with-children', '--yes']
  assert.deepEqual((await svc.json(args)).revoked_children, [childId])
  assert.equal(await stateOf(svc, childId), 'revoked')
})

test('svc keys mark sets which keys a key may create, and the audit log has the operator', async (t) => {
  const svc = await install(t)
  const create = ['keys', 'create', '--name', 'Maker', '--env', 'live', '--scopes', 'keys.manage']
  const { id, ...made } = await svc.json(create)
  assert.equal(made.unrestricted, undefined)
  const mark = (flag: string) => svc.json(['keys', 'mark', String(id), flag])
  assert.equal((await mark('--unrestricted')).unrestricted, true)
  assert.equal((await mark('--restricted')).unrestricted, undefined)
  assert.equal((await svc.json([...create, '--unrestricted'])).unrestricted, true)
  const both = await svc.svc(['keys', 'mark', String(id), '--restricted', '--unrestricted'])
  assert.notEqual(both.status, 0)
  const page = { limit: 10, after: undefined }
  const entries = await inside(svc, ({ db }) =>
    listAuditEntries(db.reader, { action: 'key.updated' }, page),
  )
  assert.deepEqual(
    entries.map(({ actor, details }) => [actor.kind, details.unrestricted]),
    [
      ['cli', false],
      ['cli', true],
    ],
  )
})
