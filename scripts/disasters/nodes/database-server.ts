// One PostgreSQL server of the storm: it is made, started, stopped or killed, and copied as a standby. Unlike the one
// of the tests it waits for the disk.

import { execFile, type SpawnOptions, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../bench/free-port.ts'
import { cpuMsOf } from '../../bench/proc-figures.ts'
import { answers, askPostgres } from '../../postgres/local-server.ts'
import { atExit } from './at-exit.ts'
import { copyAsStandby } from './copy-database.ts'

export interface DatabaseServer {
  readonly port: number
  /** Of the superuser. */
  readonly url: string
  readonly dataFolder: string
  /** Makes a database of its own. */
  init(): Promise<void>
  /** Throws its data away and copies those of `primary`, as its standby. */
  copyFrom(primary: DatabaseServer): Promise<void>
  /** Resolves once it answers. @throws Error if it does not within 30 seconds */
  start(): Promise<void>
  /** `SIGINT` ends its transactions and stops it, `SIGKILL` leaves recovery to the next start. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Runs one statement as superuser and returns the values of its rows. */
  ask(sql: string): Promise<string>
  /** Processor time of all its processes that live, in milliseconds. */
  cpuMs(): Promise<number>
}

interface ServerPlace {
  readonly binaries: string
  /** Made by `createDatabaseServer`. */
  readonly folder: string
  /** Addresses of this machine, besides the loopback address, from which everybody may connect. */
  readonly addresses: readonly string[]
}

const run = promisify(execFile)
const answersWithinMs = 30_000
const askEveryMs = 20
const loopback = '127.0.0.1'
/** The server refuses to run as root. */
const unprivileged = { uid: 65_534, gid: 65_534 }

export async function createDatabaseServer({
  binaries,
  folder,
  addresses,
}: ServerPlace): Promise<DatabaseServer> {
  mkdirSync(folder, { mode: 0o700 })
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? { ...unprivileged, cwd: folder } : { cwd: folder }
  if (isRoot) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const settings = {
    listen_addresses: [loopback, ...addresses].join(','),
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // A standby that was just copied gets what came since from the log.
    wal_keep_size: '512MB',
  }
  const url = `postgres://postgres@${loopback}:${port}/postgres`
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let current: Launched | undefined
  return {
    port,
    url,
    dataFolder: data,
    async init() {
      const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
      await run(join(binaries, 'initdb'), words, as)
      const lines = addresses.map((address) => `host all all ${address}/24 trust\n`)
      appendFileSync(join(data, 'pg_hba.conf'), lines.join(''))
    },
    async copyFrom(primary) {
      rmSync(data, { recursive: true, force: true })
      await copyAsStandby(primary, data)
      if (isRoot) await run('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, data])
    },
    async start() {
      // After a kill the old backends may live on for some moments, and the new server refuses to start.
      const until = performance.now() + answersWithinMs
      for (;;) {
        const command = [join(binaries, 'postgres'), '-D', data, ...flags]
        current = await launch(command, as, () => answers(url))
        if (current !== undefined) return
        if (performance.now() > until) throw new Error('PostgreSQL does not answer')
        await wait(askEveryMs)
      }
    },
    async end(signal) {
      if (current === undefined) return
      process.kill(current.pid, signal)
      await current.exited
      current = undefined
    },
    ask: (sql) => askPostgres(url, sql),
    async cpuMs() {
      if (current === undefined) return 0
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(current.pid)])
      const pids = [current.pid, ...stdout.split('\n').filter(Boolean).map(Number)]
      return pids.reduce((sum, pid) => sum + (cpuMsOf(pid) ?? 0), 0)
    },
  }
}

interface Launched {
  readonly pid: number
  readonly exited: Promise<void>
}

/** Returns undefined if the server ends, or does not answer in time. */
async function launch(
  [program = '', ...words]: readonly string[],
  as: SpawnOptions,
  isReady: () => Promise<boolean>,
): Promise<Launched | undefined> {
  const server = spawn(program, words, { ...as, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  void exited.then(atExit(() => server.kill('SIGINT')))
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  const until = performance.now() + answersWithinMs
  while (!isOver && performance.now() < until) {
    if ((await isReady()) && !isOver) return { pid: server.pid ?? 0, exited }
    await wait(askEveryMs)
  }
  server.kill('SIGKILL')
  return undefined
}
