// Slow: starts decoders. Whatever takes an image uses them in the fast lane.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { imagesWaitingMax } from '../../../server/images/decoder/decode-limits.ts'
import { UndecodableError } from '../../../server/images/inspection.ts'
import { admitImage } from '../../support/images/admit-image.ts'
import { drawCard, toPng } from '../../support/images/images.ts'
import { until } from '../../support/turns.ts'

const specimens = fileURLToPath(new URL('../../../data/reference/specimens', import.meta.url))
const front = { role: 'front', idType: 'national_id' } as const
const options = { measureQuality: false }
/** Refused by its first bytes, so that no decoder starts for it. */
const empty = Buffer.alloc(0)

/** An image that is fetched only when somebody hands it over. */
function heldBack() {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const source = {
    wanted: false,
    fetch: async () => {
      source.wanted = true
      // The reader frees what it fetched.
      return Buffer.from(await promise)
    },
    handOver: resolve,
  }
  return source
}

describe('the image reader', () => {
  test('fetches only as many images as may be decoded at once, and the next when one is done', async (t) => {
    const reader = createImageReader({ concurrency: 2 })
    t.after(() => reader.close())
    const sources = Array.from({ length: 5 }, heldBack)
    const wanted = () => sources.filter((source) => source.wanted).length
    const inspections = sources.map(({ fetch }) => reader.inspect(fetch, front, options))
    const card = await drawCard({ width: 640 })
    for (let done = 0; done < sources.length; done += 1) {
      const atOnce = Math.min(sources.length, done + 2)
      await until(() => wanted() === atOnce)
      sources[done]?.handOver(card)
      assert.equal((await inspections[done])?.kind, 'readable')
    }
  })

  test('frees the slot when an image cannot be fetched', async () => {
    const reader = createImageReader({ concurrency: 1 })
    const gone = () => Promise.reject(new Error('the file is gone'))
    await assert.rejects(reader.inspect(gone, front, options), /the file is gone/)
    assert.equal((await reader.inspect(empty, front, options)).kind, 'refused')
  })

  test('drops an image whose client has gone, without ever fetching it', async () => {
    const reader = createImageReader({ concurrency: 1 })
    const [first, second] = [heldBack(), heldBack()]
    const abort = new AbortController()
    const running = reader.inspect(first.fetch, front, options)
    const waiting = reader.inspect(second.fetch, front, { ...options, signal: abort.signal })
    abort.abort(new Error('the client went away'))
    await assert.rejects(waiting, /the client went away/)
    first.handOver(empty)
    assert.equal((await running).kind, 'refused')
    assert.equal(second.wanted, false)
  })

  test('refuses an image while too many wait, and accepts the next when one is done', async () => {
    const reader = createImageReader({ concurrency: 2 })
    const sources = Array.from({ length: 2 + imagesWaitingMax }, heldBack)
    const inspections = sources.map(({ fetch }) => reader.inspect(fetch, front, options))
    const refused = {
      code: 'unavailable',
      options: { retryAfterSeconds: 5, reason: 'image_checks_busy' },
    }
    await assert.rejects(reader.inspect(empty, front, options), refused)
    sources[0]?.handOver(empty)
    await inspections[0]
    const last = reader.inspect(empty, front, options)
    await assert.rejects(reader.inspect(empty, front, options), refused)
    for (const { handOver } of sources) handOver(empty)
    assert.equal((await last).kind, 'refused')
    await Promise.all(inspections)
  })

  test('frees the place in line of a client that left', async () => {
    const reader = createImageReader({ concurrency: 1 })
    const abort = new AbortController()
    const first = heldBack()
    const running = reader.inspect(first.fetch, front, options)
    const waiting = Array.from({ length: imagesWaitingMax }, () =>
      reader.inspect(heldBack().fetch, front, { ...options, signal: abort.signal }),
    )
    abort.abort(new Error('the client went away'))
    for (const inspection of waiting) await assert.rejects(inspection, /the client went away/)
    const next = reader.inspect(empty, front, options)
    first.handOver(empty)
    assert.deepEqual([(await running).kind, (await next).kind], ['refused', 'refused'])
  })

  test('never loads the image library into its own program', async () => {
    const card = join(specimens, 'senegal-id-front.jpg')
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { readFileSync } from 'node:fs'
      import { createImageReader } from ${JSON.stringify(fileURLToPath(new URL('../../../server/images/admission/inspect-image.ts', import.meta.url)))}
      const holdsLibrary = () => process.report.getReport().sharedObjects.some((path) => path.includes('vips'))
      const reader = createImageReader({ concurrency: 1 })
      const bytes = readFileSync(${JSON.stringify(card)})
      const { kind, facts } = await reader.inspect(bytes, { role: 'front', idType: 'passport' }, { measureQuality: true })
      await reader.toProviderJpeg(bytes, facts)
      await reader.toScreenJpeg(bytes, facts, { sidePixelsMax: 100, signal: new AbortController().signal })
      console.log(JSON.stringify([kind, holdsLibrary()]))`,
    ])
    assert.deepEqual(JSON.parse(stdout), ['readable', false])
  })
})

/** A PNG whose compressed data is nonsense under a right checksum. */
async function hollowPng(): Promise<Buffer> {
  const png = Buffer.from(await toPng(await drawCard()))
  const type = png.indexOf('IDAT')
  const end = type + 4 + png.readUInt32BE(type - 4)
  png.fill(0x5a, type + 4, end)
  png.writeUInt32BE(crc32(png.subarray(type, end)), end)
  return png
}

test('a copy of an image that is whole and does not decode is refused as undecodable', async (t) => {
  const reader = createImageReader({ concurrency: 1 })
  t.after(() => reader.close())
  const hollow = await hollowPng()
  const admitted = admitImage(hollow)
  assert.ok(admitted.kind === 'admitted')
  const { signal } = new AbortController()
  await assert.rejects(reader.toScreenJpeg(hollow, admitted.facts, { signal }), UndecodableError)
})
