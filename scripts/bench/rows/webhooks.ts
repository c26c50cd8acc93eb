// The row of webhooks: deliveries a second, from committed rows to recorded attempts, against a bare loop that only
// signs and posts to the same receiver over as many connections. Bodies of 1 KB, keep-alive TLS connections, the
// receiver in its own process, every commit synced.

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { slotsMax } from '../../../server/deliveries/schedule-slots.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { compare } from '../compare.ts'
import type { Row } from '../row.ts'
import { benchSecret, openBenchAppliance } from '../webhooks/bench-appliance.ts'
import { type BenchReceiver, startReceiver } from '../webhooks/receiver.ts'

const deliveries = 20_000
const webhooksCount = 10
const bodyBytes = 1_024

export const webhooksRow: Row = {
  name: 'webhooks',
  about:
    'webhook deliveries a second, of a bare loop that signs and posts over as many connections',
  lines: [{ label: 'webhooks', unit: '/s', limit: { kind: 'ratio', atLeast: 0.55, hoped: 0.65 } }],
  async measure(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
    const receiver = await startReceiver(folder)
    let run = 0
    try {
      await measureBare(receiver)
      const measured = await compare(bench, {
        ours() {
          run += 1
          return measureOurs(receiver, run)
        },
        peer: () => measureBare(receiver),
        peerName: 'bare loop',
      })
      return [measured]
    } finally {
      receiver.stop()
      rmSync(folder, { recursive: true })
    }
  },
}

/** Signs a body and posts it, without rows, fairness, limits or address checks. */
async function measureBare({ url, ca }: BenchReceiver): Promise<number> {
  const agent = new Agent({ connections: slotsMax, allowH2: false, connect: { ca } })
  const body = Buffer.alloc(bodyBytes, 'x')
  const startedAt = performance.now()
  let left = deliveries
  async function postInTurn(): Promise<void> {
    while (left > 0) {
      left -= 1
      const timestamp = String(Math.floor(systemClock.now() / 1000))
      const signed = createHmac('sha256', benchSecret).update(`${timestamp}.`).update(body)
      const headers = {
        'content-type': 'application/json',
        'svc-signature': signed.digest('hex'),
        'svc-timestamp': timestamp,
      }
      const answer = await request(`${url}/bare`, {
        dispatcher: agent,
        method: 'POST',
        headers,
        body,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: slotsMax }, postInTurn))
  const seconds = (performance.now() - startedAt) / 1000
  await agent.close()
  return deliveries / seconds
}

/** @throws Error unless every delivery is recorded as delivered and arrived once */
async function measureOurs(receiver: BenchReceiver, run: number): Promise<number> {
  const paths = Array.from({ length: webhooksCount }, (_, index) => `/run-${run}/${index}`)
  const appliance = await openBenchAppliance(receiver, paths)
  await appliance.publishMany(Math.ceil(deliveries / webhooksCount))
  const count = Math.ceil(deliveries / webhooksCount) * webhooksCount
  const startedAt = performance.now()
  appliance.dispatcher.start()
  await appliance.dispatcher.idle()
  const seconds = (performance.now() - startedAt) / 1000
  const delivered = appliance.countDelivered()
  await appliance.close()
  const counts = await receiver.counts()
  const arrived = paths.reduce((sum, path) => sum + (counts[path] ?? 0), 0)
  if (delivered !== count || arrived !== count) {
    throw new Error(`of ${count}, ${delivered} were recorded and ${arrived} arrived`)
  }
  return count / seconds
}
