// A PostgreSQL cluster of its own for the row `jobs`: default settings, a socket in a temporary folder, no port. Run
// by root it belongs to the user postgres, because PostgreSQL refuses to run as root.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface Postgres {
  /** The folder of the socket. */
  readonly host: string
  createDatabase(name: string): void
  stop(): Promise<void>
}

const programsNeeded = ['initdb', 'postgres', 'createdb', 'pg_isready'] as const
const startsWithinMs = 20_000

/** Returns the folder of PostgreSQL's programs, of the newest version if there are several. */
export function findPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse()
  return [...onPath, ...debian].find((folder) =>
    programsNeeded.every((program) => existsSync(join(folder, program))),
  )
}

export async function startPostgres(programs: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-pg-'))
  const owner = ownerOf(folder)
  const cluster = join(folder, 'cluster')
  const options = { ...owner, cwd: folder, stdio: 'ignore' } as const
  const run = (program: (typeof programsNeeded)[number], args: readonly string[]) =>
    execFileSync(join(programs, program), args, options)
  run('initdb', ['--pgdata', cluster, '--username', 'postgres', '--auth', 'trust', '--no-sync'])
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`]
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], options)
  const clearAway = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clearAway)
  try {
    await untilReady(() => run('pg_isready', ['--host', folder]))
  } catch (error) {
    await ended(server)
    throw error
  }
  return {
    host: folder,
    createDatabase(name) {
      run('createdb', ['--host', folder, '--username', 'postgres', name])
    },
    async stop() {
      await ended(server)
      process.off('exit', clearAway)
      rmSync(folder, { recursive: true })
    },
  }
}

/** @throws Error where root has no user postgres */
function ownerOf(folder: string): { readonly uid: number; readonly gid: number } | object {
  if (process.geteuid?.() !== 0) return {}
  const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']))
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

async function untilReady(check: () => unknown): Promise<void> {
  const until = performance.now() + startsWithinMs
  for (;;) {
    try {
      check()
      return
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown. */
function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })
}
