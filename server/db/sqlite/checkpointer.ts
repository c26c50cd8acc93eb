// Keeps the write-ahead log (WAL) short: asks a thread to copy its pages into the database (a checkpoint) whenever it
// has grown, and holds up the next commit where the log would otherwise grow without limit.

import { workerFile } from '../../kernel/built-files.js'
import type { Log } from '../../kernel/log.ts'
import { storageTroubleOf } from '../storage-trouble.ts'
import type { RawConnection } from './connection.ts'
import { createThread } from './thread.ts'

/** `copy` is SQLite's passive checkpoint, tried again for up to `waitMs`; `empty` copies all and truncates the log. */
export interface CheckpointRequest {
  readonly kind: 'copy' | 'empty'
  readonly waitMs: number
}

export interface WalState {
  /** Pages of 4 KiB in the log. */
  readonly pages: number
  /** Pages not copied into the database yet. */
  readonly uncopied: number
}

interface WalLimits {
  /** The thread copies once this many pages wait to be copied. */
  readonly copyPages: number
  /** From this length on, a commit waits for a complete copy, after which the log begins anew. */
  readonly renewPages: number
  /**
   * It waits only once no more than this many pages are uncopied: a copy beside the commits brings the rest down to
   * that. Not so when the log has grown by `copyPages` meanwhile, because the copy cannot keep up.
   */
  readonly nearPages: number
  /** From this length on, commits wait for a reader that keeps pages from being copied, up to `waitMs`. */
  readonly boundPages: number
  readonly waitMs: number
}

/**
 * 12 MiB, 40 MiB and 64 MiB. Every commit writes the last pages of each index again, and a copy writes a page once
 * however often the log holds it, so rare copies write a fraction of what frequent ones do.
 */
const walLimits: WalLimits = {
  copyPages: 3_000,
  renewPages: 10_000,
  nearPages: 500,
  boundPages: 16_000,
  waitMs: 5_000,
}

export interface Checkpointer {
  /** Call it after each commit. A returned promise resolves when the next transaction may begin. */
  afterCommit(): Promise<void> | undefined
  /** Empties the log and ends the thread. Call it before the connections are closed. */
  close(): Promise<void>
}

const threadProgram = () => workerFile('./checkpoint-thread.ts', import.meta.url)
const automaticPages = 1_000
/** Milliseconds from a failure of the thread to the next request. */
const retryAfterMs = 1_000

/**
 * Takes checkpoints from the writing connection and gives them to a thread, which starts when the log has first grown.
 *
 * Nothing changes in what survives a crash. A commit is acknowledged once its pages are synced to the log
 * (`log-sync.ts`), which has nothing to do with checkpoints. A checkpoint syncs the log, writes its pages to
 * the database, syncs the database, and only then marks them as copied; killed in between, the next start reads the
 * log again (https://sqlite.org/wal.html#checkpointing).
 *
 * A passive checkpoint blocks neither readers nor writers, whichever thread or process they are in. It copies no
 * page that is newer than the oldest snapshot being read. The log begins anew with the first commit that finds all of
 * it copied and no reader in it. Under constant load there is always a page that is not copied yet, so a commit has
 * to wait for the thread now and then; the event loop does not.
 *
 * A reader that holds its snapshot for longer than `waitMs` (only another process can) lets the log grow by another
 * `boundPages` before commits wait again, because a bank would rather lose disk space than its service.
 */
export function createCheckpointer(
  {
    writing,
    file,
    log,
  }: { readonly writing: RawConnection; readonly file: string; readonly log: Log },
  limits: WalLimits = walLimits,
): Checkpointer {
  const thread = createThread<CheckpointRequest>(threadProgram, file)
  const readState = createStateReader(writing)
  let copying: Promise<void> | undefined
  /** Lengths of the log from which commits wait; they move up while a reader keeps the log from beginning anew. */
  let lengths: Pick<WalLimits, 'renewPages' | 'boundPages'> = limits
  /** Not used before this instant, because the thread failed; commits copy the log meanwhile. */
  let usableFrom = 0
  const trouble = createTrouble(file, log)
  leaveToCommits(writing, 0)

  async function copy(waitMs: number): Promise<void> {
    try {
      const { pages, uncopied } = await thread.ask<WalState>({ kind: 'copy', waitMs })
      leaveToCommits(writing, 0)
      trouble.end()
      const isBusyElsewhere = pages < 0
      if (uncopied === 0 || isBusyElsewhere) return
      if (pages >= lengths.renewPages) {
        lengths = { ...lengths, renewPages: pages + limits.copyPages }
      }
      if (waitMs > 0) {
        lengths = { ...lengths, boundPages: pages + limits.boundPages }
        log.warn('wal_over_bound', { bytes: pages * 4096 })
      }
    } catch (error) {
      leaveToCommits(writing, automaticPages)
      usableFrom = performance.now() + retryAfterMs
      trouble.begin(error)
    } finally {
      copying = undefined
    }
  }

  function start(waitMs: number): Promise<void> {
    copying ??= copy(waitMs)
    return copying
  }

  return {
    afterCommit() {
      const { pages, uncopied } = readState()
      if (pages < limits.renewPages) lengths = limits
      if (performance.now() < usableFrom) return undefined
      if (pages >= lengths.boundPages) return start(limits.waitMs)
      if (pages >= lengths.renewPages && copying === undefined) {
        const isKeptUp = pages < lengths.renewPages + limits.copyPages
        const copied = start(0)
        return isKeptUp && uncopied > limits.nearPages ? undefined : copied
      }
      // After a failure commits keep the log too short for a request.
      if (trouble.isOn || uncopied >= limits.copyPages) void start(0)
      return undefined
    },
    async close() {
      await copying
      if (!thread.isStarted) return
      // Closing the last connection empties the log too.
      await thread.ask({ kind: 'empty', waitMs: 0 }).catch(() => undefined)
      await thread.close()
    },
  }
}

/** Logs the first failure of the thread, and that it works again. Nothing is lost: what is committed is in the log. */
function createTrouble(path: string, log: Log) {
  let isOn = false
  return {
    get isOn() {
      return isOn
    },
    begin(error: unknown) {
      const reason = storageTroubleOf(error) ?? 'failed'
      if (!isOn) log.error('checkpoint_failed', { path, reason }, error)
      isOn = true
    },
    end() {
      if (isOn) log.info('checkpoint_recovered', { path })
      isOn = false
    },
  }
}

/** Reads the length of the log from its index in shared memory; takes a few microseconds and copies nothing. */
function createStateReader(writing: RawConnection): () => WalState {
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

/** From now on a commit that leaves at least this many pages in the log copies it itself; 0: no commit does. */
function leaveToCommits(writing: RawConnection, pages: number): void {
  if (writing.open) writing.pragma(`wal_autocheckpoint = ${pages}`)
}
