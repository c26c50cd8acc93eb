// Makes a first call to a service, and prints whether the HTTP client was loaded once the call was being timed.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openEgress } from '../../../server/egress/guard-service.ts'
import { createStoreCalls } from '../../../server/images/storage/store-calls.ts'
import { systemClock as clock } from '../../../server/kernel/clock.ts'
import { silentLog as log } from '../../../server/kernel/log.ts'
import { tryServices } from '../../../server/operations/status/try-services.ts'

const { cache, resolve } = createRequire(import.meta.url)
const isLoaded = () => cache[resolve('undici')] !== undefined

const firstCalls = {
  async provider() {
    const server = createServer()
    const port = await listenLocally(server)
    let seen = false
    const account = {
      url: new URL(`http://127.0.0.1:${port}/`),
      hosts: { known: [], named: [{ pattern: '127.0.0.1', port }] },
      async tryOut() {
        seen = isLoaded()
        return { kind: 'accepted', status: 200 }
      },
    }
    const needs = {
      config: { log: { ship: {} }, auditCopy: {} },
      secrets: {},
      clock,
      egress: openEgress(clock, new Set()),
      providerKinds: [{ findAccount: () => account }],
    } as unknown as Parameters<typeof tryServices>[0]
    await tryServices(needs, new AbortController().signal)
    server.close()
    return seen
  },

  async store() {
    const metrics = { outboundCall() {} }
    const client = {
      label: 's3://bucket',
      call: (work: (calls: never) => Promise<boolean>) => work(undefined as never),
      async close() {},
    }
    const needs = { clock, log, metrics, client } as Parameters<typeof createStoreCalls>[0]
    return createStoreCalls(needs).call('images.look', async () => isLoaded())
  },
}

const [, , service] = process.argv
console.log(JSON.stringify(await firstCalls[service as keyof typeof firstCalls]()))
