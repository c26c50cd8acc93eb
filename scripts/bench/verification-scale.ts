// Measures whether the console's lists stay fast as they grow: alternates the same HTTP requests of a signed-in
// reviewer between two appliances, with few verifications over half a year and a hundred times as many.
//
//   node scripts/bench/verification-scale.ts [few, default 10000] [many, default 1000000] [rounds, default 200]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { openDb } from '../../server/db/open-db.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { encodeCursor } from '../../server/kernel/page.ts'
import { serve } from '../../server/serve.ts'
import { addUser, openConsole } from '../../test/support/console-client.ts'
import { freePort } from './free-port.ts'
import { writeVerifications } from './verification-rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const days = 182
const rowsDeep = 10_000
const warmUps = 20

interface Place {
  readonly name: string
  readonly secondsToWrite: number
  readonly requests: Readonly<Record<string, string>>
  /** Returns the milliseconds until the whole answer has arrived. */
  time(path: string): Promise<number>
  close(): Promise<void>
}

async function openPlace(count: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-verifications-'))
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const env = {
    SVC_PORT: String(await freePort()),
    SVC_DATA_DIR: join(folder, 'appliance'),
    SVC_MASTER_KEY_FILE: masterKeyFile,
    SVC_RATE_LIMIT_PER_MINUTE: '1000000',
    SVC_SECOND_FACTOR_REQUIRED: 'no',
  }
  const config = loadConfig({ profile: 'appliance', env })
  const appliance = await openAppliance(config, { log: silentLog })
  const startedAt = performance.now()
  const writing = openDb(databaseFile(appliance.config))
  const to = systemClock.now()
  writeVerifications(writing.raw, { count, from: to - days * dayMs, to })
  const deepId = writing.raw
    .prepare('select id from verifications order by id desc limit 1 offset ?')
    .pluck()
    .get(Math.min(rowsDeep, count - 25))
  await writing.close()
  const secondsToWrite = (performance.now() - startedAt) / 1000
  appliance.db.optimize()
  await addUser(appliance, 'reviewer')
  const server = await serve(appliance)
  const client = openConsole(server)
  await client.signIn('reviewer@bank.example')
  return {
    name: String(count),
    secondsToWrite,
    requests: requestsFor(to, String(deepId)),
    async time(path) {
      const sentAt = performance.now()
      const { status, data } = await client.get(path)
      const tookMs = performance.now() - sentAt
      const rows = Array.isArray(data.items) ? data.items.length : 0
      if (status !== 200 || (rows === 0 && !path.endsWith('passport')))
        throw new Error(`${path}: ${status}, ${rows} rows`)
      return tookMs
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function requestsFor(to: number, deepId: string): Readonly<Record<string, string>> {
  const iso = (instantMs: number) => encodeURIComponent(new Date(instantMs).toISOString())
  const list = '/verifications?environment=live&limit=25'
  const month = `created_from=${iso(to - 60 * dayMs)}&created_to=${iso(to - 30 * dayMs)}`
  return {
    'first page': list,
    'page ten thousand rows deep': `${list}&cursor=${encodeURIComponent(encodeCursor(deepId))}`,
    'one status': `${list}&status=declined`,
    'one status, one country': `${list}&status=error&country=MA`,
    'a band': `${list}&band=premium`,
    'a rare reason': `${list}&reason=document_expired`,
    'a rare reason, a country, a band': `${list}&reason=document_expired&country=MA&band=medium`,
    'a month, one document': `${list}&id_type=passport&${month}`,
    'two common filters that never match together': `${list}&status=declined&id_type=passport`,
    'review queue': '/reviews?environment=live&state=open',
  }
}

/** Alternates between the places, so that other load on the machine affects both. */
async function measure(places: readonly Place[], what: string, rounds: number) {
  const times = places.map((): number[] => [])
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      const tookMs = await place.time(place.requests[what] ?? '')
      if (round >= 0) times[index]?.push(tookMs)
    }
  }
  return times.map((some) => {
    const sorted = some.toSorted((one, other) => one - other)
    const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
    return { median: at(0.5), p95: at(0.95) }
  })
}

async function run(few: number, many: number, rounds: number): Promise<void> {
  const places = [await openPlace(few), await openPlace(many)]
  for (const { name, secondsToWrite } of places) {
    console.log(`${name} verifications: written in ${secondsToWrite.toFixed(1)} s`)
  }
  console.log(
    `ms of ${rounds}: median, p95`.padEnd(34),
    ...places.map((one) => one.name.padStart(16)),
  )
  for (const what of Object.keys(places[0]?.requests ?? {})) {
    const [one, other] = await measure(places, what, rounds)
    if (one === undefined || other === undefined) continue
    const shown = [one, other].map(({ median, p95 }) =>
      `${median.toFixed(2)}, ${p95.toFixed(2)}`.padStart(16),
    )
    console.log(what.padEnd(34), ...shown, (other.median / one.median).toFixed(2))
  }
  for (const place of places) await place.close()
}

if (import.meta.main) {
  const [few = 10_000, many = 1_000_000, rounds = 200] = process.argv.slice(2).map(Number)
  await run(few, many, rounds)
}
