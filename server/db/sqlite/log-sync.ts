// Syncs the write-ahead log to disk, in a thread of its own while the disk is slow, so that a disk that takes a tenth
// of a second holds up the commits that wait for it, and no other request.

import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { workerFile } from '../../kernel/built-files.js'
import { codeOf } from '../../kernel/has-code.ts'
import type { Log } from '../../kernel/log.ts'
import type { RawConnection } from './connection.ts'
import { type SyncLimits, watchSyncs } from './sync-times.ts'
import { createThread, type Thread } from './thread.ts'

export interface SyncRequest {
  /** Of the log's file; a process has its descriptors in all of its threads. Absent: only answer. */
  readonly descriptor?: number
}

export interface LogSync {
  /** Runs a commit, and resolves once it is on disk. */
  commit(run: () => Promise<void>): Promise<void>
  /** Resolves once every commit that anybody can have seen until now is on disk. */
  settled(): Promise<void>
  /** Hands the syncs back to SQLite. */
  close(): Promise<void>
}

interface LogSyncNeeds {
  readonly writing: RawConnection
  readonly log: Log
  /** Ends the process at once, after the disk refused a commit. */
  readonly giveUp: (reason: unknown) => void
  /** Replaced in tests of a disk that is slow or fails. */
  readonly thread?: Thread<SyncRequest>
  readonly limits?: SyncLimits
}

/** After this long without an answer of the disk the log says so. */
const waitsMs = 5_000
/** A thread that died, or could not start, is tried again after this. */
const retryAfterMs = 60_000

const threadProgram = () => workerFile('./sync-thread.ts', import.meta.url)

/** The log of a connection lies beside the file that its path leads to. */
export function walFileOf(connection: RawConnection): string {
  const [main] = connection.pragma('database_list') as readonly { readonly file: string }[]
  return `${main?.file}-wal`
}

/**
 * From now on SQLite syncs the log only when it begins anew and before a checkpoint (`synchronous=NORMAL`); commits are
 * synced here. Call it once the log exists, and keep the connection open until `close`, so that SQLite never deletes
 * it.
 *
 * After a refused sync the process must end: Linux reports a page that it could not write once, and calls it clean from
 * then on, so that later commits would seem synced behind a gap (`log-gap.ts`).
 */
export function createLogSync(needs: LogSyncNeeds): LogSync {
  const { writing, log, limits } = needs
  const path = walFileOf(writing)
  const thread = createSyncThread(needs.thread ?? createThread(threadProgram, path), log, path)
  const descriptor = openSync(path, 'r+')
  const syncs = watchSyncs(limits)
  let latest: Promise<void> = Promise.resolve()
  let state: 'open' | 'closing' | 'closed' = 'open'
  writing.pragma('synchronous = NORMAL')

  function syncHere(): Promise<void> | undefined {
    const from = performance.now()
    try {
      fdatasyncSync(descriptor)
    } catch (error) {
      return endProcess(needs, path, error)
    }
    const until = performance.now()
    syncs.note(from, until)
    if (syncs.areSlow(until)) thread.startOnce()
    return undefined
  }

  function syncNow(): Promise<void> | undefined {
    if (state === 'closed') return undefined
    const isSlow = syncs.areSlow(performance.now())
    return state === 'open' && isSlow && thread.isReady() ? syncInThread() : syncHere()
  }

  async function syncInThread(): Promise<void> {
    try {
      const ms = await thread.sync(descriptor)
      const until = performance.now()
      syncs.note(until - ms, until)
    } catch (error) {
      // A thread that dies with a request may have got the error of a sync, which later ones would not get.
      await endProcess(needs, path, error)
    }
  }

  return {
    async commit(run) {
      const { promise, resolve } = Promise.withResolvers<void>()
      latest = promise
      try {
        await run()
        await syncNow()
      } finally {
        resolve()
      }
    },
    settled: () => latest,
    async close() {
      state = 'closing'
      await latest
      if (!writing.inTransaction) writing.pragma('synchronous = FULL')
      await thread.close()
      closeSync(descriptor)
      state = 'closed'
    },
  }
}

/** The thread, and whether it may be asked. Commits do not wait for its start, which takes longer than most syncs. */
function createSyncThread(thread: Thread<SyncRequest>, log: Log, path: string) {
  let state: 'absent' | 'starting' | 'ready' = 'absent'
  let retryFrom = 0

  /** Its first request syncs nothing, because an error that it got would be hidden from the commits meanwhile. */
  async function start(): Promise<void> {
    state = 'starting'
    try {
      await thread.ask({})
      state = 'ready'
    } catch (error) {
      state = 'absent'
      retryFrom = performance.now() + retryAfterMs
      log.warn('sync_thread_not_started', { reason: codeOf(error) })
    }
  }

  return {
    isReady() {
      if (state === 'ready' && !thread.isStarted) state = 'absent'
      return state === 'ready'
    },
    startOnce() {
      if (state === 'absent' && performance.now() > retryFrom) void start()
    },
    /** Resolves with the milliseconds that the sync took. */
    sync(descriptor: number): Promise<number> {
      const waits = setTimeout(() => log.warn('commit_sync_waits', { path }), waitsMs)
      return thread.ask<number>({ descriptor }).finally(() => clearTimeout(waits))
    },
    close: () => thread.close(),
  }
}

/** Never resolves: nobody may go on. */
function endProcess({ log, giveUp }: LogSyncNeeds, path: string, reason: unknown): Promise<never> {
  log.error('commit_not_synced', { path }, reason)
  giveUp(reason)
  return new Promise(() => {})
}
