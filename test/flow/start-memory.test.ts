// SQLite only: about the memory of the process, which knows no database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { exposeCollector } from '../support/exposed-collector.ts'
import { startAppliance } from '../support/running-appliance.ts'

test('a server collects the garbage of its start once it is at rest', async (t) => {
  const asked = exposeCollector(t)
  const { clock, close } = await startAppliance()
  t.after(close)
  assert.equal(asked.length, 0)
  for (let round = 0; round < 1_000 && asked.length === 0; round += 1) {
    // At rest by its event loop, half a second later by its clock.
    await pause(20)
    clock.advance(500)
  }
  assert.equal(asked.length, 1)
})
