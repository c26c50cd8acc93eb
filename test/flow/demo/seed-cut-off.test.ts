// Long: draws and decodes the images of two dozen verifications.

import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readDemoNotes } from '../../../server/demo/demo-notes.ts'
import {
  demoSettings,
  everyVerification,
  openSeeded,
  seedOnceApart,
} from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a fortnight that was cut off is begun anew, and then is whole', async (t) => {
  const dataDir = tempFolder(t)
  const loaded = demoSettings(dataDir)
  const count = 26
  const cut = new AbortController()
  const cutOff = seedOnceApart(loaded, {
    count,
    signal: cut.signal,
    onProgress: (done) => void (done > 4 && cut.abort(new Error('enough'))),
  })
  await assert.rejects(cutOff, /enough/)
  assert.equal(readDemoNotes(loaded.config).invented, 'under_way')
  await seedOnceApart(loaded, { count })
  assert.equal(readDemoNotes(loaded.config).invented, 'whole')
  const appliance = await openSeeded(loaded)
  t.after(() => appliance.close())
  assert.equal((await everyVerification(appliance)).length, count)
  const rows = await appliance.db.reader.selectFrom('images').select('file').execute()
  const folder = join(dataDir, 'images')
  const files = readdirSync(folder).flatMap((day) => readdirSync(join(folder, day)))
  assert.equal(files.length, rows.length)
})

test('a fortnight that the system refuses fails with the error of the system', async (t) => {
  const dataDir = tempFolder(t)
  const loaded = demoSettings(dataDir)
  writeFileSync(join(dataDir, 'staging'), 'where a folder should be')
  await assert.rejects(seedOnceApart(loaded, { count: 26 }), (error: Error) => {
    assert.match(error.message, /^ENOTDIR|^EEXIST/)
    assert.ok(error.message.endsWith(` (the demo's data in ${dataDir})`))
    return 'syscall' in error && 'code' in error
  })
})
