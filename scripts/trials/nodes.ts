// Durable sandbox verifications a second with 1, 2 and 4 nodes on one PostgreSQL, and with SQLite, and the processor
// time of each side. All run on this machine, so the figures show what a verification costs, not what more machines
// give.
//
//   node scripts/trials/nodes.ts [seconds of each run, default 4] [connections, default 64]

import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey, environmentOf, initAppliance, startServer } from '../bench/child-server.ts'
import { freePort } from '../bench/free-port.ts'
import { rawRequest, runLoad } from '../bench/load/run-load.ts'
import { cpuMsOf } from '../bench/proc-figures.ts'
import { sandboxPath, submission } from '../bench/rows/sandbox-load.ts'
import { openStormScene } from '../disasters/nodes/storm-scene.ts'
import { findBinaries } from '../postgres/local-server.ts'

interface Figures {
  readonly nodes: number
  readonly database: 'PostgreSQL' | 'SQLite'
  readonly perSecond: number
  readonly p99Ms: number
  /** Processor time of all nodes for one verification. */
  readonly nodesMsEach: number
  /** The same of the database server. */
  readonly databaseMsEach: number
  /** Processors that were busy, of all: with the nodes, the database, and the rest, load generators included. */
  readonly busy: Busy
  readonly limitedBy: string
}

interface Busy {
  readonly nodes: number
  readonly database: number
  readonly rest: number
  readonly of: number
}

const connections = Number(process.argv[3] ?? 64)
const warmUpSeconds = 1.5

interface Side {
  readonly ports: readonly number[]
  readonly key: string
  readonly pids: readonly number[]
  databaseCpuMs(): Promise<number>
}

async function measure(side: Side, seconds: number): Promise<Omit<Figures, 'nodes' | 'database'>> {
  const requests = [rawRequest('POST', sandboxPath, { key: side.key, json: submission })]
  const each = Math.floor(connections / side.ports.length)
  const load = (forSeconds: number) =>
    Promise.all(
      side.ports.map((port) =>
        runLoad({ port, requests, connections: each, seconds: forSeconds, warmUpSeconds: 0.1 }),
      ),
    )
  const nodesCpuMs = () => side.pids.reduce((sum, pid) => sum + (cpuMsOf(pid) ?? 0), 0)
  await load(warmUpSeconds)
  const read = async () => ({
    nodes: nodesCpuMs(),
    database: await side.databaseCpuMs(),
    all: busyMsOfMachine(),
    at: performance.now(),
  })
  const before = await read()
  const reports = await load(seconds)
  const after = await read()
  const nodesMs = after.nodes - before.nodes
  const databaseMs = after.database - before.database
  const passedMs = after.at - before.at
  const busy = {
    nodes: rounded(nodesMs / passedMs),
    database: rounded(databaseMs / passedMs),
    rest: rounded((after.all - before.all - nodesMs - databaseMs) / passedMs),
    of: availableParallelism(),
  }
  const answers = reports.reduce((sum, report) => sum + report.answers, 0)
  return {
    perSecond: Math.round(reports.reduce((sum, { perSecond }) => sum + perSecond, 0)),
    p99Ms: Math.round(Math.max(...reports.map(({ p99Ms }) => p99Ms))),
    nodesMsEach: rounded(nodesMs / answers),
    databaseMsEach: rounded(databaseMs / answers),
    busy,
    limitedBy: limitOf(busy, side.ports.length),
  }
}

/** Most of a processor, or of all: more is hardly ever reached. */
const fullShare = 0.9

function limitOf({ nodes, database, rest, of }: Busy, nodeCount: number): string {
  if (nodes + database + rest >= fullShare * of) return 'processors'
  if (nodes >= fullShare * nodeCount) return 'the one thread of each node'
  return 'waits: commits, the lane and round trips'
}

/** Processor time of everything that ran since the machine started, in milliseconds. */
function busyMsOfMachine(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}

async function onPostgres(binaries: string, nodes: number, seconds: number): Promise<Figures> {
  const scene = await openStormScene({ binaries, nodes })
  try {
    const side = {
      ports: scene.nodes.map(({ env }) => Number(env.SVC_PORT)),
      key: scene.keys.sandbox,
      pids: scene.nodes.map(({ server }) => server.pid),
      databaseCpuMs: () => scene.database.cpuMs(),
    }
    return { nodes, database: 'PostgreSQL', ...(await measure(side, seconds)) }
  } finally {
    await scene.close()
  }
}

async function onSqlite(seconds: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-nodes-'))
  const port = await freePort()
  const env = { ...environmentOf({ folder, port }), SVC_RATE_LIMIT_PER_MINUTE: '1000000' }
  await initAppliance(env)
  const key = await createKey(env, 'sandbox')
  const server = await startServer({ ...env, SVC_OPS_PORT: '0', SVC_PREFLIGHT: 'off' })
  try {
    const side = { ports: [port], key, pids: [server.pid], databaseCpuMs: async () => 0 }
    return { nodes: 1, database: 'SQLite', ...(await measure(side, seconds)) }
  } finally {
    await server.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}

if (import.meta.main) {
  const seconds = Number(process.argv[2] ?? 4)
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('no PostgreSQL from 15 on is installed')
  console.log(JSON.stringify(await onSqlite(seconds)))
  for (const nodes of [1, 2, 4]) {
    console.log(JSON.stringify(await onPostgres(binaries, nodes, seconds)))
  }
}
