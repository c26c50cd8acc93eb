// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '../../../server/keys/key.ts'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'
import { verifyInSandbox } from './sandbox-client.ts'

describe('what belongs to one environment', () => {
  const app = openedBefore(startAppliance)
  let ids: Readonly<Record<'sandbox' | 'live', string>>
  before(async () => {
    const live = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm() })
    const sandbox = await verifyInSandbox(app)
    ids = { sandbox: String(sandbox.data.id), live: String(live.data.id) }
    await app.finish(ids.live)
  })

  const keyOf = (environment: 'sandbox' | 'live') =>
    environment === 'live' ? app.liveKey : app.sandboxKey

  const withoutRequestId = ({ status, text, error }: ApiAnswer) => [
    status,
    text.replace(error.request_id, ''),
  ]

  for (const [own, other] of [
    ['sandbox', 'live'],
    ['live', 'sandbox'],
  ] as const) {
    test(`does not exist for a key of the other: a ${own} key and a ${other} verification`, async () => {
      const read = (id: string) => call(`${app.url}/kyc/verifications/${id}`, { key: keyOf(own) })
      assert.equal((await read(ids[own])).status, 200)
      const foreign = await read(ids[other])
      assert.deepEqual([foreign.status, foreign.error.code], [404, 'not_found'])
      const invented = await read(`ver_${'0'.repeat(26)}`)
      assert.deepEqual(withoutRequestId(foreign), withoutRequestId(invented))
    })

    test(`is in its own list only: ${own}`, async () => {
      const { data } = await call(`${app.url}/kyc/verifications`, { key: keyOf(own) })
      assert.deepEqual(
        (data.items as readonly { id: string }[]).map(({ id }) => id),
        [ids[own]],
      )
    })

    test(`has keys of its own: ${own}`, async () => {
      const manager = await app.key(own, scopes)
      const { data } = await call(`${app.url}/keys?limit=100`, { key: manager })
      const items = data.items as readonly { environment: string }[]
      assert.ok(items.length >= 2)
      assert.ok(items.every(({ environment }) => environment === own))
    })
  }
})
