// SQLite only: its file, its connections or its way to commit.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { createThread } from '../../../server/db/sqlite/thread.ts'
import { startProgram } from '../../support/child-program.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const program = () => new URL('programs/mortal-thread.ts', import.meta.url)

describe('a thread of the database', () => {
  test('starts with the first request', async (t) => {
    const thread = start(t)
    assert.equal(thread.isStarted, false)
    assert.equal(await thread.ask('a'), 'a')
    assert.equal(thread.isStarted, true)
  })

  test('passes an error on with its code', async (t) => {
    await assert.rejects(start(t).ask('refuse'), { message: 'no', code: 'SQLITE_FULL' })
  })

  test('is replaced when it dies; the requests under way fail', async (t) => {
    const thread = start(t)
    const asked = await Promise.allSettled([thread.ask('a'), thread.ask('die'), thread.ask('b')])
    assert.deepEqual(
      asked.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code)),
      ['a', 'THREAD_ENDED', 'THREAD_ENDED'],
    )
    assert.equal(await thread.ask('c'), 'c')
  })

  test('fails its requests when it is closed', async (t) => {
    const thread = start(t)
    const asked = assert.rejects(thread.ask('a'), { code: 'THREAD_ENDED' })
    await thread.close()
    await asked
  })

  test('keeps the process alive until it is closed, also where an answer is heard meanwhile', async (t) => {
    const closing = new URL('programs/close-answered-thread.ts', import.meta.url)
    const child = startProgram(t, closing, [join(tempFolder(t), 'answered')])
    assert.equal(await child.nextLine(), 'closed')
    assert.equal((await child.ended).status, 0)
  })
})

function start(t: TestContext) {
  const thread = createThread<string>(program, '')
  t.after(() => thread.close())
  return thread
}
