import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { serve } from '../../../server/serve.ts'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

const fields = { country: 'SN', id_type: 'national_id', external_ref: 'order 7' }

async function running(t: TestContext): Promise<RunningAppliance> {
  const app = await startForTest(t)
  return app
}

const isReplay = ({ headers }: ApiAnswer) => headers.get('Idempotent-Replayed') === 'true'

async function listed(app: RunningAppliance): Promise<readonly unknown[]> {
  const { data } = await call(`${app.url}/kyc/verifications`, { key: app.liveKey })
  return data.items as readonly unknown[]
}

function filesBelow(app: RunningAppliance, folder: string): readonly string[] {
  const path = join(app.appliance.config.dataDir, folder)
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

describe('a live submission under an Idempotency-Key', () => {
  function submit(app: RunningAppliance, body = liveForm(fields, lightImages)): Promise<ApiAnswer> {
    const headers = { 'Idempotency-Key': 'order-7' }
    return call(`${app.url}/kyc/verify`, { key: app.liveKey, body, headers })
  }

  test('is made once by twenty that come at once, and paid for once', async (t) => {
    const app = await running(t)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(app)))
    const accepted = answers.filter(({ status }) => status === 202)
    const others = answers.filter(({ status }) => status !== 202)
    assert.equal(accepted.filter((answer) => !isReplay(answer)).length, 1)
    assert.equal(new Set(accepted.map(({ text }) => text)).size, 1)
    for (const { status, error, headers } of others) {
      assert.deepEqual([status, error.code], [409, 'idempotency_in_progress'])
      assert.ok(Number(headers.get('Retry-After')) >= 1)
    }
    assert.equal((await app.finish(String(accepted[0]?.data.id))).status, 'approved')
    assert.equal((await listed(app)).length, 1)
    assert.deepEqual(
      app.simulator.ledger().map(({ paid }) => paid),
      [1],
    )
    assert.equal(filesBelow(app, 'images').length, 2)
    assert.deepEqual(filesBelow(app, 'staging'), [])
  })

  test('is answered as the first time even after it has ended', async (t) => {
    const app = await running(t)
    const first = await submit(app)
    await app.finish(String(first.data.id))
    const again = await submit(app)
    assert.deepEqual([again.status, again.text], [202, first.text])
    assert.ok(isReplay(again) && !isReplay(first))
    assert.equal(again.data.status, 'pending')
    await app.server.jobs.idle()
    assert.equal(app.simulator.ledger().length, 1)
    assert.deepEqual(filesBelow(app, 'staging'), [])
  })

  test('is the same whatever the order, the file names and the boundary of its parts', async (t) => {
    const app = await running(t)
    const first = await submit(app)
    const form = new FormData()
    for (const [name, bytes] of Object.entries(lightImages).toReversed()) {
      form.set(name, new Blob([new Uint8Array(bytes)]), 'another-name.png')
    }
    for (const [name, value] of Object.entries(fields).toReversed()) form.set(name, value)
    assert.equal((await submit(app, form)).text, first.text)
  })

  test('is refused for another field, another image, and one more image', async (t) => {
    const app = await running(t)
    await submit(app)
    const others = [
      liveForm({ ...fields, external_ref: 'order 8' }, lightImages),
      liveForm(fields, { ...lightImages, selfie_image: lightImages.front_image }),
      liveForm(fields, { ...lightImages, back_image: lightImages.front_image }),
    ]
    for (const body of others) {
      const { status, error } = await submit(app, body)
      assert.deepEqual([status, error.code], [409, 'idempotency_conflict'])
    }
    assert.equal((await listed(app)).length, 1)
    assert.equal(filesBelow(app, 'images').length, 2)
    assert.deepEqual(filesBelow(app, 'staging'), [])
  })

  test('is another one for another key', async (t) => {
    const app = await running(t)
    const first = await submit(app)
    const second = await submit({ ...app, liveKey: await app.key('live') })
    assert.equal(second.status, 202)
    assert.notEqual(second.data.id, first.data.id)
  })

  test('is made again once its time is over', async (t) => {
    const app = await running(t)
    const first = await submit(app)
    app.clock.advance(24 * 60 * 60 * 1000)
    const later = await submit(app)
    assert.equal(isReplay(later), false)
    assert.notEqual(later.data.id, first.data.id)
  })

  test('that was refused is refused again in the same words, which name the first request', async (t) => {
    const app = await running(t)
    const faulty = () => liveForm({ country: 'FR', id_type: 'passport' }, lightImages)
    const first = await submit(app, faulty())
    const again = await submit(app, faulty())
    assert.deepEqual([again.status, again.text], [400, first.text])
    assert.ok(isReplay(again))
    assert.equal(again.headers.get('Request-Id'), again.error.request_id)
  })

  test('is known after a restart', async (t) => {
    const app = await running(t)
    const first = await submit(app)
    await app.server.stop()
    const { config, secrets, log, clock } = app.appliance
    const restarted = await serve(await openAppliance({ config, secrets }, { log, clock }), {
      runsSchedule: false,
    })
    t.after(() => restarted.stop())
    const again = await submit(app)
    assert.deepEqual([again.status, again.text, isReplay(again)], [202, first.text, true])
  })
})
