// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// The provider sees a new user in each verification, so it suspects every customer who is verified again.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { IdentityProvider } from '../../../server/providers/provider.ts'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { allPassed, statusOf } from '../../unit/providers/smile-answers.ts'

const statusAndReasons = ({ status, reasons }: Record<string, unknown>) => [
  status,
  ...((reasons ?? []) as readonly { readonly code: string }[]).map(({ code }) => code),
]
const suspected = ['error', 'fraud_suspected']

describe('a customer whose face the provider knows', () => {
  test('is approved again with the same document number, however it is written', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify('SN-1234 567'), ['approved'])
    assert.deepEqual(await scene.verify('SN1234567'), ['approved'])
    assert.deepEqual(await scene.verify('sn 1234567'), ['approved'])
  })

  test('is suspected with another number, and from then on with both', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify('SN1234567'), ['approved'])
    assert.deepEqual(await scene.verify('SN7654321'), suspected)
    assert.deepEqual(await scene.verify('SN1234567'), suspected)
  })

  test('is suspected without a number', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify(undefined), ['approved'])
    assert.deepEqual(await scene.verify(undefined), suspected)
  })

  test('is suspected if the face is also that of a user whom this installation does not know', async (t) => {
    const scene = await startScene(t)
    assert.deepEqual(await scene.verify('SN1234567'), ['approved'])
    scene.users.push('user-of-another-system')
    assert.deepEqual(await scene.verify('SN1234567'), suspected)
  })
})

/** The provider finds the face of every customer whom it has seen. */
async function startScene(t: TestContext) {
  const users: string[] = []
  const app = await startForTest(t, { wrapProvider: (provider) => findFaces(provider, users) })
  return { users, verify: (number: string | undefined) => verify(app, number) }
}

function findFaces(provider: IdentityProvider, users: string[]): IdentityProvider {
  return {
    ...provider,
    async result(job, signal) {
      const reply = await provider.result(job, signal)
      if (reply.kind !== 'final') return reply
      const SuspectUsers = users.map((user_id) => ({ user_id, reason: 'same-person' }))
      users.push(job.userId)
      return mapResult(
        statusOf({ ResultCode: '0810', Actions: allPassed, Antifraud: { SuspectUsers } }),
      )
    },
  }
}

async function verify(app: RunningAppliance, number: string | undefined) {
  const { id_number: _, ...others } = claimed
  const fields = number === undefined ? others : { ...others, id_number: number }
  const submitted = await call(`${app.url}/kyc/verify`, {
    key: app.liveKey,
    body: specimenForm(fields),
  })
  return statusAndReasons(await app.finish(String(submitted.data.id)))
}
