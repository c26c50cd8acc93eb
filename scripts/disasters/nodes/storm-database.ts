// A PostgreSQL server that the storm can stop, kill and start again. Unlike the one of the tests it waits for the disk.

import { execFile, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../bench/free-port.ts'
import { cpuMsOf } from '../../bench/load/cpu-time.ts'

export interface StormDatabase {
  readonly port: number
  /** Resolves once it answers. @throws Error if it does not within 30 seconds */
  start(): Promise<void>
  /** `SIGINT` ends its transactions and stops it, `SIGKILL` leaves recovery to the next start. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Processor time of all its processes that live, in milliseconds. */
  cpuMs(): Promise<number>
}

const run = promisify(execFile)
const answersWithinMs = 30_000
const askEveryMs = 20
/** The server refuses to run as root. */
const unprivileged = { uid: 65_534, gid: 65_534 }

/** @param folder made by this function; it keeps the data */
export async function createStormDatabase(
  binaries: string,
  folder: string,
): Promise<StormDatabase> {
  mkdirSync(folder, { mode: 0o700 })
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? unprivileged : {}
  if (isRoot) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const data = join(folder, 'data')
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  await run(join(binaries, 'initdb'), initial, { ...as, cwd: folder })
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder }
  const flags = [...Object.entries(settings), ['max_connections', '200']]
  const command = ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]

  async function launch(): Promise<boolean> {
    const server = spawn(join(binaries, 'postgres'), command, {
      ...as,
      cwd: folder,
      stdio: 'ignore',
    })
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    let isOver = false
    void exited.then(() => {
      isOver = true
    })
    const until = performance.now() + answersWithinMs
    while (!isOver && performance.now() < until) {
      const asked = ['-h', '127.0.0.1', '-p', String(port)]
      const answer = run(join(binaries, 'pg_isready'), asked)
      if ((await answer.catch(() => undefined)) !== undefined && !isOver) {
        current = { pid: server.pid ?? 0, exited }
        return true
      }
      await wait(askEveryMs)
    }
    server.kill('SIGKILL')
    return false
  }

  // A storm that ends in any way takes its server along.
  process.once('exit', () => {
    if (current !== undefined) process.kill(current.pid, 'SIGINT')
  })
  let current: { readonly pid: number; readonly exited: Promise<void> } | undefined
  return {
    port,
    async start() {
      // After a kill the old backends may live on for some moments, and the new server refuses to start.
      const until = performance.now() + answersWithinMs
      while (!(await launch())) {
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
    async cpuMs() {
      if (current === undefined) return 0
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(current.pid)])
      const pids = [current.pid, ...stdout.split('\n').filter(Boolean).map(Number)]
      return pids.reduce((sum, pid) => sum + (cpuMsOf(pid) ?? 0), 0)
    },
  }
}
