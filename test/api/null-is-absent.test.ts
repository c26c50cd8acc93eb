// Not again on PostgreSQL: scores/get-score.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '../../server/keys/key.ts'
import { type ApiAnswer, call } from '../support/api-client.ts'
import { lightImages } from '../support/images/specimens.ts'
import { openedBefore } from '../support/opened-before.ts'
import { liveForm, startAppliance } from '../support/running-appliance.ts'
import { person } from './verifications/sandbox-client.ts'

describe('a client that writes every field that it knows', () => {
  const app = openedBefore(startAppliance)
  let manager: string
  before(async () => {
    manager = await app.key('sandbox', scopes)
  })

  const post = (path: string, json: unknown): Promise<ApiAnswer> =>
    call(`${app.url}${path}`, { key: manager, json })
  const patch = (path: string, json: unknown) =>
    call(`${app.url}${path}`, { key: manager, method: 'PATCH', json })

  const nothing = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, null]))
  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }

  test('sends null for what it leaves out of a verification', async () => {
    const optional = [
      'external_ref',
      'score_requested',
      'sandbox_outcome',
      'sandbox_delay_seconds',
      'consent_given_at',
      'consent_notice',
    ]
    const { status, data } = await post('/kyc/sandbox/verify', {
      ...person,
      ...nothing(...optional),
    })
    assert.deepEqual([status, data.status, 'external_ref' in data], [200, 'approved', false])
  })

  test('gets the same fault for a required field that is null as for a missing one', async () => {
    const told = async (value: undefined | null) =>
      (await post('/kyc/sandbox/verify', { ...person, first_name: value })).error
    const { request_id: _, ...absent } = await told(undefined)
    const { request_id: __, ...empty } = await told(null)
    assert.deepEqual(empty, absent)
    assert.equal(empty.details?.[0]?.code, 'missing')
  })

  test('sends null for what it leaves out of keys and webhooks', async () => {
    const ofKey = nothing('environment', 'scopes', 'allowed_cidrs', 'expires_at')
    const key = await post('/keys', { name: 'Branch', ...ofKey })
    assert.equal(key.status, 201, key.text)
    assert.equal((await post(`/keys/${key.data.id}/rotate`, nothing('grace_seconds'))).status, 201)
    const ofWebhook = nothing('description', 'active', 'timestamp_mode', 'client_certificate')
    const made = await post('/webhooks', { ...webhook, ...ofWebhook })
    assert.equal(made.status, 201, made.text)
    const { id } = made.data
    const rotation = nothing('activates_in_seconds', 'replace_pending')
    assert.equal((await post(`/webhooks/${id}/rotate-secret`, rotation)).status, 200)
    const span = nothing('status', 'event', 'created_from', 'dry_run')
    const range = { created_to: '2026-11-21', ...span }
    assert.equal((await post(`/webhooks/${id}/deliveries/replay`, range)).status, 202)
  })

  test('changes a webhook without wiping what it says nothing of', async () => {
    const { data } = await post('/webhooks', { ...webhook, description: 'Dakar' })
    const rest = nothing('url', 'events', 'description', 'timestamp_mode', 'client_certificate')
    const changed = await patch(`/webhooks/${data.id}`, { active: false, ...rest })
    assert.deepEqual(
      [changed.status, changed.data.active, changed.data.description, changed.data.url],
      [200, false, 'Dakar', webhook.url],
    )
    const removed = await patch(`/webhooks/${data.id}`, { description: '' })
    assert.deepEqual([removed.status, 'description' in removed.data], [200, false])
    assert.equal((await patch(`/webhooks/${data.id}`, rest)).status, 400)
  })

  test('does not hide a null in a list', async () => {
    const { status, error } = await post('/keys', { name: 'Branch', scopes: [null] })
    assert.deepEqual([status, error.param], [400, 'scopes.0'])
  })
})

describe('a form', () => {
  const app = openedBefore(startAppliance)
  const submit = (fields: Readonly<Record<string, string>>) =>
    call(`${app.url}/kyc/verify`, { key: app.sandboxKey, body: liveForm(fields, lightImages) })
  const required = { country: 'SN', id_type: 'national_id' }

  test('refuses any other word, and says what it may be', async () => {
    const { status, error } = await submit({ ...required, score_requested: 'yes' })
    assert.deepEqual([status, error.message], [400, 'score_requested must be true or false.'])
  })

  test('with every optional field empty is one without them', async () => {
    const empty = Object.fromEntries(
      [
        'id_number',
        'first_name',
        'last_name',
        'date_of_birth',
        'external_ref',
        'score_requested',
        'sandbox_outcome',
        'sandbox_delay_seconds',
        'consent_given_at',
        'consent_notice',
      ].map((name) => [name, '']),
    )
    const { status, data } = await submit({ ...required, ...empty })
    assert.deepEqual([status, data.status, 'external_ref' in data], [200, 'approved', false])
  })

  test('with a required field empty is refused', async () => {
    const { error } = await submit({ country: '', id_type: '' })
    const params = (error.details ?? []).map(({ param }) => param)
    assert.deepEqual(params.toSorted(), ['country', 'id_type'])
  })
})
