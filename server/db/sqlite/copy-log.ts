// Copies the write-ahead log into the database by statements whose errors are seen; those of SQLite's automatic
// checkpoints are hidden. Commands copy like this after their commits, a server only while its thread fails.

import { codeOf } from '../../kernel/has-code.ts'
import type { RawConnection } from './connection.ts'
import { emptyWriteAheadLog } from './empty-log.ts'
import { isSyncRefused } from './sqlite-errors.ts'

export interface WalState {
  /** Pages of 4 KiB in the log. */
  readonly pages: number
  /** Pages not copied into the database yet. */
  readonly uncopied: number
}

export interface Checkpointer {
  /** Call it after each commit. A returned promise resolves when the next transaction may begin. */
  afterCommit(): Promise<void> | undefined
  /** Like `emptyWriteAheadLog`. */
  emptyLog(): Promise<boolean>
  /** Empties the log and ends the thread. Call it before the connections are closed. */
  close(): Promise<void>
}

export interface CopyNeeds {
  readonly writing: RawConnection
  readonly file: string
  /** Ends the process at once, after the disk refused to sync a copy. */
  readonly giveUp: (reason: unknown) => void
}

/** Pages; SQLite's own length from which commits copy the log. */
export const automaticPages = 1_000

/** For a process without a thread for checkpoints. */
export function createOwnCopies(needs: CopyNeeds): Checkpointer {
  const readState = createStateReader(needs.writing)
  return {
    afterCommit: () => (readState().uncopied < automaticPages ? undefined : copyHere(needs)),
    emptyLog: () => emptyLog(needs),
    async close() {},
  }
}

/** Returns a promise only if nobody may go on. After another error nothing counts as copied. */
export function copyHere(needs: CopyNeeds): Promise<never> | undefined {
  try {
    needs.writing.pragma('wal_checkpoint(PASSIVE)')
    return undefined
  } catch (error) {
    return endIfRefused(needs, error)
  }
}

export async function emptyLog(needs: CopyNeeds): Promise<boolean> {
  try {
    return await emptyWriteAheadLog(needs.file)
  } catch (error) {
    await endIfRefused(needs, error)
    throw error
  }
}

/** Returns a promise only after a refused sync. */
export function endIfRefused(needs: Pick<CopyNeeds, 'giveUp'>, error: unknown) {
  // A thread that died with a request may have got the error of a sync, which later ones would not get.
  const mayBeRefused = isSyncRefused(error) || codeOf(error) === 'THREAD_ENDED'
  return mayBeRefused ? endHere(needs, error) : undefined
}

/** Never resolves: nobody may go on. */
export function endHere({ giveUp }: Pick<CopyNeeds, 'giveUp'>, reason: unknown): Promise<never> {
  giveUp(reason)
  return new Promise(() => {})
}

/** Reads the length of the log from its index in shared memory; takes a few microseconds and copies nothing. */
export function createStateReader(writing: RawConnection): () => WalState {
  // As a list, because an object's shape would be made anew each time: SQLite parses a pragma again for each run.
  const statement = writing
    .prepare<[], readonly [busy: number, log: number, checkpointed: number]>(
      'pragma wal_checkpoint(NOOP)',
    )
    .raw()
  return () => {
    try {
      const [, log, checkpointed] = statement.get() ?? [0, 0, 0]
      return { pages: log, uncopied: log - checkpointed }
    } catch {
      // This transaction is committed; if the database cannot be read, the next transaction fails.
      return { pages: 0, uncopied: 0 }
    }
  }
}
