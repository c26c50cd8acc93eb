// Slow: starts programs that fail. Whatever takes an image starts one that works in the fast lane.
// The starts of a program that works on pictures: their limit of time, which a mocked clock reaches, and how they fail.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { decoderLimits } from '../../../server/images/decoder/decoder.ts'
import {
  openPictureProgram,
  type ProgramLimits,
} from '../../../server/images/decoder/picture-program.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { turns } from '../../support/turns.ts'

const frames = fileURLToPath(new URL('../../../server/images/decoder/frames.ts', import.meta.url))
const sayer = `import { frameParts, frameReader } from '${frames}'
const say = (head) => { for (const part of frameParts(head, Buffer.alloc(0))) process.stdout.write(part) }`

const neverReady = 'process.stdin.resume()'
const says = (answer: string) => `${sayer}; say('${answer}')`
const answersAll = `${says('ready')}; process.stdin.on('data', frameReader(1e7, () => say('answer')))`

/** Opens a program that does `what`, and after `becomes` another thing. Its time passes by ticks alone. */
function open(t: TestContext, what: string, limits: Partial<ProgramLimits> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const entry = join(tempFolder(t), 'program.mjs')
  const becomes = (next: string) => writeFileSync(entry, next)
  becomes(what)
  const kind = {
    entry: () => pathToFileURL(entry),
    heapMegabytesMax: 32,
    answerBytesMax: 0,
    parse: (head: unknown) => head,
    isReady: (answer: unknown) => answer === 'ready',
  }
  const program = openPictureProgram(kind, { ...decoderLimits, ...limits })
  t.after(() => program.close())
  const run = async () => {
    const result = await program.run({}, Buffer.alloc(0))
    return result.kind === 'failed' ? result.failure : result.answer
  }
  return { run, becomes }
}

type Opened = ReturnType<typeof open>

/** Asserts that the next start is cut off after `limitMs`, and lets the wait before another one end. */
async function assertCutOffAfter(t: TestContext, { run }: Opened, limitMs: number): Promise<void> {
  let failure: unknown
  const running = run().then((failed) => {
    failure = failed
  })
  t.mock.timers.tick(limitMs - 1)
  await turns(3)
  assert.equal(failure, undefined, `${limitMs}`)
  t.mock.timers.tick(1)
  await running
  assert.equal(failure, 'slow_start')
  // With another start, nothing would end it.
  assert.equal(await run(), 'slow_start')
  t.mock.timers.tick(decoderLimits.backOffMs.longest)
}

/** Lets a start succeed, and the idle process end. */
async function startWell(t: TestContext, { run, becomes }: Opened): Promise<void> {
  becomes(answersAll)
  assert.equal(await run(), 'answer')
  t.mock.timers.tick(decoderLimits.lingerMs)
  becomes(neverReady)
}

describe('a program that works on pictures', () => {
  test('has twice the time to start after each start that was too slow, up to the longest', async (t) => {
    const opened = open(t, neverReady, { startMs: { first: 20_000, longest: 50_000 } })
    for (const limitMs of [20_000, 40_000, 50_000, 50_000]) {
      await assertCutOffAfter(t, opened, limitMs)
    }
  })

  test('has the first time to start again once a start was quick', async (t) => {
    // By the real clock: no process takes a minute.
    const opened = open(t, neverReady, { startMs: { first: 60_000, longest: 480_000 } })
    await assertCutOffAfter(t, opened, 60_000)
    await assertCutOffAfter(t, opened, 120_000)
    await startWell(t, opened)
    await assertCutOffAfter(t, opened, 60_000)
  })

  test('keeps the time that a start needed which was slow, but in time', async (t) => {
    // No process starts within a millisecond.
    const opened = open(t, neverReady, { startMs: { first: 1, longest: 40_000 } })
    await assertCutOffAfter(t, opened, 1)
    await startWell(t, opened)
    await assertCutOffAfter(t, opened, 2)
  })

  test('that said that it cannot work, or did not start, fails so until it is tried again', async (t) => {
    const { run, becomes } = open(t, says('unavailable'))
    assert.equal(await run(), 'unavailable')
    becomes('process.exit(1)')
    assert.equal(await run(), 'unavailable')
    t.mock.timers.tick(decoderLimits.backOffMs.longest)
    assert.equal(await run(), 'not_started')
    becomes(answersAll)
    assert.equal(await run(), 'not_started')
    t.mock.timers.tick(decoderLimits.backOffMs.longest)
    assert.equal(await run(), 'answer')
  })
})
