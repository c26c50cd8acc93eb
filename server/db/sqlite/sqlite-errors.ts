// Classifies errors of the SQLite driver by their code.

import { codeOf } from '../../kernel/has-code.ts'

/** Returns whether another connection holds the lock. */
export function isHeldByAnother(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** Returns whether a page was read that cannot be right. */
export function isDamage(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_CORRUPT')
}

/** Returns whether the disk refused to sync the database or its log, whose pages may be lost then. */
export function isSyncRefused(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_IOERR_FSYNC'
}
