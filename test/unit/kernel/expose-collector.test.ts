import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const file = new URL('../../../server/kernel/expose-collector.ts', import.meta.url).href

/** Prints how many bytes outside the JavaScript heap a collection frees. */
const program = `
const { exposeCollector } = await import(${JSON.stringify(file)})
let buffer = new ArrayBuffer(50_000_000)
buffer = undefined
const bytes = () => process.memoryUsage().arrayBuffers
const before = bytes()
exposeCollector()()
console.log(before - bytes())
`

test('a process without rights gets the call that collects garbage', () => {
  const args = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', program]
  const freed = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  assert.ok(freed >= 50_000_000)
})
