// Slow: searches everything that a whole appliance writes.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OutcomeName } from '../../../server/demo/smile-id-simulator/job.ts'
import { scopes } from '../../../server/keys/key.ts'
import type { IdentityProvider } from '../../../server/providers/provider.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { filesBelow, findTraces, type Place } from './find-traces.ts'
import {
  badRequests,
  type Pictures,
  person,
  reference,
  secrets,
  submitLive,
} from './planted-person.ts'

/** How verifications of the person end at the provider, each of them with the person in its answer. */
const outcomes: readonly (readonly [OutcomeName, status: string])[] = [
  ['approved', 'approved'],
  ['declined', 'declined'],
  ['other_name_read', 'declined'],
  ['provisional_then_approved', 'approved'],
  ['job_failed', 'error'],
  ['unknown_code', 'error'],
  ['wallet_empty', 'error'],
]

describe('a customer who was submitted in every way', () => {
  let app: RunningAppliance
  let images: Pictures
  /** Keys and secrets that were made along the way, apart from the two keys of the appliance. */
  const keyTexts: string[] = []
  let outcome: OutcomeName = 'approved'
  let isFailing = false
  let submissions = 0

  before(async () => {
    app = await startAppliance({
      simulator: { outcome: () => ({ outcome }) },
      wrapProvider: (provider) => failing(provider, () => isFailing),
    })
    images = { front_image: await drawCard(), selfie_image: await drawSelfie() }
    await submitEverything()
  })
  after(() => app.close())

  async function submitEverything(): Promise<void> {
    await registerWebhooks()
    for (const [name, status] of outcomes) {
      outcome = name
      assert.equal(await finished(), status)
    }
    outcome = 'approved'
    app.simulator.setFault({ endpoint: 'all', fault: { kind: 'truncated' }, calls: 2 })
    assert.equal(await finished(), 'approved')
    isFailing = true
    assert.equal(await finished(), 'error')
    isFailing = false
    await submitInSandbox()
    await submitBadly()
    await makeKeys()
  }

  async function finished(): Promise<unknown> {
    submissions += 1
    const headers = { 'Idempotency-Key': `${person.id_number}-${submissions}` }
    const { status, data } = await submitLive(app.url, app.liveKey, images, headers)
    assert.equal(status, 202)
    return (await app.finish(String(data.id))).status
  }

  async function submitInSandbox(): Promise<void> {
    const asked = { key: app.sandboxKey, headers: { 'Idempotency-Key': person.id_number } }
    const url = `${app.url}/kyc/sandbox/verify`
    const { status } = await call(url, { ...asked, json: { ...person, external_ref: reference } })
    assert.equal(status, 200)
  }

  async function submitBadly(): Promise<void> {
    for (const key of [app.liveKey, app.sandboxKey]) {
      for (const [path, asked] of badRequests(images)) {
        const { status } = await call(`${app.url}${path}`, { key, ...asked })
        assert.ok(status >= 400 || path === '/kyc/verifications', `${path}: ${status}`)
      }
    }
  }

  /** Nobody listens there, so that every delivery fails and says so in the log. */
  async function registerWebhooks(): Promise<void> {
    const url = 'https://127.0.0.1:1/svc'
    const events = ['verification.completed', 'verification.failed']
    for (const key of [app.liveKey, app.sandboxKey]) {
      const headers = { 'Idempotency-Key': 'a-webhook' }
      const { data } = await call(`${app.url}/webhooks`, { key, headers, json: { url, events } })
      const rotation = `${app.url}/webhooks/${data.id}/rotate-secret`
      const rotated = await call(rotation, { key, method: 'POST' })
      keyTexts.push(String(data.secret), String(rotated.data.secret))
    }
  }

  async function makeKeys(): Promise<void> {
    const key = await app.key('live', scopes)
    const headers = { 'Idempotency-Key': 'a-key' }
    const made = await call(`${app.url}/keys`, { key, headers, json: { name: 'Made' } })
    const url = `${app.url}/keys/${made.data.id}/rotate`
    const rotated = await call(url, { key, headers: { 'Idempotency-Key': 'b' }, method: 'POST' })
    keyTexts.push(key, String(made.data.key), String(rotated.data.key))
    assert.equal(new Set(keyTexts).size, 7)
  }

  const log = (): Place => ({ name: 'the log', bytes: Buffer.from(app.logLines.join('')) })
  const everywhere = () => [...filesBelow(app.dataDir), log()]
  const namesOf = (places: readonly Place[]) => places.map(({ name }) => name).join()

  test('is in every answer, so that there was something to leave', async () => {
    const { data } = await call(`${app.url}/kyc/verifications?status=approved`, {
      key: app.liveKey,
    })
    const [item] = data.items as readonly { id: string }[]
    const url = `${app.url}/kyc/verifications/${item?.id}`
    const { text } = await call(url, { key: app.liveKey })
    const found = findTraces([{ name: 'it', bytes: Buffer.from(text) }], secrets)
    assert.ok(found.length >= 4, found.join())
  })

  test('is seen by the search where it is planted in plain', onSqlite, () => {
    assert.match(namesOf(everywhere()), /svc\.db.*svc\.db-shm.*svc\.db-wal/)
    const found = findTraces(everywhere(), [reference])
    assert.match(found.join(), /svc\.db/)
    const keyId = String(
      JSON.parse(app.logLines.findLast((line) => /"api_key_id"/.test(line)) ?? '').api_key_id,
    )
    assert.match(findTraces([log()], [keyId]).join(), /the log/)
  })

  test('is in no byte of any file and no line of the log while the appliance runs', () => {
    assert.deepEqual(findTraces(everywhere(), secrets), [])
  })

  test('leaves no part of an image either', () => {
    const places = filesBelow(app.dataDir)
    assert.ok(places.some(({ name }) => name.includes('images/')))
    for (const piece of Object.values(images).flatMap(piecesOf)) {
      const holding = places.filter(({ bytes }) => bytes.includes(piece))
      assert.equal(namesOf(holding), '')
    }
  })

  test('shares that with API keys, secrets of webhooks and the key at the provider', () => {
    const secret = (text: string) => text.replace(/^(?:whsec|svc_[a-z]+)_/, '')
    const texts = [app.liveKey, app.sandboxKey, ...keyTexts].map(secret)
    const pieces = texts.flatMap((text) => [text, text.slice(0, 20), text.slice(-20)])
    const providerKey = app.appliance.secrets.smileApiKey ?? assert.fail('no key')
    assert.deepEqual(findTraces(everywhere(), [...pieces, providerKey]), [])
  })

  test('logs what went wrong all the same', () => {
    const events = app.logLines.map((line) => JSON.parse(line))
    assert.ok(events.some(({ event, error }) => event === 'job_failed' && error === 'TypeError'))
    assert.ok(events.some(({ event }) => event === 'provider_unavailable'))
    assert.ok(events.some(({ event }) => event === 'provider_refused'))
    assert.ok(events.some(({ event }) => event === 'delivery_attempt_failed'))
    assert.ok(events.filter(({ status }) => status >= 400).length >= badRequests(images).length)
  })

  test('is not to be found after the appliance has stopped either', onSqlite, async () => {
    await app.server.stop()
    const places = everywhere()
    assert.match(namesOf(places), /svc\.db/)
    assert.match(findTraces(places, [reference]).join(), /svc\.db/)
    assert.deepEqual(findTraces(places, secrets), [])
  })
})

/** Some bytes of an image, here and there, where it is not monotonous. */
function piecesOf(image: Buffer): readonly Buffer[] {
  const places = Array.from({ length: 50 }, (_, index) => Math.floor((image.length * index) / 50))
  const pieces = places.map((at) => image.subarray(at, at + 24))
  const varied = pieces.filter((piece) => new Set(piece).size >= 16)
  assert.ok(varied.length >= 5)
  return varied
}

/** A bug of ours that quotes the person, of the kind that ends up in logs. */
function failing(provider: IdentityProvider, isFailing: () => boolean): IdentityProvider {
  return {
    ...provider,
    async submit(submission, signal) {
      if (isFailing()) {
        throw new TypeError(`${person.first_name} ${person.last_name} cannot be packed`, {
          cause: submission.claims,
        })
      }
      return provider.submit(submission, signal)
    },
  }
}
