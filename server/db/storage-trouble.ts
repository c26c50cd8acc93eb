// What keeps anything from being stored, read off the errors of the driver and of the file system. Pure.

import { isHeldByAnother } from './sqlite-errors.ts'

/**
 * Nothing was stored and nothing is broken. `busy`: another process holds the lock. `full`: there is no room.
 * `not_writable`: a right is missing, or the file system is mounted for reading only.
 */
export type StorageTrouble = 'busy' | 'full' | 'not_writable'

export function storageTroubleOf(error: unknown): StorageTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  if (isHeldByAnother(error)) return 'busy'
  const code = textOf(error, 'code')
  // SQLite's extended codes (SQLITE_READONLY_DBMOVED) begin with the plain one.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  if (plain.startsWith('SQLITE_')) return ofSqlite.get(plain)
  // The same codes come from sockets, where they say something else.
  return ofSockets.has(textOf(error, 'syscall')) ? undefined : ofFiles.get(code)
}

const ofSqlite: ReadonlyMap<string, StorageTrouble> = new Map([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'not_writable'],
  ['SQLITE_CANTOPEN', 'not_writable'],
])

const ofFiles: ReadonlyMap<string, StorageTrouble> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'not_writable'],
  ['EACCES', 'not_writable'],
  ['EPERM', 'not_writable'],
])

const ofSockets: ReadonlySet<string> = new Set(['connect', 'listen', 'bind'])

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
