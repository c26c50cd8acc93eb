import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { countPendingOf } from '../../../server/verifications/live-limits/live-limits-view.ts'
import { call } from '../../support/api-client.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { onSqlite } from '../../support/postgres.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { person } from './sandbox-client.ts'

const fields = { country: 'SN', id_type: 'national_id' }

describe('the live verifications that a key has pending at once', () => {
  async function running(t: TestContext, pendingMax: number): Promise<RunningAppliance> {
    const app = await startForTest(t, { settings: { SVC_KEY_PENDING_MAX: String(pendingMax) } })
    return app
  }
  const submit = (app: RunningAppliance, headers: Record<string, string> = {}, key = app.liveKey) =>
    call(`${app.url}/kyc/verify`, { key, body: liveForm(fields, lightImages), headers })
  const count = async (app: RunningAppliance, table: 'verifications' | 'images' | 'usage_events') =>
    (await app.appliance.db.reader.selectFrom(table).select('id').execute()).length
  const staged = (app: RunningAppliance) =>
    readdirSync(join(app.appliance.config.dataDir, 'staging'))

  test('are limited: 429 names the limit, nothing is kept or metered, and an end makes room', async (t) => {
    const app = await running(t, 2)
    const first = await submit(app)
    assert.deepEqual([first.status, (await submit(app)).status], [202, 202])
    const images = await count(app, 'images')
    const refused = await submit(app, { 'Idempotency-Key': 'later' })
    assert.deepEqual([refused.status, refused.error.code], [429, 'rate_limited'])
    assert.equal(refused.headers.get('Retry-After'), '30')
    assert.match(refused.error.message, /2 live verifications pending at once/)
    assert.equal(await count(app, 'verifications'), 2)
    assert.deepEqual([await count(app, 'images'), staged(app)], [images, []])
    assert.equal(await count(app, 'usage_events'), 0)
    await app.finish(String(first.data.id))
    const later = await submit(app, { 'Idempotency-Key': 'later' })
    assert.deepEqual([later.status, later.headers.get('Idempotent-Replayed')], [202, null])
  })

  test('are counted for each key apart, and in the sandbox not at all', async (t) => {
    const app = await running(t, 1)
    await submit(app)
    assert.equal((await submit(app)).status, 429)
    assert.equal((await submit(app, {}, await app.key('live'))).status, 202)
    const json = { ...person, sandbox_delay_seconds: 60 }
    const rehearse = () => call(`${app.url}/kyc/sandbox/verify`, { key: app.sandboxKey, json })
    assert.deepEqual([(await rehearse()).status, (await rehearse()).status], [202, 202])
  })

  test('are not refused to a repetition, which gets its first answer', async (t) => {
    const app = await running(t, 1)
    const headers = { 'Idempotency-Key': 'order-7' }
    const first = await submit(app, headers)
    const again = await submit(app, headers)
    assert.deepEqual([again.status, again.text], [202, first.text])
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    assert.equal((await submit(app)).status, 429)
  })

  test('are never too many where ten come at once', async (t) => {
    const app = await running(t, 3)
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(app)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [...Array(3).fill(202), ...Array(7).fill(429)])
    assert.equal(await count(app, 'verifications'), 3)
    assert.deepEqual(staged(app), [])
  })

  test('are counted by an index that holds nothing else', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const plans = await plansOf(t, file, (trx) => countPendingOf(trx, 'key_1', 5))
    assert.match(
      plans.map((step) => JSON.stringify(step)).join(' '),
      /COVERING INDEX verifications_pending_of_key/,
    )
  })
})
