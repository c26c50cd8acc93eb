import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'

test('--out into a folder that does not exist names the folder and says what to do', async (t) => {
  const folder = tempFolder(t)
  writeFileSync(join(folder, 'file'), '')
  const cases = { none: 'does not exist', file: 'is not a folder' } as const
  for (const [name, what] of Object.entries(cases)) {
    const place = join(folder, name)
    const { status, err } = await runSvc(['openapi', '--out', join(place, 'api.json')])
    const advice = 'Create the folder, or name another file with --out.'
    assert.equal(err, `error: ${place} ${what}. ${advice}\n`)
    assert.equal(status, 2)
  }
  const { status, err } = await runSvc(['openapi', '--out', folder])
  assert.deepEqual([status, err], [2, `error: ${folder} is a folder. Name a file with --out.\n`])
  assert.deepEqual(readdirSync(folder), ['file'])
})
