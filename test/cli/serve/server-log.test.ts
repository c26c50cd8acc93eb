// Slow: starts a program for each end of a log. cli/program/launched.test.ts starts some in the fast lane.
//
// Which lines of the log are there after a server has ended, whatever ended it.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('server-log-program.ts', import.meta.url))

interface Logged {
  readonly status: unknown
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}

/** `pauseMs`: how long the reader stops after the first bytes. */
function logOf(ending: string, count: number, pauseMs = 0): Promise<Logged> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    const args = [program, ending, String(count)]
    const child = execFile(process.execPath, args, options, (_error, stdout) => {
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      resolve({ status: child.exitCode ?? child.signalCode, lines })
    })
    if (pauseMs === 0) return
    child.stdout?.once('data', () => {
      child.stdout?.pause()
      setTimeout(() => child.stdout?.resume(), pauseMs)
    })
  })
}

/** More than a pipe holds: what its reader has not fetched yet must be waited for. */
const many = 10_000
/** Fewer than a pipe holds, for ends that wait for no reader. */
const few = 500

describe('no line of the log is lost, and they stay in order, when the process', () => {
  const cases: Readonly<Record<string, readonly [count: number, status: unknown, last: string]>> = {
    returns: [many, 0, 'request'],
    crashes: [many, 1, 'uncaught_exception'],
    'rejects later': [many, 1, 'unhandled_rejection'],
    exits: [few, 130, 'request'],
    'errs and is killed': [few, 'SIGKILL', 'request_failed'],
  }
  for (const [ending, [count, status, last]] of Object.entries(cases)) {
    test(`${ending} after ${count} lines`, async () => {
      const logged = await logOf(ending, count)
      assert.equal(logged.status, status)
      const counts = logged.lines.flatMap(({ count: one }) => (one === undefined ? [] : [one]))
      const expected = Array.from({ length: count }, (_, index) => index + 1)
      assert.deepEqual(counts, expected)
      assert.equal(logged.lines.at(-1)?.event, last)
    })
  }

  // Of these sizes some fill the pipe just so that the last lines find no room at the end.
  test('returns to a reader who is slow (long)', async () => {
    for (const count of [2100, 2200, 2300]) {
      const { lines } = await logOf('returns', count, 500)
      assert.equal(lines.length, count)
      assert.equal(lines.at(-1)?.count, count)
    }
  })
})
