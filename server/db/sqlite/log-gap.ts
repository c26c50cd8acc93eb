// After a sync that the disk refused, the write-ahead log or the database may have a gap on disk that the system's
// cache hides until the machine stops. The next process that opens the database first copies the whole log into it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf } from '../../kernel/has-code.ts'
import { unlessGone } from '../../kernel/unless-gone.ts'
import type { RawConnection } from './connection.ts'

/** The note lives as long as the cache that hides the gap, so it needs no sync. */
const noteOf = (walFile: string) => `${walFile}-gap`

/** Call it before the process ends. Where the folder takes no file any more, the next process learns nothing. */
export function noteGap(walFile: string, reason: unknown): void {
  try {
    writeFileSync(noteOf(walFile), codeOf(reason), { mode: 0o600 })
  } catch {
    // The process ends all the same.
  }
}

/**
 * Call it before the first commit: opening has compared the checksums of the log, so what is copied is whole. Returns
 * the code of the error of an earlier process, undefined if there is no gap.
 * @throws errors of SQLite; one that the database is busy while another process has it open
 */
export function closeGap(connection: RawConnection, walFile: string): string | undefined {
  const reason = readGap(walFile)
  if (reason === undefined) return undefined
  if (countCopied(connection) > 0 || !copyAll(connection)) {
    const message = 'the log cannot be copied while another process has the database open'
    throw Object.assign(new Error(message), { code: 'SQLITE_BUSY' })
  }
  rmSync(noteOf(walFile), { force: true })
  return reason
}

/** Opening counts nothing as copied, unless the index of the log lives on in another process. */
function countCopied(connection: RawConnection): number {
  const [state] = connection.pragma('wal_checkpoint(NOOP)') as readonly { checkpointed: number }[]
  return state?.checkpointed ?? 0
}

function copyAll(connection: RawConnection): boolean {
  return connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
}

/**
 * For a look now and then while the database is in use: a note that cannot be read, perhaps for want of descriptors, is
 * no reason to end a server that works.
 */
export function seeGap(walFile: string): string | undefined {
  try {
    return readGap(walFile)
  } catch {
    return undefined
  }
}

/** Returns the code of the error that a process noted, undefined if none did. */
function readGap(walFile: string): string | undefined {
  return unlessGone(() => readFileSync(noteOf(walFile), 'utf8'))
}
