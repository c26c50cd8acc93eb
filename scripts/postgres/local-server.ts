// Starts a PostgreSQL server of its own in a temporary folder, from the binaries of the system or of the folder that
// SVC_TEST_POSTGRES_BIN names, for tests, benchmarks and npm run schema. It forgets everything when it stops, so unless
// it is measured it does not wait for the disk.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../bench/free-port.ts'

export interface LocalServer {
  /** Of the database `postgres`, as its superuser. */
  readonly url: string
  /** The folder and number of its socket, as clients want them. */
  readonly socket: { readonly host: string; readonly port: number }
  stop(): Promise<void>
}

const run = promisify(execFile)
const retryAfterMs = 50
/** For its start: several times what a slow machine needs. */
const startTriesMax = 1_200
const endTriesMax = 200
/** The server refuses to run as root. */
const unprivileged = { uid: 65_534, gid: 65_534 }

/**
 * Returns the folder of the newest binaries from 15 on; undefined if there are none. A folder of SVC_TEST_POSTGRES_BIN
 * needs `initdb` and `postgres` only, so packages that ship no clients will do. @throws Error if they are not there
 */
export function findBinaries(): string | undefined {
  const named = process.env.SVC_TEST_POSTGRES_BIN
  if (named !== undefined) {
    if (existsSync(join(named, 'initdb')) && existsSync(join(named, 'postgres'))) return named
    throw new Error(`SVC_TEST_POSTGRES_BIN: ${named} has no initdb and postgres`)
  }
  const folders = globSync('/usr/lib/postgresql/*/bin').map((folder) => ({
    folder,
    version: Number(/\/(\d+)\/bin$/.exec(folder)?.[1]),
  }))
  return folders
    .filter(({ folder, version }) => version >= 15 && existsSync(join(folder, 'initdb')))
    .toSorted((one, other) => other.version - one.version)[0]?.folder
}

/** Settings of a server that need not wait for the disk. */
const forgetful = {
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Statistics taken in the middle of a test would change the plans of its queries, now and then to slow ones.
  autovacuum: 'off',
}

/** @throws Error if it does not answer within a minute */
export async function startLocalServer(
  binaries: string,
  more: Readonly<Record<string, string | number>> = forgetful,
): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-postgres-'))
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? unprivileged : {}
  if (isRoot) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  await run(join(binaries, 'initdb'), initial, { ...as, cwd: folder })
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
    ...as,
    cwd: folder,
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  // A test process that ends in any way takes its server along.
  const endNow = () => {
    endInPlace(server, join(data, 'postmaster.pid'))
    // Its processes may still write while they end.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  process.once('exit', endNow)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url)
  server.unref()
  return {
    url,
    socket: { host: folder, port },
    async stop() {
      process.off('exit', endNow)
      server.ref()
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Waits without a turn of the event loop. A server that is killed leaves its shared memory behind, a megabyte each
 * time, until the machine has none left; told to give up its work it removes that, then its lock file.
 */
function endInPlace(server: ChildProcess, lockFile: string): void {
  server.kill('SIGQUIT')
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < endTriesMax && existsSync(lockFile); tries += 1) {
    Atomics.wait(nothing, 0, 0, retryAfterMs)
  }
  server.kill('SIGKILL')
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < startTriesMax; tries += 1) {
    if (await answers(url)) return
    await wait(retryAfterMs)
  }
  throw new Error('the local PostgreSQL server does not answer')
}

/** Whether a PostgreSQL server takes connections at this URL. */
export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A server that still starts ends the connection, which is no error of ours.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs one statement as the user of the URL and returns the values of its rows. */
export async function askPostgres(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' })
    return rows.flat().map(String).join()
  } finally {
    await client.end()
  }
}
