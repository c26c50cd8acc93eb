import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { documentAsNode } from '../support/interface-check.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { runSvc } from './memory-shell.ts'

test('svc openapi prints the interface document, without any appliance', async () => {
  const { status, out, err } = await runSvc(['openapi'])
  assert.deepEqual([status, err], [0, ''])
  assert.deepEqual(JSON.parse(out), documentAsNode())
})

test('svc openapi --out writes the document into a file for its owner alone and says so', async (t) => {
  const file = join(tempFolder(t), 'openapi.json')
  const { status, out, err } = await runSvc(['openapi', '--out', file])
  assert.deepEqual([status, out], [0, ''])
  assert.match(err, /openapi\.json/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), documentAsNode())
})
