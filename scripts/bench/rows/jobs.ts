// The row of the job engine: 20 000 no-op jobs in one process, ours against four queues with the same durability and
// two with less. The figure is jobs a second from the first enqueue to the last run.

import { execFileSync, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  askPostgres,
  findBinaries,
  type LocalServer,
  startLocalServer,
} from '../../postgres/local-server.ts'
import { comparison } from '../compare.ts'
import { ours, peers } from '../jobs/contestants.ts'
import type { Bench, Measured, Row } from '../row.ts'
import { median } from '../spread.ts'

const jobs = 20_000
const secondsMax = 5
const peersFolder = fileURLToPath(new URL('../peers', import.meta.url))
const program = fileURLToPath(new URL('../jobs/contest.ts', import.meta.url))
const contested = z.object({ enqueuedPerSecond: z.number(), runPerSecond: z.number() })
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), optional: z.boolean().default(false) }),
  ),
})
type Contested = z.output<typeof contested>

export const jobsRow: Row = {
  name: 'jobs',
  about:
    '20 000 no-op jobs, enqueued and run in one process, of the best job queue that syncs as ours',
  lines: [{ label: 'jobs', unit: '/s', limit: { kind: 'ratio', atLeast: 2, hoped: 3 } }],
  async measure(bench) {
    const binaries = findBinaries()
    if (binaries === undefined || !hasRedis()) {
      const why = 'needs PostgreSQL and Redis: apt-get install postgresql redis-server'
      return [{ kind: 'not-run', why }]
    }
    installPeers(bench)
    // With PostgreSQL's own settings, as ours has SQLite's: both wait for the disk.
    const postgres = await startLocalServer(binaries, {})
    try {
      return [await contest(bench, postgres)]
    } finally {
      await postgres.stop()
    }
  },
}

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Installs the peers' packages from their own lockfile, unless that has been done. */
function installPeers(bench: Bench): void {
  if (arePeersInstalled()) return
  bench.say('installing the peers')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: ['ignore', 2, 2],
  })
}

function arePeersInstalled(): boolean {
  const read = (file: string) =>
    lockfile.parse(JSON.parse(readFileSync(join(peersFolder, file), 'utf8'))).packages
  if (!existsSync(join(peersFolder, 'node_modules/.package-lock.json'))) return false
  const installed = read('node_modules/.package-lock.json')
  // npm's list of installed packages lacks the optional ones for other machines.
  return Object.entries(read('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || optional || installed[path]?.version === version,
  )
}

/** The first round finds the two best synced peers; the others run once, so that the row does not take long. */
async function contest(bench: Bench, postgres: LocalServer): Promise<Measured> {
  const results = new Map<string, Contested[]>()
  let runs = 0
  const run = async (name: string) => {
    runs += 1
    const result = await runOnce(name, postgres, `run_${runs}`)
    results.set(name, [...(results.get(name) ?? []), result])
    bench.say(`${name}: ${describe([result])}`)
  }
  for (const { name } of [ours, ...peers]) await run(name)
  const rateOf = (name: string) => rate((results.get(name) ?? [])[0])
  const [first = '', second = ''] = peers
    .filter(({ isSynced }) => isSynced)
    .map(({ name }) => name)
    .toSorted((one, other) => rateOf(other) - rateOf(one))
  for (let round = 1; round < bench.runs; round += 1) {
    for (const name of [ours.name, first, second]) await run(name)
  }
  const ratesOf = (name: string) => (results.get(name) ?? []).map(rate)
  const best = median(ratesOf(first)) >= median(ratesOf(second)) ? first : second
  const measured = comparison(ratesOf(ours.name), ratesOf(best), best)
  const weaker = peers.filter(({ isSynced }) => !isSynced).map(({ name }) => rateOf(name))
  const toWeaker = (median(ratesOf(ours.name)) / Math.max(...weaker)).toFixed(2)
  const details = [ours, ...peers].map(
    ({ name, durability }) => `${name} (${durability}): ${describe(results.get(name) ?? [])}`,
  )
  const last = `ratio to the best that may lose jobs in a crash of the machine: ${toWeaker}`
  return { ...measured, details: [...measured.details, ...details, last] }
}

async function runOnce(name: string, postgres: LocalServer, database: string): Promise<Contested> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-jobs-'))
  await askPostgres(postgres.url, `create database ${database}`)
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const result = await new Promise<Contested>((resolve, reject) => {
    child.once('message', (message) => resolve(contested.parse(message)))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
    child.send({
      name,
      jobs,
      secondsMax,
      place: { folder, postgres: { ...postgres.socket, database } },
    })
  })
  rmSync(folder, { recursive: true, force: true })
  return result
}

/** Jobs a second from the first enqueue to the last run. */
function rate(result: Contested | undefined): number {
  if (result === undefined) return 0
  return 1 / (1 / result.enqueuedPerSecond + 1 / result.runPerSecond)
}

function describe(results: readonly Contested[]): string {
  const enqueued = median(results.map(({ enqueuedPerSecond }) => enqueuedPerSecond))
  const run = median(results.map(({ runPerSecond }) => runPerSecond))
  const together = median(results.map(rate))
  return `${Math.round(together)}/s (enqueued ${Math.round(enqueued)}/s, run ${Math.round(run)}/s)`
}
