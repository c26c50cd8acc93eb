import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { addUser, type ConsoleClient, openConsole } from '../../support/console-client.ts'
import { keepCompleted } from '../../support/console-verifications.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { notAgain } from '../../support/postgres.ts'
import { itemsOf } from '../../support/scenes/operator-scene.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

const hourMs = 60 * 60 * 1000
const personal = '/verifications/export/personal'
const asked = { purpose: 'audit', created_from: '2026-01-01' }

async function openScene(t: TestContext, rows: number) {
  const scene = await startWork(t, { settings: { SVC_EXPORT_APPROVAL_ROWS: '3' } })
  const clock = new ManualClock()
  for (let count = 0; count < rows; count += 1) {
    await keepCompleted({ db: scene.appliance.db, clock })
  }
  scene.clock.advance(clock.now() - scene.clock.now())
  await addUser(scene.appliance, 'administrator')
  const administrator = openConsole(scene.server)
  await administrator.signIn('administrator@bank.example')
  await scene.awa.signIn('awa@bank.example')
  return { ...scene, administrator }
}

async function request(client: ConsoleClient, body: object = asked): Promise<string> {
  const { status, text, data } = await client.post(`${personal}/request`, body)
  assert.equal(status, 201, text)
  return String(data.approval_id)
}

async function decide(client: ConsoleClient, id: string, decision = 'approve') {
  const { status, text } = await client.post(`/approvals/${id}/decide`, { decision })
  assert.equal(status, 200, text)
}

const linesOf = (text: string) => text.trimEnd().split('\r\n').length - 1

async function exportsIn({ appliance }: WorkScene) {
  const page = { limit: 20, after: undefined }
  return listAuditEntries(appliance.db.reader, { action: 'verification.exported' }, page)
}

test('up to the limit of rows a user exports personal data without approval, above it nobody does', async (t) => {
  const scene = await openScene(t, 4)
  const { awa } = scene
  const { status, error } = await awa.post(personal, asked)
  assert.deepEqual([status, error.code], [403, 'second_person_required'])
  assert.equal(error.details?.[0]?.code, 'approval_needed')
  assert.deepEqual(await exportsIn(scene), [])
  assert.equal((await awa.post('/verifications/export', {})).status, 200)
  const narrower = await scene.appliance.db.reader
    .selectFrom('verifications')
    .select('id')
    .executeTakeFirstOrThrow()
  assert.equal((await awa.post(personal, { ...asked, id: narrower.id })).status, 200)
})

test('exactly the number of rows needs nobody', notAgain, async (t) => {
  const { awa } = await openScene(t, 3)
  const { status, text } = await awa.post(personal, asked)
  assert.deepEqual([status, linesOf(text)], [200, 3])
})

test('rows that a user exports in several parts within a day count together', async (t) => {
  const scene = await openScene(t, 4)
  const { awa, omar } = scene
  const ids = await scene.appliance.db.reader.selectFrom('verifications').select('id').execute()
  const slice = (client: ConsoleClient, index: number) =>
    client.post(personal, { ...asked, id: ids[index]?.id })
  assert.equal((await awa.post('/verifications/export', {})).status, 200, 'without personal data')
  assert.equal((await slice(awa, 0)).status, 200)
  // The third row is the last that is left of the day: of two at once one is refused.
  assert.equal((await slice(awa, 1)).status, 200)
  const both = await Promise.all([slice(awa, 2), slice(awa, 3)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 403])
  const refused = both.find(({ status }) => status === 403)
  assert.equal(refused?.error.details?.[0]?.code, 'approval_needed')
  assert.match(refused?.error.message ?? '', /24 hours/)
  await omar.signIn('omar@bank.example')
  assert.equal((await slice(omar, 3)).status, 200, 'another user has a separate limit')
  scene.clock.advance(24 * hourMs + 1)
  await awa.signIn('awa@bank.example')
  assert.equal((await slice(awa, 3)).status, 200)
})

test("an approved export does not count towards its requester's rows of the day", async (t) => {
  const scene = await openScene(t, 3)
  const { awa, administrator } = scene
  const id = await request(awa)
  await decide(administrator, id)
  assert.equal((await awa.post(`/approvals/${id}/export`)).status, 200)
  assert.equal((await awa.post(personal, asked)).status, 200)
  assert.equal((await awa.post(personal, asked)).status, 403)
})

test('an approved export is counted for its requester until it is taken, or its day is over', async (t) => {
  const scene = await openScene(t, 4)
  const { awa, administrator } = scene
  const seenBy = async (client: ConsoleClient) => {
    const { usable } = (await client.get('/approvals/count')).data
    const [pending, past] = await Promise.all(
      ['pending', 'past'].map((state) => itemsOf(client.get(`/approvals?state=${state}`))),
    )
    return [usable, pending?.length, past?.length]
  }
  const id = await request(awa)
  assert.deepEqual(await seenBy(awa), [0, 1, 0])
  await decide(administrator, id)
  assert.deepEqual(await seenBy(awa), [1, 1, 0])
  assert.deepEqual(await seenBy(administrator), [0, 0, 1], 'only the requester can use it')
  assert.equal((await awa.post(`/approvals/${id}/export`)).status, 200)
  assert.deepEqual(await seenBy(awa), [0, 0, 1])
  await decide(administrator, await request(awa))
  scene.clock.advance(24 * hourMs)
  await awa.signIn('awa@bank.example')
  assert.deepEqual(await seenBy(awa), [0, 0, 2])
})

test('once another reviewer has agreed, the requester takes it, once, and the log names both', async (t) => {
  const scene = await openScene(t, 5)
  const { awa, omar } = scene
  const id = await request(awa)
  const take = (client: ConsoleClient) => client.post(`/approvals/${id}/export`)
  assert.equal((await take(awa)).status, 409)
  const own = await awa.post(`/approvals/${id}/decide`, { decision: 'approve' })
  assert.equal(own.error.code, 'second_person_required')
  await omar.signIn('omar@bank.example')
  await decide(omar, id)
  assert.equal((await take(omar)).status, 404)
  const both = await Promise.all([take(awa), take(awa)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  const taken = both.find(({ status }) => status === 200)
  assert.equal(linesOf(taken?.text ?? ''), 5)
  const [end, begin] = await exportsIn(scene)
  assert.deepEqual([begin?.details.approval_id, end?.details.count], [id, 5])
  assert.deepEqual(begin?.actor, { kind: 'user', id: awa.id })
  const page = { limit: 20, after: undefined }
  const about = await listAuditEntries(scene.appliance.db.reader, { subjectId: id }, page)
  assert.deepEqual(
    about.map(({ action, actor }) => [action, actor.id]),
    [
      ['approval.used', awa.id],
      ['approval.approved', omar.id],
      ['approval.requested', awa.id],
    ],
  )
})

test('an administrator, who sees no verification, can agree too, and sees no personal data in doing so', async (t) => {
  const scene = await openScene(t, 4)
  const id = await request(scene.awa, { ...asked, external_ref: 'Ndèye Œuvré' })
  const { data, text } = await scene.administrator.get('/approvals')
  const [shown] = data.items as readonly { id: string; facts: unknown }[]
  assert.equal(shown?.id, id)
  assert.deepEqual(shown?.facts, {
    environment: 'live',
    filters: ['created_from:2026-01-01T00:00:00.000Z', 'external_ref'],
    rows: 0,
    purpose: 'audit',
  })
  assert.doesNotMatch(text, /Ndèye/)
  await decide(scene.administrator, id)
  assert.equal((await scene.awa.post(`/approvals/${id}/export`)).status, 200)
})

test('what came in after it was asked for is not in it', notAgain, async (t) => {
  const scene = await openScene(t, 4)
  const id = await request(scene.awa)
  scene.clock.advance(1)
  const clock = new ManualClock()
  clock.advance(scene.clock.now() - clock.now())
  await keepCompleted({ db: scene.appliance.db, clock })
  await decide(scene.administrator, id)
  assert.equal(linesOf((await scene.awa.post(`/approvals/${id}/export`)).text), 4)
})

test('leave is worth nothing after 24 hours, nor after a refusal', notAgain, async (t) => {
  const scene = await openScene(t, 4)
  const { awa, administrator } = scene
  const late = await request(awa)
  await decide(administrator, late)
  const refused = await request(awa, { ...asked, status: 'approved' })
  await decide(administrator, refused, 'refuse')
  assert.equal((await awa.post(`/approvals/${refused}/export`)).status, 409)
  scene.clock.advance(24 * hourMs)
  await awa.signIn('awa@bank.example')
  assert.equal((await awa.post(`/approvals/${late}/export`)).status, 409)
  assert.deepEqual(await exportsIn(scene), [])
})

test('the same is not asked for twice at once', async (t) => {
  const { awa } = await openScene(t, 4)
  await request(awa)
  const again = await awa.post(`${personal}/request`, asked)
  assert.deepEqual([again.status, again.error.details?.[0]?.code], [409, 'approval_pending'])
  await request(awa, { ...asked, status: 'declined' })
})
