// Slow: fills the line before the decoder. pending-limit.test.ts turns submissions away in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { createImageReader } from '../../../server/images/admission/inspect-image.ts'
import { imagesWaitingMax } from '../../../server/images/decoder/decode-limits.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { call } from '../../support/api-client.ts'
import { specimen } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { liveForm, startAppliance } from '../../support/running-appliance.ts'
import { until } from '../../support/turns.ts'

const front = { role: 'front', idType: 'passport' } as const
/** Far more than an upload over loopback takes; a test that waits longer has failed. */
const turnsMax = 200_000
const departed = AbortSignal.abort(new Error('only asked whether the line is full'))

describe('the line before the decoder', () => {
  const app = openedBefore(() =>
    startAppliance({
      // Only then does the answer wait for the decoder.
      settings: { SVC_PREFLIGHT: 'enforce' },
      images: createImageReader({ concurrency: 2 }),
    }),
  )
  let release: () => void

  const form = () =>
    liveForm(
      { country: 'SN', id_type: 'passport' },
      { front_image: specimen('passport.jpg'), selfie_image: specimen('selfie.jpg') },
    )
  const staged = () => readdirSync(join(app.appliance.config.dataDir, 'staging'))
  const isLineFull = () =>
    app.appliance.images
      .inspect(Buffer.alloc(0), front, { measureQuality: false, signal: departed })
      .catch((error: unknown) => error instanceof AppError && error.code === 'unavailable')

  /** Fills the line up to a number of free places, until `release`. */
  async function fillLine(freePlaces: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const queue = (count: number) =>
      Array.from({ length: count }, () => {
        const abort = new AbortController()
        const options = { measureQuality: false, signal: abort.signal }
        const inspection = app.appliance.images.inspect(() => promise, front, options)
        return { abort, inspection: inspection.catch(() => undefined) }
      })
    const queued = queue(imagesWaitingMax)
    while (!(await isLineFull())) queued.push(...queue(1))
    const leaving = queued.splice(queued.length - freePlaces)
    for (const { abort } of leaving) abort.abort()
    await Promise.all(leaving.map(({ inspection }) => inspection))
    release = () => resolve(Buffer.alloc(0))
  }

  async function listed(): Promise<number> {
    const { data } = await call(`${app.url}/kyc/verifications`, { key: app.liveKey })
    return (data.items as readonly unknown[]).length
  }

  beforeEach(() => {
    release = () => undefined
  })

  test('turns a submission away when it is full, and keeps nothing of it', async () => {
    await fillLine(1)
    const headers = { 'Idempotency-Key': 'try-again-later' }
    const send = () => call(`${app.url}/kyc/verify`, { key: app.liveKey, body: form(), headers })
    try {
      const refused = await send()
      assert.deepEqual([refused.status, refused.error.code], [503, 'unavailable'])
      assert.equal(refused.headers.get('Retry-After'), '5')
      assert.deepEqual([staged(), await listed()], [[], 0])
    } finally {
      release()
    }
    assert.equal((await send()).status, 202)
    // Its job needs the decoder too, and must not be in the line of the next test.
    await app.server.jobs.idle()
  })

  test('drops the upload of a client that disconnected: no images, no verification, no error', async () => {
    const before = await listed()
    await fillLine(2)
    try {
      const sent = new Response(form())
      const client = request(`${app.url}/kyc/verify`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${app.liveKey}`,
          'Content-Type': sent.headers.get('Content-Type') ?? '',
        },
      })
      client.on('error', () => undefined)
      client.end(Buffer.from(await sent.arrayBuffer()))
      for (let turn = 0; !(await isLineFull()); turn += 1) {
        assert.ok(turn < turnsMax, 'the pictures never came into the line')
        await new Promise(setImmediate)
      }
      assert.equal(staged().length, 2)
      const linesBefore = app.logLines.length
      client.destroy()
      await until(() => app.logLines.length > linesBefore)
      const lines = app.logLines.slice(linesBefore).map((line) => JSON.parse(line))
      assert.deepEqual(
        lines.map(({ event, level, outcome }) => [event, level, outcome]),
        [['request', 'info', 'client_gone']],
      )
      assert.deepEqual(staged(), [])
    } finally {
      release()
    }
    assert.equal(await listed(), before)
  })
})
