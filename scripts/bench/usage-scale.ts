// Measures whether reading usage stays fast as it grows: alternates the same HTTP requests between three appliances,
// with few events over two years, few over a week, and a hundred times as many over two years.
//
//   node scripts/bench/usage-scale.ts [few, default 50000] [many, default 5000000] [rounds, default 300]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { firstIdAt } from '../../server/kernel/ids.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { encodeCursor } from '../../server/kernel/page.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { serve } from '../../server/serve.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { freePort } from './free-port.ts'
import { writeRetrievals, writeUsage } from './usage-rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const keysCount = 12

interface Place {
  readonly name: string
  readonly secondsToWrite: number
  readonly recount: string
  /** Returns the milliseconds until the whole answer has arrived. */
  time(path: string): Promise<number>
  readonly requests: Readonly<Record<string, string>>
  close(): Promise<void>
}

async function openPlace(name: string, events: number, days: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-usage-'))
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const env = {
    SVC_PORT: String(await freePort()),
    SVC_OPS_PORT: '0',
    SVC_DATA_DIR: join(folder, 'appliance'),
    SVC_MASTER_KEY_FILE: masterKeyFile,
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const appliance = await openAppliance(loadConfig({ profile: 'appliance', env }), {
    log: silentLog,
  })
  const { apiKeyIds, key } = await makeKeys(appliance)
  const to = Math.floor(systemClock.now() / dayMs) * dayMs
  const from = to - days * dayMs
  const startedAt = performance.now()
  const writing = openDb(databaseFile(appliance.config))
  writeUsage(writing.raw, { events, from, to, apiKeyIds })
  const first = "select verification_id from usage_events where type = 'kyc.verify' order by id"
  const [polledId, verificationId] = writing.raw
    .prepare(`${first} limit 2`)
    .pluck()
    .all()
    .map(String)
  // In proportion to the events, so that a query that reads all events of one verification shows up.
  const polled = { id: polledId ?? '', apiKeyId: apiKeyIds[0] ?? '', events: events / 50, from }
  writeRetrievals(writing.raw, polled)
  await writing.close()
  const secondsToWrite = (performance.now() - startedAt) / 1000
  appliance.db.optimize()
  const recountedAt = performance.now()
  const differences = await recountUsage(appliance, { by: fromCommandLine, repairs: true })
  const recount = `${differences} counters repaired in ${((performance.now() - recountedAt) / 1000).toFixed(1)} s`
  const server = await serve(appliance)
  return {
    name,
    secondsToWrite,
    recount,
    requests: requestsFor({
      from,
      to,
      verificationId: verificationId ?? '',
      polledId: polled.id,
      rareKeyId: apiKeyIds.at(-1) ?? '',
    }),
    async time(path) {
      const sentAt = performance.now()
      const response = await fetch(`${server.url}/v1${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
      return performance.now() - sentAt
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Creates the keys. The last one is the rare one, and its text authenticates the requests. */
async function makeKeys(appliance: Appliance) {
  const apiKeyIds: string[] = []
  let key = ''
  for (let index = 0; index < keysCount; index += 1) {
    const made = await createKey(appliance, fromCommandLine, {
      name: `Branch ${index}`,
      environment: 'live',
      scopes: ['usage.read'],
      allowedCidrs: [],
      expiresAt: undefined,
    })
    apiKeyIds.push(made.key.id)
    key = made.text
  }
  return { apiKeyIds, key }
}

function requestsFor(place: {
  readonly from: number
  readonly to: number
  readonly verificationId: string
  /** Verification that every fiftieth event belongs to. */
  readonly polledId: string
  readonly rareKeyId: string
}): Readonly<Record<string, string>> {
  const { from, to, verificationId, polledId, rareKeyId } = place
  const iso = (instantMs: number) => encodeURIComponent(new Date(instantMs).toISOString())
  const middle = encodeCursor(firstIdAt('use', (from + to) / 2))
  return {
    'first page': '/usage',
    'first page of 100': '/usage?limit=100',
    'deep page': `/usage?cursor=${middle}`,
    'one type, a rare key': `/usage?type=score.get&api_key_id=${rareKeyId}`,
    'no match': '/usage?billable=false',
    'a verification': `/usage?verification_id=${verificationId}`,
    'polled: its one verify': `/usage?verification_id=${polledId}&type=kyc.verify`,
    'polled: none of this kind': `/usage?verification_id=${polledId}&billable=false`,
    'polled: every fiftieth event': `/usage?verification_id=${polledId}`,
    'odd instants': `/usage?from=${iso(from + 1_234_567)}&to=${iso(to - 7_654_321)}`,
    'summary by month': '/usage/summary?group_by=month',
    'summary by day, a month': `/usage/summary?from=${iso(to - 30 * dayMs)}&to=${iso(to)}`,
    'summary by key, all': `/usage/summary?group_by=api_key&from=${iso(to - 730 * dayMs)}`,
  }
}

/** Alternates between the places, so that other load on the machine affects all of them. */
async function measure(places: readonly Place[], what: string, rounds: number) {
  const times = places.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      times[index]?.push(await place.time(place.requests[what] ?? ''))
    }
  }
  return times.map((some) => some.toSorted((one, other) => one - other)[rounds >> 1] ?? 0)
}

async function run(few: number, many: number, rounds: number): Promise<void> {
  const places = [
    await openPlace(`${few} over 2 years`, few, 730),
    await openPlace(`${few} over a week`, few, 7),
    await openPlace(`${many} over 2 years`, many, 730),
  ]
  for (const { name, secondsToWrite, recount } of places) {
    console.log(`${name}: written in ${secondsToWrite.toFixed(1)} s, recounted: ${recount}`)
  }
  await measure(places, 'first page', 50)
  console.log(
    `median ms of ${rounds}`.padEnd(28),
    ...places.map(({ name }) => name.padStart(22)),
    'ratios',
  )
  for (const what of Object.keys(places[0]?.requests ?? {})) {
    const medians = await measure(places, what, rounds)
    const last = medians.at(-1) ?? 0
    const ratios = medians.slice(0, -1).map((median) => (last / median).toFixed(2))
    console.log(what.padEnd(28), ...medians.map((one) => one.toFixed(2).padStart(22)), ...ratios)
  }
  for (const place of places) await place.close()
}

if (import.meta.main) {
  const [few = 50_000, many = 5_000_000, rounds = 300] = process.argv.slice(2).map(Number)
  await run(few, many, rounds)
}
