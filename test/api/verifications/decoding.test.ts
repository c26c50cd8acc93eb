// Slow: decodes images made to exhaust the decoder.
// SQLite only: about decoders, which know no database.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { decoderLimits } from '../../../server/images/decoder/decoder.ts'
import { call } from '../../support/api-client.ts'
import { decoderPids, isAlive } from '../../support/images/decoder-programs.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { bombPng, jpegWithNotes, noisePng, svgDrawing } from '../../support/images/odd-images.ts'
import { claimed, specimen } from '../../support/images/specimens.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { until } from '../../support/turns.ts'

const front_image = specimen('senegal-id-front.jpg')
const selfie_image = specimen('selfie.jpg')

async function running(t: TestContext, limits: Partial<typeof decoderLimits> = {}) {
  const images = createImageReader({ concurrency: 2, limits: { ...decoderLimits, ...limits } })
  const app = await startForTest(t, { settings: { SVC_PREFLIGHT: 'off' }, images })
  return app
}

const submit = (app: RunningAppliance, files: Readonly<Record<string, Buffer>>) =>
  call(`${app.url}/kyc/verify`, {
    key: app.liveKey,
    body: liveForm(claimed, { front_image, selfie_image, ...files }),
  })

/** The decoders of this appliance, once both have looked at an image. */
async function warmUp(app: RunningAppliance): Promise<readonly number[]> {
  const before = decoderPids()
  const answers = await Promise.all([submit(app, {}), submit(app, {})])
  for (const { status, data } of answers) {
    assert.equal(status, 202)
    assert.equal((await app.finish(String(data.id))).status, 'approved')
  }
  return decoderPids().filter((pid) => !before.includes(pid))
}

async function reasonsOf(app: RunningAppliance, id: unknown): Promise<readonly string[]> {
  const { reasons = [] } = await app.finish(String(id))
  return (reasons as readonly { readonly code: string }[]).map(({ code }) => code)
}

describe('a hostile image', () => {
  const beforeDecoding: readonly [string, RegExp, () => Promise<Buffer>][] = [
    ['of 400 megapixels', /has more than 40 megapixels/, () => bombPng()],
    ['with 60 000 notes', /has thousands of comments/, () => jpegWithNotes(front_image, 60_000)],
    ['of 299 pixels', /too small to be read.*299.*300/, () => bombPng({ width: 299, height: 200 })],
    ['that is a drawing', /neither a JPEG nor a PNG/, svgDrawing],
  ]
  for (const [what, message, make] of beforeDecoding) {
    test(`is refused before anything is decoded: one ${what}`, async (t) => {
      const app = await running(t)
      const before = decoderPids()
      const bytes = await make()
      const answer = await submit(app, { front_image: bytes, selfie_image: bytes })
      assert.deepEqual([answer.status, answer.error.code], [400, 'invalid_image'])
      assert.match(String(answer.error.details?.[0]?.message), message)
      // One of an earlier test may end meanwhile.
      assert.deepEqual(
        decoderPids().filter((pid) => !before.includes(pid)),
        [],
      )
      await app.server.jobs.idle()
      assert.deepEqual(app.simulator.ledger(), [])
    })
  }

  test('ends its verification where it swells beyond the decoder, and no other one (long)', async (t) => {
    // Has to be held whole while it is decoded: 200 MB.
    const teal = { width: 6_000, height: 6_000, channels: 3, background: 'teal' } as const
    const swelling = await sharp({ create: teal })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const app = await running(t, { memoryBytesMax: 140 * 1024 * 1024 })
    await warmUp(app)
    const paid = app.simulator.ledger().length
    const [swollen, other] = await Promise.all([
      submit(app, { front_image: swelling }),
      submit(app, {}),
    ])
    assert.deepEqual([swollen.status, other.status], [202, 202])
    assert.deepEqual(await reasonsOf(app, swollen.data.id), ['image_unreadable'])
    assert.deepEqual(await reasonsOf(app, other.data.id), [])
    assert.equal(app.simulator.ledger().length, paid + 1)
  })

  test('is tried again where the decoder hangs over it (long)', async (t) => {
    const app = await running(t, { orderMsMax: 2_000 })
    for (const pid of await warmUp(app)) process.kill(pid, 'SIGSTOP')
    const answer = await submit(app, {})
    assert.equal(answer.status, 202)
    assert.deepEqual(await reasonsOf(app, answer.data.id), [])
  })

  test('costs a 503 with Retry-After where quality is enforced and the decoder hangs (long)', async (t) => {
    const images = createImageReader({
      concurrency: 2,
      limits: { ...decoderLimits, orderMsMax: 10_000 },
    })
    const app = await startForTest(t, { settings: { SVC_PREFLIGHT: 'enforce' }, images })
    const good = { front_image: await drawCard(), selfie_image: await drawSelfie() }
    const before = decoderPids()
    assert.equal((await submit(app, good)).status, 202)
    for (const pid of decoderPids()) if (!before.includes(pid)) process.kill(pid, 'SIGSTOP')
    const answer = await submit(app, good)
    assert.deepEqual([answer.status, answer.error.code], [503, 'unavailable'])
    assert.equal(answer.headers.get('Retry-After'), '5')
    assert.equal((await submit(app, good)).status, 202)
  })

  test('is decoded beside the server, which answers others meanwhile', async (t) => {
    const app = await running(t)
    const pids = await warmUp(app)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const { status, data } = await submit(app, {})
    assert.equal(status, 202)
    for (let asked = 0; asked < 20; asked += 1) {
      const read = await call(`${app.url}/kyc/verifications/${data.id}`, { key: app.liveKey })
      assert.deepEqual([read.status, read.data.status], [200, 'pending'])
    }
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    assert.deepEqual(await reasonsOf(app, data.id), [])
  })

  test('does not outlive the server that is stopped while it is decoded (long)', async (t) => {
    const app = await running(t)
    const slow = await noisePng({ width: 6_320, height: 6_320 })
    const pids = await warmUp(app)
    const sent = submit(app, { front_image: slow, selfie_image: slow }).catch(() => undefined)
    await app.server.stop()
    await sent
    await until(() => pids.every((pid) => !isAlive(pid)))
  })
})

test('the name and the declared type of a file decide nothing, neither what it is nor where it lies', async (t) => {
  const app = await running(t)
  const names = [
    '../../../etc/cron.d/x.jpg',
    '..\\..\\x.jpg',
    '/etc/passwd',
    'CON',
    'a\u202Egpj.exe',
    'x.svg',
  ]
  for (const name of names) {
    const form = liveForm(claimed, { selfie_image })
    form.set(
      'front_image',
      new Blob([new Uint8Array(front_image)], { type: 'image/svg+xml' }),
      name,
    )
    const answer = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: form })
    assert.equal(answer.status, 202, name)
  }
  const folder = join(app.dataDir, 'appliance', 'images')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  assert.equal(files.length, 2 * names.length)
  for (const { name } of files) assert.match(name, /^img_[0-9A-Za-z]{20,}$/)
  const ownNames = new Set(names.flatMap((name) => [name, ...name.split(/[\\/]/)]))
  const all = readdirSync(app.dataDir, { recursive: true }).map(String)
  assert.deepEqual(
    all.filter((path) => ownNames.has(basename(path))),
    [],
  )
})
