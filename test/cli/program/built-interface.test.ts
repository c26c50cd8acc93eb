// Long: runs the tests of the interface once more.
//
// They call the sources everywhere else. Here they are built with all that they call, in the way of the program, so
// that each endpoint answers from code as a release has it.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { laneFlags } from '../../../scripts/lane-flags.js'
import { programDir } from '../../../server/kernel/built-files.js'

const productDir = fileURLToPath(new URL('../../..', import.meta.url))
/** As the settings of the build say. */
const builtTestsDir = join(programDir, 'tests')

test('every endpoint does as built what it does from its sources', async (t) => {
  t.after(() => rmSync(builtTestsDir, { recursive: true, force: true }))
  const into = ['--outDir', builtTestsDir, '--emptyOutDir', '--logLevel=warn']
  const settings = 'scripts/built-tests.vite.js'
  await run(['node_modules/vite/bin/vite.js', 'build', '--config', settings, ...into])
  const built = readdirSync(builtTestsDir).filter((file) => file.endsWith('.test.js'))
  assert.ok(built.length > 100, `${built.length} files`)

  const flags = ['--test-reporter=./scripts/failures-reporter.js', ...laneFlags('--usual')]
  const files = join(builtTestsDir, '*.test.js')
  assert.equal(await run([...flags, 'scripts/run-tests.js', files]), '')
})

/** Returns what Node prints. @throws Error with all of it if that fails */
async function run(args: readonly string[]): Promise<string> {
  // Otherwise it would report to the runner of this test, in the language of the two.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const ended = promisify(execFile)(process.execPath, args, { cwd: productDir, env })
  const { stdout } = await ended.catch(({ stdout, stderr }) => assert.fail(`${stdout}${stderr}`))
  return stdout
}
