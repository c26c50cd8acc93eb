// Recognises errors of the database and the file system that mean that nothing can be stored. Pure.

import type { StorageTrouble } from '../kernel/storage-trouble.ts'
import { CommitUnknownError, troubleOfPostgres } from './postgres/postgres-errors.ts'
import { isHeldByAnother } from './sqlite/sqlite-errors.ts'

export function storageTroubleOf(error: unknown): StorageTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  if (isHeldByAnother(error)) return 'busy'
  const code = textOf(error, 'code')
  // SQLite's extended codes (SQLITE_READONLY_DBMOVED) begin with the plain one.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  if (plain.startsWith('SQLITE_')) return ofSqlite.get(code) ?? ofSqlite.get(plain)
  const ofDatabase = troubleOfPostgres(code)
  if (ofDatabase !== undefined) return ofDatabase
  // Sockets use the same codes with other meanings.
  return ofSockets.has(textOf(error, 'syscall')) ? undefined : ofFiles.get(code)
}

/** Whether the database may have committed the transaction, although it failed here. */
export function isCommitUnknown(error: unknown): boolean {
  return error instanceof CommitUnknownError
}

/** Whether rows that a statement needs are locked, or it took too long: one of other rows may go through. */
export function meetsLockedRows(error: unknown): boolean {
  return error instanceof Error && ofRows.has(textOf(error, 'code'))
}

// lock_not_available, deadlock_detected, query_canceled
const ofRows: ReadonlySet<string> = new Set(['55P03', '40P01', '57014'])

const ofSqlite: ReadonlyMap<string, StorageTrouble> = new Map([
  ['SQLITE_FULL', 'full'],
  // The file beside the log that its processes share grows with it, and finds no room.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_READONLY', 'not_writable'],
  ['SQLITE_CANTOPEN', 'not_writable'],
])

const ofFiles: ReadonlyMap<string, StorageTrouble> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'not_writable'],
  ['EACCES', 'not_writable'],
  ['EPERM', 'not_writable'],
  // The folder of the images that nodes share, or their store, is away.
  ['IMAGES_UNREACHABLE', 'unreachable'],
  // A server that was stopped while its database was moved must not write to the old one.
  ['DATABASE_LEAVING', 'unreachable'],
  ['DATABASE_MOVED', 'unreachable'],
])

const ofSockets: ReadonlySet<string> = new Set(['connect', 'listen', 'bind'])

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
