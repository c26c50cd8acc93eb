// SQLite only: about child processes.

import assert from 'node:assert/strict'
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { quickCheck } from '../../../server/db/sqlite/quick-check.ts'
import { demoSettings, seedOnceApart } from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('child processes open no door to a debugger at SIGUSR1', async (t) => {
  const folder = tempFolder(t)
  const { mock: spawned } = t.mock.method(childProcess, 'spawn')
  const { mock: forked } = t.mock.method(childProcess, 'fork')
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  await quickCheck(join(folder, 'nowhere'), 60_000)
  const stopped = new AbortController()
  const seeded = seedOnceApart(demoSettings(folder), { count: 26, signal: stopped.signal })
  stopped.abort(new Error('enough'))
  await assert.rejects(seeded, { message: 'enough' })
  const [check] = spawned.calls
  const [seed] = forked.calls
  assert.match(JSON.stringify(check?.arguments), /"--disable-sigusr1",".*quick-check-program/)
  assert.match(JSON.stringify(seed?.arguments), /seed-program.*"--disable-sigusr1"/)
})
