// Slow: starts, stops and kills decoders while they decode large images.

import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createDecoder, decoderLimits } from '../../../server/images/decoder/decoder.ts'
import { startProgram } from '../../support/child-program.ts'
import { commandOf, environmentOf, isAlive } from '../../support/images/decoder-programs.ts'
import { gifImage, noisePng, svgDrawing, tiffImage } from '../../support/images/odd-images.ts'
import { turns, until } from '../../support/turns.ts'
import { drawSmallCard, front, openReader, options, warmUp } from './decoder-scene.ts'

const product = fileURLToPath(new URL('../../..', import.meta.url))

let card: Buffer
/** Some work, long enough to be stopped in it. */
let large: Buffer
before(async () => {
  card = await drawSmallCard()
  large = await noisePng({ width: 2_000, height: 2_000 })
})

describe('a decoder', () => {
  test('knows nothing of the environment of its server', async (t) => {
    process.env.SVC_PLANTED_SECRET = 'planted'
    t.after(() => {
      delete process.env.SVC_PLANTED_SECRET
    })
    const pid = await warmUp(openReader(t), card)
    assert.deepEqual(environmentOf(pid), ['MALLOC_ARENA_MAX=2'])
  })

  test('may read its own code, the packages and no other file', async (t) => {
    const pid = await warmUp(openReader(t), card)
    const words = commandOf(pid)
    const code = words.at(-1)?.startsWith(`${product}cli/dist/workers/`)
      ? 'cli/dist/workers/'
      : 'server/'
    assert.deepEqual(
      words.filter((word) => word.startsWith('--allow')),
      [
        '--allow-addons',
        ...[code, 'node_modules/', 'package.json'].map(
          (path) => `--allow-fs-read=${product}${path}`,
        ),
        `--allow-fs-read=${realpathSync(`${product}node_modules`)}/`,
      ],
    )
    assert.ok(words.includes('--permission'))
  })

  test('reads JPEG and PNG and nothing else, whatever it is asked', async (t) => {
    const decoder = createDecoder(decoderLimits)
    t.after(() => decoder.close())
    const order = {
      kind: 'inspect',
      format: 'jpeg',
      measureQuality: false,
      secondsMax: 15,
    } as const
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

  test('that is killed in the middle of an image is replaced, and the image is read', async (t) => {
    const { reader, failures } = openReader(t)
    const pid = await warmUp({ reader }, card)
    process.kill(pid, 'SIGSTOP')
    const inspecting = reader.inspect(large, front, options)
    await turns(10)
    process.kill(pid, 'SIGKILL')
    assert.equal((await inspecting).kind, 'readable')
    assert.deepEqual(failures, ['killed'])
  })

  test('that crashes over an image blames the image (long)', async (t) => {
    const { reader, failures } = openReader(t)
    const pid = await warmUp({ reader }, card)
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

  test('ends with its server, even if that is killed while an image is decoded', async (t) => {
    const program = startProgram(t, new URL('inspect-until-killed.ts', import.meta.url))
    const pid = Number(await program.nextLine())
    assert.ok(isAlive(pid))
    program.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })
})
