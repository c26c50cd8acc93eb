// One server a data folder: the kernel holds the lock for the life of the process and lets it go by
// itself when the process dies, however it dies.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openConnection } from './open-db.ts'
import { isHeldByAnother } from './sqlite-errors.ts'

/** Who holds a lock, as far as it has said. */
export interface LockHolder {
  readonly pid: number
  /** Where it listens; undefined while it does not yet. */
  readonly url: string | undefined
  /** How people and clients reach it. */
  readonly publicUrl: string | undefined
}

/** Thrown when another server holds the folder. */
export class ServerLockedError extends Error {
  constructor(holder: LockHolder | undefined) {
    super(`another svc serve${inBrackets(holder)} runs on this data folder; stop it first`)
    this.name = 'ServerLockedError'
  }
}

function inBrackets(holder: LockHolder | undefined): string {
  if (holder === undefined) return ''
  const { pid, url } = holder
  if (url === undefined) return ` (process ${pid}, which is still starting)`
  return ` (process ${pid}, on port ${new URL(url).port || 'of its scheme'}, at ${url})`
}

export interface ServerLock {
  /** For whoever finds the lock held. */
  tell(where: Omit<LockHolder, 'pid'>): void
  release(): void
}

/** Place of the lock of a data folder. */
export function serverLockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

/** Takes the lock or throws ServerLockedError at once. The lock file is a tiny database of its own. */
export function holdServerLock(file: string): ServerLock {
  const connection = openConnection(file)
  try {
    connection.pragma('busy_timeout = 0')
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    // A full disk or a missing right is told as what it is.
    throw isHeldByAnother(error) ? new ServerLockedError(readHolder(file)) : error
  }
  let hasTold = false
  const release = () => {
    process.off('exit', release)
    if (hasTold) rmSync(noteOf(file), { force: true })
    connection.close()
  }
  // Keeps the connection within reach: one that is collected as garbage lets its lock go.
  process.once('exit', release)
  return {
    release,
    tell(where) {
      hasTold = true
      const holder: LockHolder = { pid: process.pid, ...where }
      writeFileSync(`${noteOf(file)}.new`, JSON.stringify(holder), { mode: 0o600 })
      renameSync(`${noteOf(file)}.new`, noteOf(file))
    },
  }
}

/**
 * Whoever holds the lock, asked without touching it; undefined where nobody does, or has told nothing. The
 * note of a process that was killed counts no more.
 */
export function findHolder(file: string): LockHolder | undefined {
  const holder = readHolder(file)
  return holder !== undefined && isAlive(holder.pid) ? holder : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return holderShape.parse(JSON.parse(readFileSync(noteOf(file), 'utf8')))
  } catch {
    return undefined
  }
}

const holderShape = z
  .object({ pid: z.int(), url: z.url().optional(), publicUrl: z.url().optional() })
  .transform(({ pid, url, publicUrl }) => ({ pid, url, publicUrl }))

function noteOf(file: string): string {
  return `${file}.json`
}
