// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { ConsoleRoute } from '../../../server/console-api/console-route.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { type Shell, startShell } from './shell.ts'

describe('a response that is a stream', () => {
  let shell: Shell
  let sent: Readable
  const files: ConsoleRoute = {
    audience: 'console',
    permission: 'open',
    method: 'GET',
    path: '/files',
    answer: async () => ({ contentType: 'text/plain', file: sent }),
  }
  beforeEach(async () => {
    shell = await startShell([files])
  })
  afterEach(() => shell.close())
  const failures = () => shell.logged.filter(({ event }) => event === 'response_failed')

  const ask = (init?: RequestInit) => fetch(`${shell.url}/console/api/files`, init)

  test('arrives whole, with its headers', async () => {
    sent = Readable.from(['one ', 'two'])
    const response = await ask()
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), await response.text()],
      [200, 'text/plain', 'one two'],
    )
  })

  test('is cut off, not ended, when it fails in the middle, and the log says so', async () => {
    sent = new Readable({ read() {} })
    sent.push('the first half')
    const response = await ask()
    sent.destroy(new Error('the disk went away'))
    await assert.rejects(response.text())
    assert.equal(failures().length, 1)
  })

  test('is cut off, which is no error, when it is refused in the middle', async () => {
    sent = new Readable({ read() {} })
    sent.push('the first half')
    const response = await ask()
    sent.destroy(new AppError('unauthenticated', 'This session has ended meanwhile.'))
    await assert.rejects(response.text())
    assert.deepEqual(failures(), [])
    const [line] = shell.logged.filter(({ event }) => event === 'response_cut_off')
    assert.deepEqual([line?.level, line?.reason], ['info', 'unauthenticated'])
  })

  test('is destroyed when its client goes away, which is no error', async () => {
    sent = new Readable({ read() {} })
    sent.push('the first half')
    const closed = new Promise((resolve) => sent.once('close', resolve))
    const leaving = new AbortController()
    await ask({ signal: leaving.signal })
    leaving.abort()
    await closed
    assert.deepEqual(failures(), [])
  })
})
