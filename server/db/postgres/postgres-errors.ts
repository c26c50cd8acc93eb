// Classifies errors of the PostgreSQL driver and of the connection to the server.
// Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

import { codeOf } from '../../kernel/has-code.ts'
import type { StorageTrouble } from '../../kernel/storage-trouble.ts'

/** The server could not be reached, or ended the connection before it was asked to commit. */
export class DatabaseUnreachableError extends Error {
  readonly code = 'DATABASE_UNREACHABLE'

  constructor(cause: unknown) {
    super(`the database cannot be reached: ${reasonOf(cause)}`, { cause })
    this.name = 'DatabaseUnreachableError'
  }
}

/** The connection broke after the commit was sent, so it is unknown whether it took place. */
export class CommitUnknownError extends Error {
  readonly code = 'COMMIT_UNKNOWN'

  constructor(cause: unknown) {
    super('the connection to the database broke during a commit, so its result is unknown', {
      cause,
    })
    this.name = 'CommitUnknownError'
  }
}

/** The database is being copied to another place, so nobody may write to it. */
export class DatabaseLeavingError extends Error {
  readonly code = 'DATABASE_LEAVING'

  constructor() {
    super('svc db copy is moving this database elsewhere. Start again when it has ended.')
    this.name = 'DatabaseLeavingError'
  }
}

/** No connection of the pool became free in time, or no turn in the lane. */
export class PoolBusyError extends Error {
  readonly code = 'POOL_BUSY'

  constructor(message = 'no connection to the database became free in time (SVC_DATABASE_POOL)') {
    super(message)
    this.name = 'PoolBusyError'
  }
}

/** For works that wait for others, whatever the number of connections. */
export const noTurn = 'no turn to write to the database came in time'

const troubles: ReadonlyMap<string, StorageTrouble> = new Map<string, StorageTrouble>([
  ['DATABASE_UNREACHABLE', 'unreachable'],
  ['COMMIT_UNKNOWN', 'unknown'],
  ['POOL_BUSY', 'busy'],
  // serialization_failure, deadlock_detected, lock_not_available, query_canceled, too_many_connections
  ...['40001', '40P01', '55P03', '57014', '53300'].map((code) => [code, 'busy'] as const),
  // disk_full, out_of_memory
  ...['53100', '53200'].map((code) => [code, 'full'] as const),
  // insufficient_privilege
  ['42501', 'not_writable'],
  // read_only_sql_transaction: the server became a standby
  ['25006', 'unreachable'],
])

/** Returns why nothing was stored, for errors of PostgreSQL. */
export function troubleOfPostgres(code: string): StorageTrouble | undefined {
  return troubles.get(code)
}

/** Returns whether running the transaction again may succeed: another one was in its way. */
export function isOvertaken(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/**
 * Returns whether a lock was not free in time (`lock_timeout`), such as that of a row that another transaction writes.
 */
export function isLockWait(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

const lostConnection = /^(?:08...|57P0[1235]|25006|25P03|25P04|57P05)$/
const socketCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EACCES'],
])

/**
 * Returns whether the connection is of no use any more: it broke or gives no answer, or its server stops or
 * became a standby.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    lostConnection.test(code) ||
    socketCodes.has(code) ||
    /connection terminated|not queryable|connection error|query read timeout/i.test(error.message)
  )
}

/**
 * Takes the values of rows out of an error: PostgreSQL quotes them in details, and in the messages of errors about
 * values (class 22).
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  if (/^22...$/.test(code)) error.message = `PostgreSQL refused a value (${code})`
  return error
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  if (code !== '') return code
  return cause instanceof Error ? cause.message : 'unknown'
}
