// Copies the database, and checks the copy when asked to: a small one here, a large one in a thread, because either
// keeps a processor busy while there are images to pack and the copy to write.

import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { copyDatabase, findDamageOf } from '../db/sqlite/database-copy.ts'
import { workerFile } from '../kernel/built-files.js'
import { BackupError } from './backup-error.ts'
import type { BackupWork } from './backup-work.ts'
import type { CopyWork, FromCopyThread, ToCopyThread } from './copy-work.ts'

export interface DatabaseCopying {
  /** Once the copy is whole and on disk. */
  readonly copied: Promise<void>
  /** Begins the check once the copy is whole. Returns the problems that SQLite finds; the same for each call. */
  check(): Promise<readonly string[]>
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>
}

const syncEveryMs = 100

export function startCopy(
  work: CopyWork,
  { copyThreadBytesMin }: Pick<BackupWork, 'copyThreadBytesMin'>,
): DatabaseCopying {
  const isSmall = statSync(work.from).size < copyThreadBytesMin
  const copying = isSmall ? copyHere(work) : copyInThread(work)
  // It is thrown where it is awaited.
  copying.copied.catch(() => {})
  return { ...copying, check: startOnce(copying.check) }
}

function startOnce(check: DatabaseCopying['check']): DatabaseCopying['check'] {
  let checked: ReturnType<typeof check> | undefined
  return () => {
    if (checked === undefined) {
      checked = check()
      // It is thrown where it is awaited.
      checked.catch(() => {})
    }
    return checked
  }
}

function copyHere({ from, to }: CopyWork): DatabaseCopying {
  const copied = (async () => copyDatabase(from, to))()
  return { copied, check: () => copied.then(() => findDamageOf(to)), end: async () => {} }
}

function copyInThread(work: CopyWork): DatabaseCopying {
  const copied = Promise.withResolvers<void>()
  const damage = Promise.withResolvers<readonly string[]>()
  const worker = new Worker(workerFile('./copy-thread.ts', import.meta.url), { workerData: work })
  const fail = (error: unknown) => {
    copied.reject(error)
    damage.reject(error)
  }
  worker.on('message', (message: FromCopyThread) => {
    switch (message.kind) {
      case 'copied':
        return copied.resolve()
      case 'checked':
        return damage.resolve(message.damage)
      case 'failed':
        return fail(new BackupError(message.reason, message.message))
    }
  })
  // It is thrown where the check is awaited.
  damage.promise.catch(() => {})
  worker.once('error', fail)
  worker.once('exit', () => fail(new BackupError('failed', 'A thread of the backup ended.')))
  const syncing = syncGrowing(work.to, copied.promise)
  return {
    copied: copied.promise,
    check() {
      worker.postMessage('check' satisfies ToCopyThread)
      return damage.promise
    },
    async end() {
      await worker.terminate()
      await syncing
    },
  }
}

/**
 * Syncs a file again and again while it is written, so that never much of it waits to be written: the commits of the
 * server would have to wait for all of that at once. It only smooths, so it never fails.
 */
async function syncGrowing(file: string, written: Promise<void>): Promise<void> {
  const end = new AbortController()
  const isWritten = written.catch(() => {}).finally(() => end.abort())
  while (!end.signal.aborted) {
    await pause(syncEveryMs, undefined, { signal: end.signal }).catch(() => {})
    await syncData(file).catch(() => {})
  }
  await isWritten
}

async function syncData(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
