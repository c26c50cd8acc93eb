import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const collector = new URL('../../../cli/collector.ts', import.meta.url).href

/** Node colours what it prints under FORCE_COLOR. */
const env = { ...process.env, FORCE_COLOR: undefined }

/** Says whether garbage was collected when asked, and with which flags V8 runs in the end. */
const program = `
const { ownCollector } = await import(${JSON.stringify(collector)})
const { cachedDataVersionTag } = await import('node:v8')
const dropped = new WeakRef({})
await new Promise((resolve) => setImmediate(resolve))
ownCollector.keepYoung()
const tag = cachedDataVersionTag()
ownCollector.collectAll()
console.log(JSON.stringify({ tag, isCollected: dropped.deref() === undefined }))
`

test('the collector of this process keeps objects young and collects when it is asked', () => {
  const run = (...args: readonly string[]) =>
    JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env }))
  const tag = run('--no-allocation-site-pretenuring', '-p', 'v8.cachedDataVersionTag()')
  assert.notEqual(tag, run('-p', 'v8.cachedDataVersionTag()'))
  assert.deepEqual(run('--input-type=module', '--eval', program), { tag, isCollected: true })
})
