import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { explainRetention } from '../../../server/erasure/explain-retention.ts'
import { insertHold } from '../../../server/erasure/hold-store.ts'
import { releaseHold, setHold } from '../../../server/erasure/hold-verification.ts'
import { retentionJson } from '../../../server/erasure/retention-json.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { dayMs } from '../../support/erasure.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'

let app: RunningAppliance
before(async () => {
  app = await startAppliance()
})
after(() => app.close())

/** Each a millisecond later, because ids are in order by milliseconds. */
const hold = (verificationId: string, until?: number) => {
  app.clock.advance(1)
  const order = { verificationId, reason: 'audit', reference: undefined, until } as const
  return setHold(app.appliance, fromCommandLine, order)
}
const release = (id: string) => releaseHold(app.appliance, fromCommandLine, id)
const submit = async () => String((await verifyInSandbox(app)).data.id)
const explained = async (id: string) =>
  retentionJson(await explainRetention(app.appliance, id), app.clock.now())

test('a verification has at most 50 holds in force', async () => {
  const { clock } = app
  const id = await submit()
  for (let count = 0; count < 48; count += 1) await hold(id)
  const { id: last } = await hold(id)
  await hold(id, clock.now() + dayMs)
  const full = { code: 'conflict', message: /has 50 legal holds in force.* Release one/ }
  await assert.rejects(hold(id), full)
  await hold(await submit())
  await release(last)
  await hold(id)
  await assert.rejects(hold(id), full)
  clock.advance(dayMs)
  await hold(id)
  await assert.rejects(hold(id), full)
})

test('of those that are over the newest 50 are kept', async () => {
  const id = await submit()
  const { id: first } = await hold(id)
  await hold(id, app.clock.now() + dayMs)
  app.clock.advance(dayMs)
  const over: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const { id: next } = await hold(id)
    await release(next)
    over.push(next)
  }
  const { id: last } = await hold(id)
  const { holds, holds_total: total } = await explained(id)
  assert.equal(total, 52)
  assert.deepEqual(
    holds.map((one) => one.id),
    [first, ...over.slice(-50), last],
  )
})

test('all that are in force are listed, however many an earlier release let there be', async () => {
  const verificationId = await submit()
  const { clock, appliance } = app
  const setAt = clock.now()
  const ids = Array.from({ length: 101 }, (_, index) => newId('hld', setAt + index))
  const order = { verificationId, reason: 'audit', reference: undefined, until: undefined } as const
  const state = { setBy: fromCommandLine.actor, setAt, released: undefined }
  await inTransaction(appliance.db, async (trx) => {
    for (const id of ids) await insertHold(trx, { id, ...order, ...state })
  })
  const { holds } = await explained(verificationId)
  assert.deepEqual(
    holds.map(({ id }) => id),
    ids,
  )
})
