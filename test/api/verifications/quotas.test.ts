// Slow: takes a second of processor time. pending-limit.test.ts limits submissions in the fast lane.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { readStoredBytes } from '../../../server/images/storage/stored-images-view.ts'
import { serve } from '../../../server/serve.ts'
import { call } from '../../support/api-client.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { setStoredBytes } from '../../support/stored-bytes.ts'

const fields = { country: 'SN', id_type: 'national_id' }
const megabyte = 1_000_000
const dayMs = 24 * 60 * 60 * 1000

describe('the quotas of live verifications', () => {
  async function running(t: TestContext, settings: Readonly<Record<string, string>>) {
    const app = await startForTest(t, { settings })
    return app
  }
  const submit = (app: RunningAppliance, headers: Record<string, string> = {}, key = app.liveKey) =>
    call(`${app.url}/kyc/verify`, { key, body: liveForm(fields, lightImages), headers })
  const count = async (app: RunningAppliance, table: 'verifications' | 'usage_events') =>
    (await app.appliance.db.reader.selectFrom(table).select('id').execute()).length
  const bytesOfRows = async ({ appliance }: RunningAppliance) => {
    const rows = await appliance.db.reader.selectFrom('images').select('bytes').execute()
    return rows.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const staged = (app: RunningAppliance) =>
    readdirSync(join(app.appliance.config.dataDir, 'staging'))
  /** As if images of so many bytes more were stored. */
  const store = ({ appliance }: RunningAppliance, bytes: number) =>
    setStoredBytes(appliance.db, bytes)

  test('bound the bytes of all stored images: 503 until the operator makes room, and nothing is kept', async (t) => {
    const app = await running(t, { SVC_IMAGES_BYTES_MAX: '100MB' })
    const headers = { 'Idempotency-Key': 'first' }
    const first = await submit(app, headers)
    assert.equal(first.status, 202)
    const stored = await readStoredBytes(app.appliance.db.reader)
    assert.equal(stored, await bytesOfRows(app))
    await store(app, 90 * megabyte + 1)
    const refused = await submit(app, { 'Idempotency-Key': 'second' })
    assert.deepEqual([refused.status, refused.error.code], [503, 'unavailable'])
    assert.equal(refused.headers.get('Retry-After'), '600')
    assert.match(refused.error.message, /storage limit for images is reached/)
    assert.deepEqual([await count(app, 'verifications'), staged(app)], [1, []])
    assert.equal(await count(app, 'usage_events'), 0)
    assert.equal((await submit(app, headers)).text, first.text)
    await store(app, stored)
    assert.equal((await submit(app, { 'Idempotency-Key': 'second' })).status, 202)
  })

  test('are not passed by what was let in: it is undone where it is stored', async (t) => {
    const app = await running(t, { SVC_IMAGES_BYTES_MAX: '1MB' })
    await submit(app)
    const each = await readStoredBytes(app.appliance.db.reader)
    assert.ok(each > 100_000, 'more than the tenth that is kept free')
    await store(app, 900_000)
    const refused = await submit(app)
    assert.deepEqual([refused.status, refused.error.code], [503, 'unavailable'])
    assert.equal(await readStoredBytes(app.appliance.db.reader), 900_000)
    assert.deepEqual([await count(app, 'verifications'), await bytesOfRows(app)], [1, each])
    assert.deepEqual(staged(app), [])
    const folder = join(app.appliance.config.dataDir, 'images')
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    assert.equal(kept.filter((entry) => entry.isFile()).length, 2)
  })

  test('are known after the server was stopped', async (t) => {
    const app = await running(t, {})
    await submit(app)
    await app.server.stop()
    const { config, secrets, log, clock } = app.appliance
    const restarted = await openAppliance({ config, secrets }, { log, clock })
    const server = await serve(restarted, { runsSchedule: false })
    t.after(() => server.stop())
    assert.ok((await readStoredBytes(restarted.db.reader)) > 0)
  })

  test('bound what a key submits a day: 429 until midnight UTC', async (t) => {
    const app = await running(t, { SVC_VERIFICATIONS_PER_DAY_MAX: '2' })
    const headers = { 'Idempotency-Key': 'first' }
    const first = await submit(app, headers)
    assert.deepEqual([first.status, (await submit(app)).status], [202, 202])
    const refused = await submit(app)
    assert.deepEqual([refused.status, refused.error.code], [429, 'rate_limited'])
    const left = dayMs - (app.clock.now() % dayMs)
    assert.equal(refused.headers.get('Retry-After'), String(Math.ceil(left / 1000)))
    assert.match(refused.error.message, /2 live verifications a day/)
    const faulty = { key: app.liveKey, body: liveForm({}, {}) }
    const unread = await call(`${app.url}/kyc/verify`, faulty)
    assert.equal(unread.status, 429, 'refused before the upload is read')
    assert.equal((await submit(app, headers)).text, first.text)
    assert.equal((await submit(app, {}, await app.key('live'))).status, 202)
    assert.deepEqual([await count(app, 'verifications'), staged(app)], [3, []])
    app.clock.advance(left)
    assert.equal((await submit(app)).status, 202)
  })

  test('let through no more a day than they say where several come at once', async (t) => {
    const app = await running(t, { SVC_VERIFICATIONS_PER_DAY_MAX: '2' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(app)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [202, 202, 429, 429, 429, 429])
  })
})
