// Ensures one server per data folder. The operating system holds the lock for the life of the process and
// releases it when the process ends, however it ends.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { isAlive } from '../kernel/is-alive.ts'
import { findLockOwner, type LockOwner } from './lock-owner.ts'
import { openConnection } from './sqlite/connection.ts'
import { isHeldByAnother } from './sqlite/sqlite-errors.ts'

/** What the process that holds the lock has written about itself. */
export interface LockHolder {
  readonly pid: number
  /** URL on which it listens; undefined while it is starting. */
  readonly url: string | undefined
  /** URL under which clients reach it. */
  readonly publicUrl: string | undefined
  /** Fingerprint of the master key in its memory. */
  readonly masterKeyId?: string | undefined
  /** Certificate that new connections see. */
  readonly certificate?: ShownCertificate | undefined
}

export interface ShownCertificate {
  readonly fingerprint: string
  readonly expiresAt: number
}

/** Thrown if another server, or a command that must be alone, holds the lock of the data folder. */
export class ServerLockedError extends Error {
  constructor(holder: LockHolder | undefined, owner?: LockOwner) {
    super(
      owner === undefined
        ? `another svc serve${inBrackets(holder)} runs on this data folder; stop it first`
        : `process ${owner.pid} (${owner.program}) works on this data folder; wait until it ends, or stop it first`,
    )
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
  /** Whether the last holder was killed, or its machine lost power. */
  readonly isAfterCrash: boolean
  /** Writes where the server listens, for processes that find the lock held. */
  writeHolder(where: Omit<LockHolder, 'pid'>): void
  release(): void
}

export function serverLockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

/** Commands that ask whether a server runs hold the lock for an instant, for which others wait. */
const instantMs = 250

/**
 * Takes the lock. The lock file is a small SQLite database.
 * @throws ServerLockedError if it is held, at once by a server, and after `waitMsMax` by another process
 */
export function holdServerLock(file: string, waitMsMax = instantMs): ServerLock {
  const connection = openConnection(file)
  const waitMs = findHolder(file) === undefined ? waitMsMax : 0
  try {
    connection.pragma(`busy_timeout = ${waitMs}`)
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    // Other errors, such as a full disk or a missing permission, are thrown as they are.
    throw isHeldByAnother(error) ? lockedError(file) : error
  }
  let hasWritten = false
  const isAfterCrash = existsSync(holderFileOf(file))
  const release = () => {
    process.off('exit', release)
    if (hasWritten) rmSync(holderFileOf(file), { force: true })
    connection.close()
  }
  // The listener also keeps the connection referenced: garbage collection would release the lock.
  process.once('exit', release)
  return {
    isAfterCrash,
    release,
    writeHolder(where) {
      hasWritten = true
      const holder: LockHolder = { pid: process.pid, ...where }
      writeFileSync(`${holderFileOf(file)}.new`, JSON.stringify(holder), { mode: 0o600 })
      renameSync(`${holderFileOf(file)}.new`, holderFileOf(file))
    },
  }
}

const againEveryMs = 10_000

/**
 * For one of several nodes, so that commands on this machine find the server. Nodes that share a data folder do not
 * exclude each other: while one holds the lock, the others go on without it and try again.
 */
export function holdServerLockWhenFree(file: string, clock: Pick<Clock, 'after'>): ServerLock {
  let held: ServerLock | undefined
  let latest: Omit<LockHolder, 'pid'> | undefined
  let cancel: Cancel = () => {}
  let isReleased = false
  const tryLater = () => {
    if (isReleased) return
    cancel = clock.after(againEveryMs, () => {
      try {
        take()
      } catch {
        // A full disk or a lost folder ends no node that serves.
        setImmediate(tryLater)
      }
    })
  }
  function take() {
    held ??= holdIfFree(file)
    // At most once a turn of the event loop, however far the clock goes on at once.
    if (held === undefined) setImmediate(tryLater)
    else if (latest !== undefined) held.writeHolder(latest)
  }
  take()
  return {
    isAfterCrash: false,
    writeHolder(where) {
      latest = where
      held?.writeHolder(where)
    },
    release() {
      isReleased = true
      cancel()
      held?.release()
    },
  }
}

function holdIfFree(file: string): ServerLock | undefined {
  try {
    return holdServerLock(file, 0)
  } catch (error) {
    if (error instanceof ServerLockedError) return undefined
    throw error
  }
}

/** Looks for the holder among the processes if it has not written its name. */
function lockedError(file: string): ServerLockedError {
  const holder = findHolder(file)
  return new ServerLockedError(holder, holder === undefined ? findLockOwner(file) : undefined)
}

/**
 * Returns the process that holds the lock, without touching the lock; undefined if none does or it has not
 * written its holder file. The holder file of a process that was killed is ignored.
 */
export function findHolder(file: string): LockHolder | undefined {
  const holder = readHolder(file)
  return holder !== undefined && isAlive(holder.pid) ? holder : undefined
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return holderShape.parse(JSON.parse(readFileSync(holderFileOf(file), 'utf8')))
  } catch {
    return undefined
  }
}

const holderShape = z
  .object({
    pid: z.int(),
    url: z.url().optional(),
    publicUrl: z.url().optional(),
    masterKeyId: z.string().optional(),
    certificate: z.object({ fingerprint: z.string(), expiresAt: z.number() }).optional(),
  })
  .transform(({ pid, url, publicUrl, masterKeyId, certificate }) => ({
    pid,
    url,
    publicUrl,
    masterKeyId,
    certificate,
  }))

function holderFileOf(file: string): string {
  return `${file}.json`
}
