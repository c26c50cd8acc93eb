import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type DemoEngine, startDemoEngine } from '../../../server/demo/scoring-engine/engine.ts'
import type { OutboundEntry } from '../../../server/egress/outbound.ts'
import { outboundJson, outboundRow } from '../../../server/egress/outbound-json.ts'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import { csvLines } from '../../../server/kernel/csv.ts'
import { featureNames } from '../../../server/scoring/features.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { liveForm, type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { findTraces } from '../privacy/find-traces.ts'
import { person, secrets } from '../privacy/planted-person.ts'

describe('the ledger after a live verification with a score', () => {
  let engine: DemoEngine
  let app: RunningAppliance
  let detail: Record<string, unknown>
  let entries: readonly OutboundEntry[]

  async function verify(): Promise<Record<string, unknown>> {
    const images = { front_image: await drawCard(), selfie_image: await drawSelfie() }
    const body = liveForm({ ...person, score_requested: 'true' }, images)
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
    return app.finish(String(data.id))
  }

  before(async () => {
    engine = await startDemoEngine({ token: 't' })
    app = await startAppliance({
      settings: { SVC_SCORING_URL: `${engine.url}/v1/score`, SVC_SCORING_TOKEN: 't' },
      asDemo: false,
    })
    detail = await verify()
    const page = { order: 'oldest_first', after: undefined, limit: 100 } as const
    entries = await listOutbound(app.appliance.db.reader, {}, page)
  })
  after(async () => {
    await app.close()
    await engine.close()
  })

  const of = (purpose: string) => entries.filter((entry) => entry.purpose === purpose)

  test('holds every call to the provider and the engine', () => {
    // The name that is read is not the one that was claimed: nothing of the claims had left.
    assert.equal(detail.status, 'declined')
    assert.notEqual(detail.score, null)
    assert.equal(of('identity.submit').length, 1)
    assert.equal(of('identity.upload').length, 1)
    assert.ok(of('identity.status').length >= 1)
    assert.equal(of('score').length, 1)
    assert.equal(engine.requests().length, 1)
    for (const entry of entries) assert.deepEqual([entry.outcome, entry.status], ['answered', 200])
  })

  test('names the hosts, without path', () => {
    const provider = new URL(app.simulator.baseUrl).host
    const hosts = new Set(entries.map(({ host }) => host))
    assert.deepEqual(hosts, new Set([provider, new URL(engine.url).host]))
  })

  test('names the fields of the question for a score, and the hash of its very bytes', () => {
    const [entry] = of('score')
    assert.deepEqual(entry?.fieldNames, [
      'request_id',
      ...featureNames.map((name) => `features.${name}`),
    ])
    const [question] = engine.requests()
    const { request_id, features } = question ?? {}
    const body = JSON.stringify({ request_id, features })
    assert.equal(entry?.bodyBytes, body.length)
    assert.equal(entry?.bodySha256, createHash('sha256').update(body).digest('hex'))
  })

  test('names the files of the upload and what its info.json holds, with size and hash', () => {
    const [entry] = of('identity.upload')
    assert.deepEqual(
      entry?.fieldNames.filter((name) => !name.includes('/')),
      ['selfie.jpg', 'front.jpg'],
    )
    assert.ok(entry?.fieldNames.includes('info.json/id_info.country'))
    // Nothing of the claims leaves for a real provider: it reads the document.
    assert.ok(!entry?.fieldNames.some((name) => /id_number|first_name|dob/.test(name)))
    assert.match(entry?.bodySha256 ?? '', /^[0-9a-f]{64}$/)
    assert.ok((entry?.bodyBytes ?? 0) > 10_000)
    assert.equal(entry?.method, 'PUT')
  })

  test('names the fields of the submission, nested ones too', () => {
    const names = of('identity.submit')[0]?.fieldNames ?? []
    for (const name of ['smile_client_id', 'partner_params.job_id', 'callback_url', 'signature']) {
      assert.ok(names.includes(name), name)
    }
  })

  test('has no personal data, key, id or token, in every format', () => {
    const written = entries.flatMap((entry) => [
      JSON.stringify(entry),
      JSON.stringify(outboundJson(entry)),
      csvLines([outboundRow(entry)]),
    ])
    const places = [{ name: 'the ledger', bytes: Buffer.from(written.join('\n')) }]
    const found = findTraces(places, secrets)
    assert.deepEqual(found, [])
    for (const hidden of ['ver_', 'svc_live_', app.appliance.secrets.smileApiKey ?? '']) {
      assert.ok(!written.join().includes(hidden))
    }
  })

  test('has a call that nobody answered, too', async () => {
    engine.setMode('down')
    const skipped = await verify()
    assert.deepEqual(skipped.metadata, { scoring_skipped: true, scoring_error: 'UNAVAILABLE' })
    const page = { order: 'newest_first', after: undefined, limit: 2 } as const
    const last = await listOutbound(app.appliance.db.reader, { purpose: 'score' }, page)
    // The question and its repeat.
    assert.deepEqual(
      last.map((entry) => [entry.outcome, entry.status]),
      [
        ['network', undefined],
        ['network', undefined],
      ],
    )
    assert.equal(last[0]?.bodySha256, last[1]?.bodySha256)
  })
})
