// Long: three real servers on one PostgreSQL.
//
// What they keep when the database fails over to its standby is asked by the storm (`npm run torture -- --nodes 5 1`).

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStormScene, type StormScene } from '../../../scripts/disasters/nodes/storm-scene.ts'
import { findBinaries } from '../../../scripts/postgres/local-server.ts'
import { awaTeranga } from '../../support/person.ts'
import { onPostgres } from '../../support/postgres.ts'

describe('three servers on one database', onPostgres, () => {
  let scene: StormScene
  before(async () => {
    const settings = { SVC_RATE_LIMIT_PER_MINUTE: '120' }
    scene = await openStormScene({ binaries: findBinaries() ?? '', nodes: 3, settings })
  })
  after(() => scene.close())
  const urlOf = (number: number) => scene.nodes[number % 3]?.server.url

  test('make one verification of 50 equal requests', async () => {
    const submit = async (number: number) => {
      const response = await fetch(`${urlOf(number)}/v1/kyc/sandbox/verify`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${scene.keys.sandbox}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'fifty-at-once',
        },
        body: JSON.stringify(awaTeranga),
      })
      const body = (await response.json()) as { readonly data?: { readonly id: string } }
      return { status: response.status, id: body.data?.id }
    }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => submit(number)))
    const stored = answers.filter(({ status }) => status < 300)
    assert.ok(stored.length > 0)
    assert.deepEqual(
      answers.filter(({ status }) => status >= 300 && status !== 409),
      [],
    )
    assert.equal(new Set(stored.map(({ id }) => id)).size, 1)
    const rows = await scene.db.reader.selectFrom('verifications').select('id').execute()
    assert.equal(rows.length, 1)
  })

  test('let a burst of one key exceed its limit by 5 % at most', async () => {
    const read = async (number: number) => {
      const response = await fetch(`${urlOf(number)}/v1/usage`, {
        headers: { Authorization: `Bearer ${scene.keys.live}` },
      })
      await response.arrayBuffer()
      return response.status
    }
    // Thirty at once, so that the nodes' reports are answered in time on a busy machine, too: a node whose report is
    // not answered allows its own share, as it does while the database is away.
    const numbers = Array.from({ length: 480 }, (_, number) => number).values()
    const readOn = async () => {
      const its: number[] = []
      for (const number of numbers) its.push(await read(number))
      return its
    }
    const statuses = (await Promise.all(Array.from({ length: 30 }, readOn))).flat()
    const allowed = statuses.filter((status) => status === 200).length
    assert.ok(allowed >= 120 && allowed <= 126, `${allowed} of 120`)
    assert.equal(statuses.filter((status) => status === 429).length, 480 - allowed)
  })
})
