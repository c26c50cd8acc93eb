// Gathering works that commit together on PostgreSQL.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGroups } from '../../server/db/postgres/groups.ts'
import { storageTroubleOf } from '../../server/db/storage-trouble.ts'

describe('the queue of grouped works', () => {
  test('refuses a work that waits for too long, and runs the others', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const goOn = Promise.withResolvers<void>()
    const ran: number[] = []
    const add = createGroups(async (group) => {
      await goOn.promise
      for (const { resolve } of group) resolve(undefined)
      ran.push(group.length)
    }, 20)
    const first = add(async () => {})
    await new Promise(setImmediate)
    const second = add(async () => {})
    await new Promise(setImmediate)
    const third = add(async () => {}).catch((error: unknown) => error)
    t.mock.timers.tick(20)
    const late = await third
    assert.equal(storageTroubleOf(late), 'busy')
    assert.match(String(late), /no turn to write/)
    goOn.resolve()
    await Promise.all([first, second])
    assert.deepEqual(ran, [1, 1])
  })

  test('runs two groups at once, of at most 64 works each', async () => {
    const goOn = Promise.withResolvers<void>()
    const begun: number[] = []
    const add = createGroups(async (group) => {
      begun.push(group.length)
      await goOn.promise
      for (const { resolve } of group) resolve(undefined)
    })
    const added = Array.from({ length: 150 }, () => add(async () => {}))
    await new Promise(setImmediate)
    assert.deepEqual(begun, [64, 64])
    goOn.resolve()
    await Promise.all(added)
    assert.deepEqual(begun, [64, 64, 22])
  })
})
