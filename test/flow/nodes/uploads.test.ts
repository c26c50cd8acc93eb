// Slow: starts several servers for each upload.
//
// A node uploads images, and another starts or takes over meanwhile: one payment, whatever happens.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import { call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { openInstallation, passTime } from '../../support/nodes.ts'
import { readDetail } from '../../support/running-appliance.ts'
import { turns, until } from '../../support/turns.ts'

async function setUp(t: TestContext) {
  const installation = await openInstallation(1)
  t.after(() => installation.close())
  const [first] = installation.nodes
  assert.ok(first)
  const key = await installation.key('live')
  const submit = async () => {
    const { status, data } = await call(`${first.url}/kyc/verify`, { key, body: specimenForm() })
    assert.equal(status, 202)
    return String(data.id)
  }
  const counts = () =>
    installation.simulator.ledger().map(({ paid, uploads }) => ({ paid, uploads }))
  const uploads = async () => {
    const page = { order: 'oldest_first', after: undefined, limit: 10 } as const
    const filter = { purpose: 'identity.upload' } as const
    const entries = await listOutbound(first.appliance.db.reader, filter, page)
    return entries.map(({ outcome }) => outcome)
  }
  /** Calls of the provider take real time, however far the clock goes meanwhile. */
  const untilSecondly = async (what: string, isTrue: () => unknown) => {
    for (let second = 0; !(await isTrue()); second += 1) {
      assert.ok(second < 30 * 60, what)
      await passTime(installation.clock, 1_000, 1_000)
      await turns(10)
    }
  }
  const untilApproved = ({ url }: { readonly url: string }, id: string) =>
    untilSecondly('it is never approved', async () => {
      const { status } = await readDetail(url, key, id)
      return status === 'approved'
    })
  return { ...installation, first, submit, counts, uploads, untilSecondly, untilApproved }
}

test('a slow upload stays its own while another node starts: paid once, not marked as cut off', async (t) => {
  const { simulator, clock, start, first, submit, counts, uploads, untilApproved } = await setUp(t)
  simulator.setFault({ endpoint: 'put', when: 'after', calls: 1, fault: { kind: 'hang' } })
  const id = await submit()
  await until(() => simulator.ledger()[0]?.uploads === 1)
  const second = await start()
  await passTime(clock, 5_000)
  assert.deepEqual(await uploads(), ['begun'])
  assert.equal(second.of('jobs_rescued').length, 0)
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  await passTime(clock, 150_000, 1_000)
  await untilApproved(first, id)
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
})

test('an upload whose node falls silent is taken over, and never sent twice', async (t) => {
  const { simulator, clock, start, first, submit, counts, uploads, untilApproved } = await setUp(t)
  simulator.setFault({ endpoint: 'put', when: 'after', calls: 1, fault: { kind: 'hang' } })
  const id = await submit()
  await until(() => simulator.ledger()[0]?.uploads === 1)
  const second = await start()
  await passTime(clock, 1_000)
  first.clock.stop()
  await passTime(clock, 2_600)
  await until(() => second.of('jobs_rescued').length === 1)
  await untilApproved(second, id)
  assert.deepEqual(await uploads(), ['cut_off'])
  first.clock.goOn()
  await passTime(clock, 10_000)
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
})

test('an upload of which the provider knows nothing yet waits, whoever began it', async (t) => {
  const { simulator, clock, start, first, submit, counts, untilSecondly } = await setUp(t)
  simulator.setFault({ endpoint: 'put', calls: 1, fault: { kind: 'hang' } })
  await submit()
  await until(() => first.appliance.node.mayTakeWork())
  const begun = () =>
    first.appliance.db.reader
      .selectFrom('provider_jobs')
      .select('upload_started_at')
      .executeTakeFirstOrThrow()
  for (let look = 0; (await begun()).upload_started_at === null; look += 1) {
    assert.ok(look < 10_000, 'the upload never began')
    await turns(10)
  }
  const second = await start()
  first.clock.stop()
  await passTime(clock, 3 * 60_000, 1_000)
  assert.ok(second.of('jobs_rescued').length >= 1)
  assert.deepEqual(counts(), [{ paid: 0, uploads: 0 }])
  await untilSecondly('it is never uploaded again', () => counts()[0]?.paid !== 0)
  assert.deepEqual(counts(), [{ paid: 1, uploads: 1 }])
  // Its stop waits for the upload that hangs.
  first.clock.goOn()
  await passTime(clock, 150_000, 1_000)
})
