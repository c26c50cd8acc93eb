// The rows of the event loop: the longest turn and the p99 of the delay inside the server while it takes submissions,
// live uploads, lists, exports and deliveries at once, and the tail of reads over 20 s in medians.

import { createServer } from 'node:http'
import { type Appliance, databaseFile } from '../../../server/appliance.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { startSmileIdSimulator } from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { dayMs } from '../../../server/kernel/durations.ts'
import { addUser, openConsole } from '../../../test/support/console-client.ts'
import { createKey } from '../child-server.ts'
import { insideAppliance } from '../inside-appliance.ts'
import { listenLocally } from '../listen-locally.ts'
import { type Product, startProduct } from '../load/product.ts'
import { fullLoad, rawRequest, runLoad } from '../load/run-load.ts'
import { measuringTurns, type Turns, turnsDuring } from '../load/turns-report.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { figureOf } from '../timed.ts'
import { writeVerifications } from '../verification-rows.ts'
import { registerWebhook } from '../webhooks/load.ts'
import { liveRequest } from './live-form.ts'
import { keyOf, submitSome } from './reads.ts'
import { sandboxPath, submission } from './sandbox-load.ts'

const mixedForMs = 6_000
const readsForSeconds = 20
/** Rows in the exported list. */
const exportedRows = 50_000

export const eventLoopRow: Row = {
  name: 'event-loop',
  about: 'longest turn and p99 delay under mixed load; p99 of reads over 20 s in medians',
  lines: [
    { label: 'longest turn', unit: 'ms', limit: { kind: 'figure', atMost: 50 } },
    { label: 'loop delay p99', unit: 'ms', limit: { kind: 'figure', atMost: 20 } },
    { label: 'reads p99 of p50', unit: 'ms', limit: { kind: 'ratio', atMost: 3, hoped: 3 } },
  ],
  async measure(bench) {
    const longest: number[] = []
    const delays: number[] = []
    for (let run = 1; run <= bench.runs; run += 1) {
      const { maxMs, p99Ms } = await measureMixed()
      longest.push(maxMs)
      delays.push(p99Ms)
      bench.say(
        `run ${run} of ${bench.runs}: longest ${maxMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`,
      )
    }
    return [figureOf(longest), figureOf(delays), await measureReads(bench)]
  },
}

async function measureReads(bench: Bench): Promise<Measured> {
  bench.say(`reads for ${readsForSeconds} s`)
  const product = await startProduct()
  try {
    const ids = await submitSome(product)
    const requests = ids.map((id, index) =>
      rawRequest('GET', `/v1/kyc/verifications/${id}`, { key: keyOf(product, index) }),
    )
    const seconds = readsForSeconds
    const { p50Ms, p99Ms } = await runLoad({ port: product.port, requests, ...fullLoad, seconds })
    const peer = { name: 'p50 of the same run', figure: p50Ms }
    return { kind: 'ratio', ours: p99Ms, peer, ratio: p99Ms / p50Ms }
  } finally {
    await product.stop()
  }
}

/** Each run has a server of its own, because the longest turn counts from its start. */
async function measureMixed(): Promise<Turns> {
  const credentials = { partnerId: '042', apiKey: 'turns-bench-partner-key' }
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  const receiverPort = await listenLocally(receiver)
  const product = await startProduct({
    smile: { ...credentials, baseUrl: simulator.baseUrl },
    settings: {
      SVC_WEBHOOK_ALLOW_LOOPBACK: 'yes',
      SVC_SECOND_FACTOR_REQUIRED: 'no',
      SVC_KEY_UPLOAD_BYTES: '0',
      SVC_STOP_TIMEOUT: '1s',
    },
    variables: measuringTurns,
  })
  await insideAppliance(product.env, fill)
  await registerWebhook(product.url, product.keys[0] ?? '', {
    url: `http://127.0.0.1:${receiverPort}`,
    events: ['verification.completed'],
  })
  const liveKey = await createKey(product.env, 'live')
  const turns = await turnsDuring(product, () => mixedLoad(product, liveKey))
  await product.stop()
  receiver.closeAllConnections()
  receiver.close()
  await simulator.close()
  return turns
}

/** Writes the list that is exported, and the user who exports it. */
async function fill(appliance: Appliance): Promise<void> {
  const writing = openDb(databaseFile(appliance.config))
  const to = systemClock.now()
  writeVerifications(writing.raw, { count: exportedRows, from: to - dayMs, to })
  await writing.close()
  await addUser(appliance, 'reviewer')
}

/** At rates that half a core of the server can serve, so that turns are measured and not a queue. */
async function mixedLoad(product: Product, liveKey: string): Promise<void> {
  const { port, keys } = product
  const seconds = mixedForMs / 1000
  const load = (requests: string[], connections: number, perSecond: number) =>
    runLoad({ port, requests, connections, seconds, warmUpSeconds: 0, perSecond })
  await Promise.all([
    load(
      keys.map((key) => rawRequest('POST', sandboxPath, { key, json: submission })),
      8,
      50,
    ),
    load([liveRequest('/v1/kyc/verify', liveKey)], 2, 1),
    load(
      keys.map((key) => rawRequest('GET', '/v1/kyc/verifications?limit=100', { key })),
      4,
      20,
    ),
    exportRepeatedly(product, performance.now() + mixedForMs),
  ])
}

async function exportRepeatedly(product: Product, until: number): Promise<void> {
  const client = openConsole(product)
  await client.signIn('reviewer@bank.example')
  while (performance.now() < until) {
    const answer = await client.post('/verifications/export', { environment: 'live' })
    if (answer.status !== 200) throw new Error(`the export was refused: ${answer.text}`)
  }
}
