import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import {
  addUser,
  type ConsoleClient,
  goodPassword,
  openConsole,
} from '../../support/console-client.ts'
import {
  fieldsOf,
  itemsOf,
  type OperatorScene,
  openOperatorScene,
} from '../../support/scenes/operator-scene.ts'

const wanted = { name: 'Core banking', environment: 'live', scopes: ['kyc.read'] }
const approve = { decision: 'approve' }

/** A developer whose account the administrator made has asked for a live key. */
async function openWaiting(t: TestContext) {
  const scene = await openOperatorScene(t, { settings: { SVC_KEY_APPROVAL: 'yes' } })
  const developer = await invitedDeveloper(scene)
  const made = await fieldsOf(developer.post('/keys', wanted), 201)
  const { administrator } = scene.clients
  const [request] = await itemsOf(administrator.get('/approvals'))
  const usesOfKey = async () =>
    (await call(`${scene.url}/kyc/verifications`, { key: String(made.key) })).status
  return { scene, administrator, path: `/approvals/${request?.id}/decide`, usesOfKey }
}

async function invitedDeveloper(scene: OperatorScene): Promise<ConsoleClient> {
  const email = 'same@bank.example'
  const invited = { email, name: 'The same person', role: 'developer' }
  const { text } = await scene.clients.administrator.post('/users', invited)
  const token = /#([\w-]+)/.exec(text)?.[1]
  const client = openConsole(scene.server)
  await fieldsOf(client.post('/links/accept', { token, password: goodPassword }))
  await client.signIn(email)
  return client
}

test('whoever made the requester’s account is no second person', async (t) => {
  const { scene, administrator, path, usesOfKey } = await openWaiting(t)
  await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  const ines = openConsole(scene.server)
  await ines.signIn('ines@bank.example')
  const { status, error } = await administrator.post(path, approve)
  assert.deepEqual([status, error.code], [403, 'second_person_required'])
  assert.equal(await usesOfKey(), 401)
  await fieldsOf(ines.post(path, approve))
  assert.equal(await usesOfKey(), 200)
})

test('the list says so, and counts it for nobody who can only reject it', async (t) => {
  const { scene, administrator, path } = await openWaiting(t)
  const seenBy = async (client: ConsoleClient) => {
    const [listed] = await itemsOf(client.get('/approvals'))
    const { waiting } = await fieldsOf(client.get('/approvals/count'))
    return [listed?.may_decide, listed?.approval_bar, waiting]
  }
  assert.deepEqual(await seenBy(administrator), [true, null, 1])
  await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  const ines = openConsole(scene.server)
  await ines.signIn('ines@bank.example')
  assert.deepEqual(await seenBy(administrator), [true, 'one_person', 0])
  assert.deepEqual(await seenBy(ines), [true, null, 1])
  const overview = await fieldsOf(administrator.get('/overview'))
  assert.doesNotMatch(JSON.stringify(overview), /approvals_waiting/)
  await fieldsOf(administrator.post(path, { decision: 'refuse' }))
})

test('nor of one whose requester is disabled, which can only be rejected', async (t) => {
  const { administrator } = await openWaiting(t)
  const [request] = await itemsOf(administrator.get('/approvals'))
  const { id } = Object(request?.requested_by)
  await fieldsOf(administrator.send('PATCH', `/users/${id}`, { json: { state: 'disabled' } }))
  const [listed] = await itemsOf(administrator.get('/approvals'))
  assert.deepEqual([listed?.may_decide, listed?.approval_bar], [true, 'requester_inactive'])
})

test('nor once they have disabled who else could', async (t) => {
  const { scene, administrator, path, usesOfKey } = await openWaiting(t)
  const { id } = await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  await fieldsOf(administrator.send('PATCH', `/users/${id}`, { json: { state: 'disabled' } }))
  assert.equal((await administrator.post(path, approve)).status, 403)
  assert.equal(await usesOfKey(), 401)
})

test('nor once the account that they may hold has disabled who else could', async (t) => {
  const scene = await openOperatorScene(t, { settings: { SVC_KEY_APPROVAL: 'yes' } })
  const { administrator } = scene.clients
  const reset = await addUser(scene.appliance, 'administrator', 'same@bank.example')
  const { id } = await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  await fieldsOf(administrator.post(`/users/${reset.id}/link`, {}), 201)
  const same = openConsole(scene.server)
  await same.signIn('same@bank.example')
  await fieldsOf(same.send('PATCH', `/users/${id}`, { json: { state: 'disabled' } }))
  await fieldsOf(same.post('/keys', wanted), 201)
  const [request] = await itemsOf(administrator.get('/approvals'))
  const { status } = await administrator.post(`/approvals/${request?.id}/decide`, approve)
  assert.equal(status, 403)
})

test('where nobody else ever could, they approve', async (t) => {
  const { administrator, path, usesOfKey } = await openWaiting(t)
  await fieldsOf(administrator.post(path, approve))
  assert.equal(await usesOfKey(), 200)
})
