import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runTool } from '../../../server/kernel/run-tool.ts'

const timersOf = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('a program of the operating system', () => {
  test('that is missing, as in a container, does not keep this process alive', async () => {
    const before = timersOf()
    const { status, err } = await runTool('no-such-program', [], { timeoutMs: 3_600_000 })
    assert.equal(status, undefined)
    assert.match(err, /ENOENT/)
    assert.equal(timersOf(), before)
  })

  test('is ended once its time is over', async () => {
    const { status } = await runTool(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      timeoutMs: 200,
    })
    assert.equal(status, undefined)
  })
})
