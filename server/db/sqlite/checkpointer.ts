// Keeps the write-ahead log (WAL) short: asks a thread to copy its pages into the database (a checkpoint) whenever it
// has grown, and holds up the next commit where the log would otherwise grow without limit.

import { workerFile } from '../../kernel/built-files.js'
import type { Log } from '../../kernel/log.ts'
import { storageTroubleOf } from '../storage-trouble.ts'
import {
  automaticPages,
  type Checkpointer,
  type CopyNeeds,
  copyHere,
  createStateReader,
  emptyLog,
  endHere,
  endIfRefused,
  type WalState,
} from './copy-log.ts'
import { seeGap } from './log-gap.ts'
import { walFileOf } from './log-sync.ts'
import { createThread, type Thread } from './thread.ts'

/**
 * `start` only answers; `copy` is SQLite's passive checkpoint, tried again for up to `waitMs`; `empty` copies all and
 * truncates the log.
 */
export interface CheckpointRequest {
  readonly kind: 'start' | 'copy' | 'empty'
  readonly waitMs: number
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

interface CheckpointerNeeds extends CopyNeeds {
  readonly log: Log
  /** Replaced in tests of a disk that fails. */
  readonly thread?: Thread<CheckpointRequest>
}

const threadProgram = () => workerFile('./checkpoint-thread.ts', import.meta.url)
/** Milliseconds from a failure of the thread to the next request. */
const retryAfterMs = 1_000
/** Milliseconds between two looks for the note of another process whose sync was refused. */
const lookAfterMs = 1_000

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
 *
 * After a refused sync the process must end. A checkpoint that copies a part of the log counts its pages as copied
 * before anything syncs them; the next one copies the rest and syncs. Linux reports a page that it could not write
 * once, so the one after that would succeed, and the log would begin anew over a database that lacks the page.
 */
export function createCheckpointer(
  given: CheckpointerNeeds,
  limits: WalLimits = walLimits,
): Checkpointer {
  const { writing, file, log } = given
  const needs = { ...given, giveUp: logThenGiveUp(given) }
  const thread = createCopyThread(needs)
  const readState = createStateReader(writing)
  const lookForGap = createGapReader(walFileOf(writing))
  let copying: Promise<void> | undefined
  /** Lengths of the log from which commits wait; they move up while a reader keeps the log from beginning anew. */
  let lengths: Lengths = limits
  /** Not used before this instant, because the thread failed; commits copy the log meanwhile. */
  let usableFrom = 0
  const trouble = createTrouble(file, log)

  async function copy(waitMs: number): Promise<void> {
    try {
      const { pages, uncopied } = await thread.ask({ kind: 'copy', waitMs })
      trouble.end()
      const isBusyElsewhere = pages < 0
      if (uncopied === 0 || isBusyElsewhere) return
      lengths = raise(lengths, limits, { pages, hasWaited: waitMs > 0 })
      if (waitMs > 0) log.warn('wal_over_bound', { bytes: pages * 4096 })
    } catch (error) {
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
      const gap = lookForGap()
      if (gap !== undefined) return endHere(needs, gap)
      const { pages, uncopied } = readState()
      if (pages < limits.renewPages) lengths = limits
      if (trouble.isOn && pages >= automaticPages) {
        const ended = copyHere(needs)
        if (ended !== undefined) return ended
      }
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
    emptyLog: () => emptyLog(needs),
    async close() {
      await copying
      if (!thread.isStarted) return
      // Closing the last connection empties the log too.
      await thread.ask({ kind: 'empty', waitMs: 0 }).catch(() => {})
      await thread.close()
    },
  }
}

function logThenGiveUp({ file, log, giveUp }: CheckpointerNeeds) {
  return (reason: unknown) => {
    log.error('checkpoint_not_synced', { path: file }, reason)
    giveUp(reason)
  }
}

/** A thread that cannot start has hidden no error of a sync, so its first request only starts it. */
function createCopyThread(needs: CheckpointerNeeds) {
  const thread = needs.thread ?? createThread<CheckpointRequest>(threadProgram, needs.file)
  return {
    get isStarted() {
      return thread.isStarted
    },
    close: () => thread.close(),
    async ask(request: CheckpointRequest): Promise<WalState> {
      if (!thread.isStarted) await thread.ask({ kind: 'start', waitMs: 0 })
      try {
        return await thread.ask<WalState>(request)
      } catch (error) {
        await endIfRefused(needs, error)
        throw error
      }
    },
  }
}

type Lengths = Pick<WalLimits, 'renewPages' | 'boundPages'>

/** The lengths from which commits wait next, after a copy that left pages behind. */
function raise(
  lengths: Lengths,
  limits: WalLimits,
  { pages, hasWaited }: { readonly pages: number; readonly hasWaited: boolean },
): Lengths {
  const { renewPages, boundPages } = lengths
  return {
    renewPages: pages >= renewPages ? pages + limits.copyPages : renewPages,
    boundPages: hasWaited ? pages + limits.boundPages : boundPages,
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

/** Returns the error of another process on this database, once it has noted that its sync was refused. */
function createGapReader(walFile: string): () => unknown {
  let looksFrom = 0
  return () => {
    if (performance.now() < looksFrom) return undefined
    looksFrom = performance.now() + lookAfterMs
    const code = seeGap(walFile)
    if (code === undefined) return undefined
    return Object.assign(new Error('the disk refused a sync of another process'), { code })
  }
}
