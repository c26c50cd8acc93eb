// Slow: runs files of tests in processes of their own, to look which tests are left out and when a run ends.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../support/temp-folder.ts'

const engine = join(import.meta.dirname, '../support/postgres.ts')

test('a run of paths on PostgreSQL runs what others left out as sent by others', (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'marked.test.ts')
  const text = `// Not again on PostgreSQL: others send the same.
import { test } from 'node:test'
import { notAgain } from '${relative(folder, engine)}'
test('marked', notAgain, () => {})
`
  writeFileSync(file, text)
  const run = (more: Record<string, string>) => {
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
    const env = { ...inherited, SVC_TEST_ENGINE: 'postgres', SVC_TEST_AGAIN: '', ...more }
    const args = ['--test-reporter=tap', 'scripts/run-tests.js', file]
    return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  }
  assert.match(run({}).stderr, /No test file matches/)
  const { stdout, stderr } = run({ SVC_TEST_AGAIN: '1' })
  assert.match(stdout, /# pass 1\n(?:.*\n)*# skipped 0/, stderr)
})

test('the limit for what is left open begins with the end of all tests, though the first are left out', (t) => {
  const folder = tempFolder(t)
  writeFileSync(
    join(folder, 'a.test.ts'),
    `import { test } from 'node:test'
const { setTimeout } = globalThis
globalThis.delays = []
globalThis.setTimeout = (work, delay) => {
  globalThis.delays.push(delay)
  return setTimeout(work, delay)
}
await Promise.resolve()
test('left out (long)', () => {})
`,
  )
  writeFileSync(
    join(folder, 'b.test.ts'),
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
await new Promise((resolve) => setImmediate(resolve))
test('runs', () => assert.deepEqual(globalThis.delays, []))
`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const flags = ['--test-reporter=tap', '--test-skip-pattern=/ \\(long\\)$/']
  const args = [...flags, 'scripts/run-tests.js', join(folder, '*.test.ts')]
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  assert.match(stdout, /# pass 1\n/, stdout + stderr)
})
