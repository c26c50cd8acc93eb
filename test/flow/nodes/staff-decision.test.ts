// Staff at different nodes decide what no provider decides: one of them counts, and the deadline comes once.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { addUser, type ConsoleClient, openConsole } from '../../support/console-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { openInstallation } from '../../support/nodes.ts'
import { readDetail } from '../../support/running-appliance.ts'

const hourMs = 3_600_000
const approved = { outcome: 'approved', reasons: ['same_person', 'document_genuine'] }
const declined = { outcome: 'declined', reasons: ['face_mismatch'] }

/** Two nodes without a provider, a verification that waits for staff, and a reviewer at each node. */
async function setUp(t: TestContext) {
  const installation = await openInstallation(2, {
    SVC_PROVIDER: 'local',
    SVC_REVIEW_FOUR_EYES: 'never',
  })
  t.after(() => installation.close())
  const [first, second] = installation.nodes
  assert.ok(first && second)
  const key = await installation.key('live')
  const staff: ConsoleClient[] = []
  for (const [node, email] of [
    [first, 'awa@bank.example'],
    [second, 'omar@bank.example'],
  ] as const) {
    await addUser(first.appliance, 'reviewer', email)
    const client = openConsole({ url: node.origin })
    await client.signIn(email)
    staff.push(client)
  }
  const [awa, omar] = staff
  assert.ok(awa && omar)
  const { data } = await call(`${first.url}/kyc/verify`, { key, body: specimenForm() })
  const id = String(data.id)
  const idle = async () => {
    for (const { server } of installation.nodes) await server.jobs.idle()
  }
  await idle()
  const detail = (await omar.get(`/verifications/${id}`)).data
  const review = String((detail.review as { readonly id: string }).id)
  const usage = async () =>
    (await call(`${second.url}/usage?verification_id=${id}`, { key })).data.items as unknown[]
  const read = () => readDetail(second.url, key, id)
  return { ...installation, awa, omar, review, idle, usage, read }
}

test('claims at two nodes: one holds the review, and only its decision counts', async (t) => {
  const { awa, omar, review, idle, usage, read } = await setUp(t)
  const claims = await Promise.all([awa, omar].map((one) => one.post(`/reviews/${review}/claim`)))
  assert.deepEqual(claims.map(({ status }) => status).toSorted(), [200, 409])
  const answers = await Promise.all([
    awa.post(`/reviews/${review}/decide`, approved),
    omar.post(`/reviews/${review}/decide`, declined),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const [byAwa] = answers
  await idle()
  assert.equal((await read()).status, byAwa?.status === 200 ? 'approved' : 'declined')
  assert.equal((await usage()).length, 1)
})

test('a decision while both nodes know that the time is over: one outcome, counted once at most', async (t) => {
  const { awa, review, advance, idle, usage, read } = await setUp(t)
  await awa.post(`/reviews/${review}/claim`)
  const [decision] = await Promise.all([
    awa.post(`/reviews/${review}/decide`, approved),
    advance(48 * hourMs),
  ])
  await idle()
  const { status, reasons } = await read()
  if (decision?.status === 200 && status === 'approved') {
    assert.equal((await usage()).length, 1)
    return
  }
  assert.equal(status, 'error')
  assert.equal((reasons as { code: string }[])[0]?.code, 'provider_undecided')
  assert.deepEqual(await usage(), [])
})
