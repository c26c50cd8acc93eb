// SQLite only: about child processes.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { quickCheck } from '../../../server/db/sqlite/quick-check.ts'
import { demoSettings, seedOnceApart } from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** The arguments of the child processes of this one. */
function childArguments(): readonly string[] {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return ids.map((id) => readFileSync(`/proc/${id}/cmdline`, 'utf8'))
}

test('child processes open no door to a debugger at SIGUSR1', async (t) => {
  const folder = tempFolder(t)
  const checked = quickCheck(join(folder, 'nowhere'), 60_000)
  const stopped = new AbortController()
  const seeded = seedOnceApart(demoSettings(folder), { count: 26, signal: stopped.signal })
  const started = childArguments()
  stopped.abort(new Error('enough'))
  await assert.rejects(seeded, { message: 'enough' })
  await checked
  for (const program of ['quick-check-program', 'seed-program']) {
    const own = started.find((words) => words.includes(program))
    assert.match(own ?? 'not started', /--disable-sigusr1/, program)
  }
})
