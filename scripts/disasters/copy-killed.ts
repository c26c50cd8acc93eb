// Moves an installation with many verifications to PostgreSQL and back with `svc db copy`, killed with -9 at random
// moments on both ways, and compares what came back with what had left.

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openConnection, type RawConnection } from '../../server/db/sqlite/connection.ts'
import { environmentOf, initAppliance, launcher } from '../bench/child-server.ts'
import { fillDatabase } from '../bench/fill-database.ts'
import { type RandomNumbers, randomNumbers } from '../bench/random-numbers.ts'
import { startLocalServer } from '../postgres/local-server.ts'

interface CopyOrder {
  readonly binaries: string
  readonly verifications: number
  /** On each way. */
  readonly kills: number
  readonly seed: number
  say(line: string): void
}

interface Way {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

interface Copied {
  readonly resumed: boolean
  readonly rows: number
  readonly tables: readonly { name: string; rows: number; sha256: string }[]
}

/** A way takes about so long, by which the moments of the kills are spread over it. */
const msEachVerification = 0.3
const startMs = 2_000
/** Each way writes into these what it did itself. */
const ownTables = ['audit_entries', 'database_move', 'schema_migrations']

/** Returns what is wrong. */
export async function copyThroughKills(order: CopyOrder): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-copy-killed-'))
  const server = await startLocalServer(order.binaries)
  try {
    const env = environmentOf({ folder, port: 0 })
    const data = env.SVC_DATA_DIR ?? ''
    await initAppliance(env)
    fill(join(data, 'svc.db'), order.verifications)
    const random = randomNumbers(order.seed)
    const there = await copyKilled(order, random, { args: ['--to', server.url], env })
    const away = { ...env, SVC_DATABASE_URL: server.url }
    const back = await copyKilled(order, random, { args: ['--to-data-folder', data], env: away })
    const left = readdirSync(data).find((name) => /^svc\.db\.left-\d+$/.test(name))
    if (left === undefined) return ['the database that was left is not there']
    return [
      ...differences(digestsOf(there), digestsOf(back)).map((name) => `${name} by the command`),
      ...differences(hashFile(join(data, left)), hashFile(join(data, 'svc.db'))),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(file: string, count: number): void {
  const connection = openConnection(file)
  fillDatabase(connection, count)
  connection.close()
}

/** Kills the command at random moments, and lets it end at last. */
async function copyKilled(order: CopyOrder, random: RandomNumbers, way: Way): Promise<Copied> {
  const beganAt = performance.now()
  const wholeMs = order.verifications * msEachVerification
  let kills = 0
  while (kills < order.kills) {
    const afterMs = startMs + (random() * 2 * wholeMs) / (order.kills + 1)
    const command = begin(way)
    const isKilled = await Promise.race([command.ended.then(() => false), wait(afterMs, true)])
    if (!isKilled) break
    command.child.kill('SIGKILL')
    await command.ended
    kills += 1
    order.say(`killed after ${(afterMs / 1000).toFixed(1)} s`)
  }
  const last = begin(way)
  const { code, out, err } = await last.ended
  if (code !== 0) throw new Error(`svc db copy ${way.args[0]} ended with ${code}: ${err}`)
  const copied = JSON.parse(out) as Copied
  const seconds = Math.round((performance.now() - beganAt) / 1000)
  order.say(`${way.args[0]}: ${copied.rows} rows, ${kills} kills, ${seconds} s in all`)
  return copied
}

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; out: string; err: string }>
}

function begin({ args, env }: Way): Running {
  const child = spawn(process.execPath, [launcher, 'db', 'copy', ...args, '--yes', '--json'], {
    env: { ...env, PATH: process.env.PATH, SVC_ALLOW_ROOT: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended: ended.then((code) => ({ code, ...said })) }
}

type Digests = ReadonlyMap<string, string>

function digestsOf({ tables }: Copied): Digests {
  return new Map(tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]))
}

/** Counts and hashes of all tables, apart from the code of the move. */
function hashFile(file: string): Digests {
  const connection = openConnection(file)
  const names = connection
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%'`,
    )
    .pluck()
    .all()
  const digests = new Map(names.map((name) => [name, hashTable(connection, name)]))
  connection.close()
  return digests
}

function hashTable(connection: RawConnection, table: string): string {
  const namesOf = (rest: string) =>
    connection
      .prepare<[], string>(`select name from pragma_table_info('${table}') ${rest}`)
      .pluck()
      .all()
  const columns = namesOf('order by name')
  const key = namesOf('where pk > 0 order by pk')
  const order = key.length > 0 ? key : columns
  const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join()
  const hash = createHash('sha256')
  let rows = 0
  const select = `select ${listed(columns)} from "${table}" order by ${listed(order)}`
  for (const row of connection.prepare<[], unknown[]>(select).raw().iterate()) {
    hash.update(JSON.stringify(row))
    rows += 1
  }
  return `${rows} ${hash.digest('hex')}`
}

function differences(one: Digests, other: Digests): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => !ownTables.includes(name) && one.get(name) !== other.get(name))
    .map((name) => `${name}: ${one.get(name)} became ${other.get(name)}`)
}
