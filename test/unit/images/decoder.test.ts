// Slow: starts, stops and kills decoders while they decode large images.

import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import {
  createDecoder,
  type DecoderFailure,
  decoderLimits,
} from '../../../server/images/decoder.ts'
import { createImageReader } from '../../../server/images/inspect-image.ts'
import { startProgram } from '../../support/child-program.ts'
import { decoderPids, environmentOf, isAlive } from '../../support/decoder-programs.ts'
import { drawCard } from '../../support/images.ts'
import { gifImage, noisePng, svgDrawing, tiffImage } from '../../support/odd-images.ts'
import { turns, until } from '../../support/turns.ts'

const front = { role: 'front', idType: 'national_id' } as const
const options = { measureQuality: true }
const unavailable = { code: 'unavailable', options: { retryAfterSeconds: 5 } }

/** A reader with a decoder each for `concurrency` images, and what failed in them. */
function openReader(t: TestContext, limits: Partial<typeof decoderLimits> = {}, concurrency = 1) {
  const failures: DecoderFailure[] = []
  const reader = createImageReader({
    concurrency,
    limits: { ...decoderLimits, ...limits },
    onFailure: (failure) => failures.push(failure),
  })
  t.after(() => reader.close())
  return { reader, failures }
}

/** The one that has been started since `before`. */
async function newDecoder(before: readonly number[]): Promise<number> {
  const started = () => decoderPids().find((pid) => !before.includes(pid))
  await until(() => started() !== undefined)
  return started() ?? assert.fail()
}

/** A decoder that has read an image and waits for the next. */
async function warmUp({ reader }: Pick<ReturnType<typeof openReader>, 'reader'>): Promise<number> {
  const before = decoderPids()
  assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  return newDecoder(before)
}

let card: Buffer
/** A fifth of a second of work, long enough to be stopped in it. */
let large: Buffer
before(async () => {
  card = await drawCard({ width: 640 })
  large = await noisePng({ width: 4_000, height: 4_000 })
})

describe('a decoder', () => {
  test('knows nothing of the environment of its server', async (t) => {
    process.env.SVC_PLANTED_SECRET = 'planted'
    t.after(() => {
      delete process.env.SVC_PLANTED_SECRET
    })
    const pid = await warmUp(openReader(t))
    assert.deepEqual(environmentOf(pid), ['MALLOC_ARENA_MAX=2'])
  })

  test('reads JPEG and PNG and nothing else, whatever it is asked', async (t) => {
    const decoder = createDecoder(decoderLimits)
    t.after(() => decoder.close())
    const order = { kind: 'inspect', format: 'jpeg', measureQuality: false } as const
    const kindOf = async (bytes: Buffer) => {
      const result = await decoder.run(order, bytes)
      return result.kind === 'answered' ? result.answer.kind : result.failure
    }
    const heif = await sharp(card).resize(300).avif().toBuffer()
    const webp = await sharp(card).webp().toBuffer()
    const others = [await svgDrawing(), await gifImage(), await tiffImage(), heif, webp]
    for (const other of others) assert.equal(await kindOf(other), 'damaged')
    assert.equal(await kindOf(card), 'readable')
    assert.equal(await kindOf(await sharp(card).png().toBuffer()), 'readable')
  })

  test('that was killed while it had nothing to do is not missed', async (t) => {
    const opened = openReader(t)
    const pid = await warmUp(opened)
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    assert.equal((await opened.reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that is killed in the middle of an image is replaced, and the image is read', async (t) => {
    const { reader, failures } = openReader(t)
    const pid = await warmUp({ reader })
    process.kill(pid, 'SIGSTOP')
    const inspecting = reader.inspect(large, front, options)
    await turns(10)
    process.kill(pid, 'SIGKILL')
    assert.equal((await inspecting).kind, 'readable')
    assert.deepEqual(failures, ['killed'])
  })

  test('that is killed over and over costs its request a refusal, and no other', async (t) => {
    const { reader, failures } = openReader(t, {}, 2)
    const first = await warmUp({ reader })
    const before = decoderPids()
    process.kill(first, 'SIGSTOP')
    const doomed = assert.rejects(reader.inspect(large, front, options), unavailable)
    const spared = reader.inspect(card, front, options)
    const other = await newDecoder(before)
    process.kill(first, 'SIGKILL')
    process.kill(await newDecoder([...before, other]), 'SIGKILL')
    await doomed
    assert.equal((await spared).kind, 'readable')
    assert.deepEqual(failures, ['killed', 'killed'])
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('goes on with its image when its whole process group is signalled, as at a stop of the server', async (t) => {
    const { reader, failures } = openReader(t)
    const pid = await warmUp({ reader })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const inspecting = reader.inspect(large, front, options)
      await turns(10)
      process.kill(pid, signal)
      assert.equal((await inspecting).kind, 'readable', signal)
    }
    assert.deepEqual(failures, [])
  })

  test('that crashes over an image blames the image', async (t) => {
    const { reader, failures } = openReader(t)
    const pid = await warmUp({ reader })
    process.kill(pid, 'SIGSTOP')
    const inspecting = reader.inspect(large, front, options)
    await turns(10)
    process.kill(pid, 'SIGABRT')
    process.kill(pid, 'SIGCONT')
    const inspection = await inspecting
    assert.ok(inspection.kind === 'refused' && inspection.code === 'too_much_work')
    assert.deepEqual(failures, ['crashed'])
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that hangs is killed when its time is over, and the next image gets a new one', async (t) => {
    const { reader, failures } = openReader(t, { orderMsMax: 5_000 })
    const pid = await warmUp({ reader })
    process.kill(pid, 'SIGSTOP')
    await assert.rejects(reader.inspect(card, front, options), unavailable)
    assert.deepEqual(failures, ['over_time'])
    await until(() => !isAlive(pid))
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that exceeds its memory is killed, and its image refused', async (t) => {
    const { reader, failures } = openReader(t, { memoryBytesMax: 140 * 1024 * 1024 })
    await warmUp({ reader })
    const teal = { width: 6_000, height: 6_000, channels: 3, background: 'teal' } as const
    const held = await sharp({ create: teal })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const inspection = await reader.inspect(held, front, options)
    assert.ok(inspection.kind === 'refused' && inspection.code === 'too_much_work')
    assert.deepEqual(failures, ['over_memory'])
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that cannot be started is refused as unavailable, and is not tried again at once', async (t) => {
    const { reader, failures } = openReader(t, { startMsMax: 1 })
    for (let count = 0; count < 3; count += 1) {
      await assert.rejects(reader.inspect(card, front, options), unavailable)
    }
    assert.deepEqual(failures, ['not_started', 'not_started', 'not_started'])
  })

  test('that hangs keeps nobody waiting who has another one', async (t) => {
    const { reader } = openReader(t, {}, 2)
    const pid = await warmUp({ reader })
    process.kill(pid, 'SIGSTOP')
    const hanging = reader.inspect(large, front, options)
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
    }
    process.kill(pid, 'SIGCONT')
    assert.equal((await hanging).kind, 'readable')
  })

  test('ends when its reader is closed, and what it was doing is refused', async (t) => {
    const { reader } = openReader(t)
    const pid = await warmUp({ reader })
    const inspecting = assert.rejects(reader.inspect(large, front, options), unavailable)
    await turns(10)
    reader.close()
    await inspecting
    await until(() => !isAlive(pid))
    await assert.rejects(reader.inspect(card, front, options), unavailable)
  })

  test('ends after it has had nothing to do for a while', async (t) => {
    const { reader, failures } = openReader(t, { lingerMs: 1 })
    const before = decoderPids()
    await reader.inspect(card, front, options)
    await until(() => decoderPids().every((pid) => before.includes(pid)))
    assert.deepEqual(failures, [])
  })

  test('ends with its server, even if that is killed while an image is decoded', async (t) => {
    const program = startProgram(t, new URL('inspect-until-killed.ts', import.meta.url))
    const pid = Number(await program.nextLine())
    assert.ok(isAlive(pid))
    program.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })
})
