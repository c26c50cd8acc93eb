import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import {
  createFileDigests,
  type FileDigest,
  type HashRequest,
} from '../../../server/http/uploads/file-digest.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createThread } from '../../../server/kernel/thread.ts'
import { captureLog } from '../../support/captured-log.ts'

const program = () => new URL('../../../server/http/uploads/hash-thread.ts', import.meta.url)
const nothing: HashRequest = { file: 0, from: 0, parts: [], next: 'forget' }
const large = 3_000_001

describe('the digest of a file', () => {
  test('is its SHA-256, in the thread and here, by chunks of its own memory and of shared memory', async (t) => {
    const { open } = await startThread(t)
    const here = createFileDigests(silentLog, undefined)
    for (const size of [0, 1, 262_143, 262_144, 262_145, large]) {
      const file = randomBytes(size)
      for (const chunks of [ownChunks(file), sharedChunks(file)]) {
        assert.equal(await digestOf(open(), chunks.map(copyOf)), sha256(file))
        assert.equal(await digestOf(here(), chunks.map(copyOf)), sha256(file))
      }
    }
  })

  test('of files that arrive together', async (t) => {
    const { open } = await startThread(t)
    const files = Array.from({ length: 8 }, () => randomBytes(large))
    const digests = files.map(() => open())
    const chunks = files.map((file) => ownChunks(file))
    for (let index = 0; index < (chunks[0]?.length ?? 0); index += 1) {
      await Promise.all(
        digests.map((digest, file) => digest.update(chunks[file]?.[index] ?? Buffer.alloc(0))),
      )
    }
    const ends = await Promise.all(digests.map((digest) => digest.end()))
    assert.deepEqual(ends, files.map(sha256))
  })

  test('takes the memory of chunks over in the thread, and leaves that of others alone', async (t) => {
    const { open } = await startThread(t)
    const file = randomBytes(large)
    const own = ownChunks(file)
    await digestOf(open(), own)
    assert.deepEqual([...new Set(own.slice(0, 16).map((chunk) => chunk.length))], [0])
    await digestOf(open(), sharedChunks(file))
    assert.equal(file.length, large)
  })

  test('needs no thread for a small file, nor while the thread starts', async (t) => {
    const thread = createThread<HashRequest>(program)
    t.after(() => thread.close())
    const open = createFileDigests(silentLog, thread)
    const small = randomBytes(100_000)
    assert.equal(await digestOf(open(), ownChunks(small)), sha256(small))
    assert.equal(thread.isStarted, false)
    const first = randomBytes(large)
    assert.equal(await digestOf(open(), ownChunks(first)), sha256(first))
    assert.equal(thread.isStarted, true)
  })

  test('is no digest at all if the thread dies on the way; the next file gets one', async (t) => {
    const { open, thread } = await startThread(t)
    const file = randomBytes(large)
    const digest = open()
    const [first = Buffer.alloc(0), ...rest] = ownChunks(file, 1_000_000)
    await digest.update(first)
    await thread.ask(nothing)
    await thread.close()
    await assert.rejects(digestOf(digest, rest), { message: 'a part of the file is missing' })
    assert.equal(await digestOf(open(), ownChunks(file)), sha256(file))
  })

  test('fails with the thread that dies with a part of the file', async (t) => {
    const { open, thread } = await startThread(t)
    const digest = open()
    const digested = digestOf(digest, ownChunks(randomBytes(large), large))
    await thread.close()
    await assert.rejects(digested, { code: 'THREAD_ENDED' })
  })

  test('is made here where a thread cannot start', async () => {
    const cannot = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_WORKER' }))
    const { log, of } = captureLog()
    const thread = { isStarted: false, pending: 0, ask: cannot, close: cannot }
    const open = createFileDigests(log, thread)
    const file = randomBytes(large)
    for (let round = 0; round < 2; round += 1) {
      assert.equal(await digestOf(open(), ownChunks(file)), sha256(file))
    }
    assert.deepEqual(
      of('hash_thread_not_started').map(({ reason }) => reason),
      ['ERR_WORKER'],
    )
  })

  test('hands the thread small pieces in one', async () => {
    const thread = noteAsked()
    const open = createFileDigests(silentLog, thread)
    await digestOf(open(), ownChunks(randomBytes(large)))
    await digestOf(open(), ownChunks(randomBytes(large), 128))
    const parts = thread.asked.filter(({ file }) => file === 2).map((one) => one.parts.length)
    assert.deepEqual([...new Set(parts)], [1])
  })

  test('of a file that nobody wants any more is forgotten by the thread', async () => {
    const thread = noteAsked()
    const open = createFileDigests(silentLog, thread)
    await digestOf(open(), ownChunks(randomBytes(large)))
    const digest = open()
    for (const chunk of ownChunks(randomBytes(large))) await digest.update(chunk)
    digest.forget()
    digest.forget()
    const nexts = thread.asked.filter(({ file }) => file === 2).map(({ next }) => next)
    assert.deepEqual(nexts.slice(-2), ['more', 'forget'])
  })

  test('leaves no thread once there has been no large file for a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const thread = noteAsked()
    const open = createFileDigests(silentLog, thread)
    await digestOf(open(), ownChunks(randomBytes(large)))
    const digest = open()
    await digest.update(Buffer.alloc(large))
    t.mock.timers.tick(600_000)
    assert.equal(thread.closings, 0)
    await digest.end()
    t.mock.timers.tick(59_999)
    assert.equal(thread.closings, 0)
    t.mock.timers.tick(1)
    assert.equal(thread.closings, 1)
  })
})

/** A thread that answers nothing and notes what it is asked. */
function noteAsked() {
  const asked: HashRequest[] = []
  const noted = {
    asked,
    closings: 0,
    isStarted: true,
    pending: 0,
    async ask<Answer>(request: HashRequest) {
      asked.push(request)
      return undefined as Answer
    },
    async close() {
      noted.closings += 1
    },
  }
  return noted
}

/** A thread that runs already. */
async function startThread(t: TestContext) {
  const thread = createThread<HashRequest>(program)
  t.after(() => thread.close())
  const open = createFileDigests(silentLog, thread)
  // The first large file starts it, and is hashed without it.
  await digestOf(open(), ownChunks(randomBytes(large)))
  await thread.ask(nothing)
  return { open, thread }
}

async function digestOf(digest: FileDigest, chunks: readonly Buffer[]): Promise<string> {
  for (const chunk of chunks) await digest.update(chunk)
  const end = await digest.end()
  digest.forget()
  return end
}

/** Chunks with memory of their own, as a socket reads them. */
function ownChunks(file: Buffer, size = 65_536): Buffer[] {
  return sharedChunks(file, size).map((chunk) => {
    const own = Buffer.allocUnsafeSlow(chunk.length)
    chunk.copy(own)
    return own
  })
}

function sharedChunks(file: Buffer, size = 65_536): Buffer[] {
  return Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
    file.subarray(index * size, (index + 1) * size),
  )
}

/** The same memory in another object if it is shared, so that each digest gets its own otherwise. */
function copyOf(chunk: Buffer): Buffer {
  return chunk.buffer.byteLength === chunk.length ? Buffer.from(chunk) : chunk
}

function sha256(file: Buffer): string {
  return createHash('sha256').update(file).digest('hex')
}
