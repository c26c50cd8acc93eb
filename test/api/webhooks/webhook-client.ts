// What the tests of webhooks share: an appliance with a key that looks after webhooks, and its calls.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { TestContext } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { type ApiAnswer, type ApiCall, call } from '../../support/api-client.ts'
import { bytesOnDisk } from '../../support/database.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from '../../support/running-appliance.ts'
import { openReceiver, type Received, type Receiver, type ReceiverOptions } from './receiver.ts'

type Fields = Readonly<Record<string, unknown>>

interface RegisteredWebhook extends Fields {
  readonly id: string
  readonly secret: string
}

export interface WebhookClient {
  readonly app: RunningAppliance
  /** Below `/webhooks`, with the live key unless another is given. */
  ask(path: string, asked?: ApiCall): Promise<ApiAnswer>
  /** A live webhook that wants everything, but for what is changed. */
  register(change?: Fields): Promise<RegisteredWebhook>
  get(id: string): Promise<Fields>
  patch(id: string, json: unknown): Promise<ApiAnswer>
  rotate(id: string, json?: object): Promise<ApiAnswer>
  test(id: string): Promise<ApiAnswer>
  remove(id: string): Promise<ApiAnswer>
  list(query?: string): Promise<readonly Fields[]>
  diskBytes(): Buffer
}

/** Where nothing is ever sent to in these tests. */
export const someUrl = 'https://127.0.0.1:9443/svc'

export async function openWebhookClient(
  options: RunningApplianceOptions = {},
): Promise<WebhookClient> {
  const app = await startAppliance(options)
  const ask = (path: string, asked: ApiCall = {}) =>
    call(`${app.url}/webhooks${path}`, { key: app.liveKey, ...asked })
  const data = async (answer: Promise<ApiAnswer>, expected: number) => {
    const { status, data, text } = await answer
    assert.equal(status, expected, text)
    return data
  }
  return {
    app,
    ask,
    async register(change = {}) {
      const json = { url: someUrl, events: ['verification.completed'], ...change }
      const made = await data(ask('', { json }), 201)
      return { ...made, id: String(made.id), secret: String(made.secret) }
    },
    get: (id) => data(ask(`/${id}`), 200),
    patch: (id, json) => ask(`/${id}`, { method: 'PATCH', json }),
    rotate: (id, json) => ask(`/${id}/rotate-secret`, { method: 'POST', json }),
    test: (id) => ask(`/${id}/test`, { method: 'POST' }),
    remove: (id) => ask(`/${id}`, { method: 'DELETE' }),
    async list(query = 'limit=100') {
      return (await data(ask(`?${query}`), 200)).items as readonly Fields[]
    },
    diskBytes: () => bytesOnDisk(databaseFile(app.appliance.config)),
  }
}

/** A receiver that closes with the test. */
export async function receiverFor(
  t: TestContext,
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const receiver = await openReceiver(options)
  t.after(() => receiver.close())
  return receiver
}

/** The one request that came, as JSON. */
export function onlyRequest({ received }: Receiver): Received & { readonly json: Fields } {
  const [request, ...more] = received
  assert.ok(request)
  assert.deepEqual(more, [])
  return { ...request, json: JSON.parse(request.body.toString('utf8')) }
}

/** The digest as a receiver works it out, from the interface's description alone. */
export function digestOf(secret: string, { headers, body }: Received): string {
  const timestamp = String(headers['svc-timestamp'])
  return createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
    .digest('hex')
}
