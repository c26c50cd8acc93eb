// Long: stops and kills ten decoders while they decode large images.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { decoderPids, isAlive } from '../../support/images/decoder-programs.ts'
import { noisePng } from '../../support/images/odd-images.ts'
import { turns, until } from '../../support/turns.ts'
import {
  drawSmallCard,
  front,
  newDecoder,
  openReader,
  options,
  unavailable,
  warmUp,
} from './decoder-scene.ts'

let card: Buffer
/** A fifth of a second of work, long enough to be stopped in it. */
let large: Buffer
before(async () => {
  card = await drawSmallCard()
  large = await noisePng({ width: 4_000, height: 4_000 })
})

describe('a decoder in trouble', () => {
  test('that was killed while it had nothing to do is not missed', async (t) => {
    const opened = openReader(t)
    const pid = await warmUp(opened, card)
    process.kill(pid, 'SIGKILL')
    await until(() => !isAlive(pid))
    assert.equal((await opened.reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that is killed over and over costs its request a refusal, and no other', async (t) => {
    const { reader, failures } = openReader(t, {}, 2)
    const first = await warmUp({ reader }, card)
    const before = decoderPids()
    process.kill(first, 'SIGSTOP')
    const doomed = assert.rejects(reader.inspect(large, front, options), unavailable)
    await turns(10)
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
    const pid = await warmUp({ reader }, card)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const inspecting = reader.inspect(large, front, options)
      await turns(10)
      process.kill(pid, signal)
      assert.equal((await inspecting).kind, 'readable', signal)
    }
    assert.deepEqual(failures, [])
  })

  test('that hangs is killed when its time is over, and the next image gets a new one', async (t) => {
    const { reader, failures } = openReader(t, { orderMsMax: 5_000 })
    const pid = await warmUp({ reader }, card)
    process.kill(pid, 'SIGSTOP')
    await assert.rejects(reader.inspect(card, front, options), unavailable)
    assert.deepEqual(failures, ['over_time'])
    await until(() => !isAlive(pid))
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that exceeds its memory is killed, and its image refused', async (t) => {
    const { reader, failures } = openReader(t, { memoryBytesMax: 140 * 1024 * 1024 })
    await warmUp({ reader }, card)
    const teal = { width: 6_000, height: 6_000, channels: 3, background: 'teal' } as const
    const held = await sharp({ create: teal })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const inspection = await reader.inspect(held, front, options)
    assert.ok(inspection.kind === 'refused' && inspection.code === 'too_much_work')
    assert.deepEqual(failures, ['over_memory'])
    assert.equal((await reader.inspect(card, front, options)).kind, 'readable')
  })

  test('that is not ready in time refuses each image as unavailable, for that reason', async (t) => {
    const { reader, failures } = openReader(t, {
      startMs: { first: 1, longest: 1 },
      backOffMs: { first: 60_000, longest: 60_000 },
    })
    for (let count = 0; count < 3; count += 1) {
      await assert.rejects(reader.inspect(card, front, options), unavailable)
    }
    assert.deepEqual(failures, ['slow_start', 'slow_start', 'slow_start'])
  })

  test('that hangs keeps nobody waiting who has another one', async (t) => {
    const { reader } = openReader(t, {}, 2)
    const pid = await warmUp({ reader }, card)
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
    const pid = await warmUp({ reader }, card)
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
})
