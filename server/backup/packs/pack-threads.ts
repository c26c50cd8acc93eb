// The threads of a backup that write packs, and which of them is to be given the next one.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../kernel/built-files.js'
import { BackupError, backupErrorOf } from '../backup-error.ts'
import type { FromPackThread, PackWork, ToPackThread } from './pack-work.ts'
import type { WrittenPack } from './write-pack.ts'

/** Threads that write packs at the same time. */
export const packThreadsMax: number = Math.min(2, availableParallelism())

export interface PackThreads {
  /** Starts all of them. */
  start(): void
  /** Leaves a processor of two to others until then: fewer threads work meanwhile. */
  leaveProcessor(until: Promise<unknown>): void
  /** Returns once a thread is free; starts one if there are too few. @throws what a pack failed with */
  free(): Promise<PackThread>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

interface PackThread {
  /** Waits for no pack before; `free` does. @throws BackupError */
  write(work: ToPackThread): Promise<WrittenPack>
  /** Ends with the pack. */
  readonly busy: Promise<unknown>
}

/** @param processors a test sets it */
export function openPackThreads(
  work: PackWork,
  processors: number = availableParallelism(),
): PackThreads {
  const threads: (PackThread & { readonly worker: Worker })[] = []
  /** Threads that may be at work. */
  let allowed = packThreadsMax
  /** Ends once all may be. */
  let othersWork: Promise<undefined> | undefined
  let isClosed = false
  const start = () => {
    const worker = new Worker(workerFile('./pack-thread.ts', import.meta.url), { workerData: work })
    // Told to whoever waits for its pack.
    worker.on('error', () => {})
    const thread = {
      worker,
      busy: Promise.resolve() as Promise<unknown>,
      async write(order: ToPackThread) {
        // An ended thread would never answer.
        if (isClosed) throw threadEnded()
        const pack = runGroup(worker, order)
        thread.busy = pack
        return pack
      },
    }
    threads.push(thread)
    return thread
  }
  const free = async (): Promise<PackThread> => {
    if (isClosed) throw threadEnded()
    if (threads.length < allowed) return start()
    const waits = threads.slice(0, allowed).map(whenFree)
    // Nothing comes of the others' work but that all threads may be used.
    const found = await Promise.race(othersWork === undefined ? waits : [...waits, othersWork])
    return found ?? free()
  }
  return {
    free,
    start() {
      while (threads.length < packThreadsMax) start()
    },
    leaveProcessor(until) {
      allowed = Math.max(1, Math.min(packThreadsMax, processors - 1))
      const allowAll = () => {
        allowed = packThreadsMax
        othersWork = undefined
        return undefined
      }
      othersWork = until.then(allowAll, allowAll)
    },
    async close() {
      isClosed = true
      await Promise.allSettled(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

/** @throws what its group failed with */
async function whenFree<Thread extends PackThread>(thread: Thread): Promise<Thread> {
  await thread.busy
  return thread
}

function runGroup(worker: Worker, work: ToPackThread): Promise<WrittenPack> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPack>()
  const onMessage = (message: FromPackThread) => {
    if (message.kind === 'written') resolve(message.pack)
    else reject(new BackupError(message.reason, message.message))
  }
  const onError = (error: unknown) => reject(backupErrorOf(error))
  const onExit = () => reject(threadEnded())
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  worker.postMessage(work)
  const settled = promise.finally(() => {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
  // It is thrown where the next group is added, or at the end.
  settled.catch(() => {})
  return settled
}

function threadEnded(): BackupError {
  return new BackupError('failed', 'A thread of the backup ended.')
}
