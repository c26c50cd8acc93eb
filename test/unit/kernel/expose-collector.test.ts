import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const file = new URL('../../../server/kernel/expose-collector.ts', import.meta.url).href

/** Says whether an object is gone before and after a collection. */
const program = `
const { exposeCollector } = await import(${JSON.stringify(file)})
const dropped = new WeakRef({})
await new Promise((resolve) => setImmediate(resolve))
const isGone = () => dropped.deref() === undefined
const before = isGone()
await new Promise((resolve) => setImmediate(resolve))
exposeCollector()()
process.stdout.write([before, isGone()].join(' '))
`

test('a process without rights gets the call that collects garbage', () => {
  const args = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', program]
  assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), 'false true')
})
