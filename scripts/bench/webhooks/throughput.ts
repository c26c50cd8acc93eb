// Measures deliveries per second, from committed rows to recorded attempts, against a bare loop that only signs and
// posts to the same receiver over as many connections. Alternates both and prints medians. Bodies of 1 KB,
// keep-alive TLS connections, the receiver in its own process, every commit synced.
//
//   node scripts/bench/webhooks/throughput.ts [deliveries, default 20000] [runs, default 5]

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { slotsMax } from '../../../server/deliveries/schedule-slots.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { benchSecret, openBenchAppliance } from './bench-appliance.ts'
import { type BenchReceiver, startReceiver } from './receiver.ts'
import { median } from './spread.ts'

const deliveries = Number(process.argv[2] ?? 20_000)
const runs = Number(process.argv[3] ?? 5)
const webhooksCount = 10
const bodyBytes = 1_024

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const receiver = await startReceiver(folder)
const bare: number[] = []
const ours: number[] = []
// Warm-up, not counted.
await measureBare(receiver)
await measureOurs(receiver, runs)
for (let run = 0; run < runs; run += 1) {
  bare.push(await measureBare(receiver))
  ours.push(await measureOurs(receiver, run))
}
receiver.stop()
rmSync(folder, { recursive: true })
const ratios = ours.map((rate, run) => rate / (bare[run] ?? Number.NaN))
console.log(
  JSON.stringify({
    deliveries,
    runs,
    deliveries_per_second: { ours: ours.map(Math.round), bare: bare.map(Math.round) },
    median: { ours: Math.round(median(ours)), bare: Math.round(median(bare)) },
    ratio: Number(median(ratios).toFixed(2)),
    load_average: loadavg(),
  }),
)

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
