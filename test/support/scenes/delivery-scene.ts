// A whole appliance and a receiver that records every request, for tests of when and how often webhooks are
// sent. The clock stands still unless the test moves it.

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import type { Clock } from '../../../server/kernel/clock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { type RunningServer, serve } from '../../../server/serve.ts'
import { call } from '../api-client.ts'
import { awaTeranga } from '../person.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startForTest,
} from '../running-appliance.ts'
import { serveHttp } from '../servers/serve-http.ts'

interface Arrival {
  readonly atMs: number
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly json: {
    readonly id: string
    readonly event: string
    readonly data: Readonly<Record<string, unknown>>
    readonly timestamp: string
  }
}

/** Returns the status to answer with, or undefined after answering itself. */
type Answering = (
  arrival: Arrival,
  response: ServerResponse,
) => number | undefined | Promise<number | undefined>

export interface LedgerReceiver {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Sets the answer to requests from now on. */
  answerWith(answering: Answering): void
}

export async function startLedgerReceiver(
  t: TestContext,
  clock: Pick<Clock, 'now'>,
): Promise<LedgerReceiver> {
  const arrivals: Arrival[] = []
  let answering: Answering = () => 204
  const url = await serveHttp(t, async (request, response) => {
    const body = await buffer(request)
    const { headers, url: path = '' } = request
    const arrival = { atMs: clock.now(), path, headers, body, json: JSON.parse(body.toString()) }
    arrivals.push(arrival)
    const status = await answering(arrival, response)
    if (status !== undefined) response.writeHead(status).end()
  })
  return {
    url,
    arrivals,
    answerWith(next) {
      answering = next
    },
  }
}

export interface DeliveryScene {
  readonly app: RunningAppliance
  readonly receiver: LedgerReceiver
  /** Registers a sandbox webhook for both events, with `change` applied; returns the answer. */
  register(change?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** Submits to the sandbox; returns the answer's data. */
  verify(change?: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** Moves the clock, then waits until everything due is done. */
  pass(ms: number): Promise<void>
  settled(): Promise<void>
  deliveries(webhookId: unknown): Promise<readonly Record<string, unknown>[]>
  alertKinds(webhookId: unknown): Promise<readonly unknown[]>
  /** Starts the appliance again on the same folder after a stop. */
  startAgain(): Promise<RunningServer>
}

export async function openDeliveryScene(
  t: TestContext,
  options: RunningApplianceOptions = {},
): Promise<DeliveryScene> {
  const app = await startForTest(t, options)
  const receiver = await startLedgerReceiver(t, app.clock)
  const key = app.sandboxKey
  const settled = () => app.server.deliveries.idle()
  return {
    app,
    receiver,
    settled,
    async register(change = {}) {
      const events = ['verification.completed', 'verification.failed']
      const json = { url: `${receiver.url}/hook`, events, ...change }
      return (await call(`${app.url}/webhooks`, { key, json })).data
    },
    async verify(change = {}) {
      const json = { ...awaTeranga, external_ref: 'customer-42', ...change }
      const { data } = await call(`${app.url}/kyc/sandbox/verify`, { key, json })
      return data
    },
    async pass(ms) {
      app.clock.advance(ms)
      await settled()
    },
    async deliveries(webhookId) {
      const { data } = await call(`${app.url}/webhooks/${webhookId}/deliveries`, { key })
      return data.items as Record<string, unknown>[]
    },
    async alertKinds(webhookId) {
      const url = `${app.url}/webhook-alerts?webhook_id=${webhookId}`
      const { data } = await call(url, { key })
      return (data.items as Record<string, unknown>[]).map(({ kind }) => kind)
    },
    async startAgain() {
      const { config, secrets } = app.appliance
      const again = await openAppliance({ config, secrets }, { clock: app.clock, log: silentLog })
      const server = await serve(again, { runsSchedule: false })
      t.after(() => server.stop())
      return server
    },
  }
}
