import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBundle } from '../../../server/upgrade/open-bundle.ts'
import { installRelease } from '../../cli/release/release-scene.ts'

test('what is unpacked is what was verified, even if the file is replaced meanwhile', async (t) => {
  const { bundle, publicKey, folder } = await installRelease(t)
  const file = bundle({ version: '1.3.0', trial: 'works' })
  // Stands before the real tar: replaces the tarball by one of the same files with other modes.
  const programs = join(folder, 'programs')
  const other = join(folder, 'other')
  for (const one of [programs, other]) mkdirSync(one)
  const swapping = `#!/bin/sh
PATH='${process.env.PATH}'
tar -xzf '${file}' -C '${other}' && chmod -R 777 '${other}' && tar -czf '${file}' -C '${other}' .
exec tar "$@"
`
  writeFileSync(join(programs, 'tar'), swapping)
  chmodSync(join(programs, 'tar'), 0o755)
  const into = join(folder, 'into')
  mkdirSync(into)
  const opened = await openBundle({ file, keyFile: publicKey, into, env: { PATH: programs } })
  assert.equal(opened.description.version, '1.3.0')
  assert.deepEqual(readdirSync(other), readdirSync(into))
  assert.equal(statSync(join(opened.folder, 'bin/svc')).mode & 0o777, 0o755)
})
