// Writes the packs of a backup: a single one here, several in two threads, because reading, encrypting and hashing keep
// a processor busy longer than a disk.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../kernel/built-files.js'
import { makeEnvelope } from './age-envelope.ts'
import { BackupError, backupErrorOf } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import type { FromPackThread, PackGroup, PackWork, ToPackThread } from './pack-work.ts'
import { openSource } from './packed-images.ts'
import { type WrittenPack, writePack } from './write-pack.ts'

export interface PackWriters {
  /** Starts the threads before there is a group, so that they are ready with the first. */
  start(): void
  /** Returns once another group may be prepared. @throws what an earlier group failed with */
  add(group: PackGroup): Promise<void>
  /** Waits for all groups since the last time. Returns them in the order in which they were added. @throws BackupError */
  finish(): Promise<readonly WrittenPack[]>
  /** Ends the threads, whatever they are doing. */
  close(): Promise<void>
}

/** Threads that write packs at the same time. */
export const packThreads: number = Math.min(2, availableParallelism())

export function openPackWriters(work: PackWork, target: Pick<BackupTarget, 'write'>): PackWriters {
  const threads: { readonly worker: Worker; busy: Promise<unknown> }[] = []
  const written: Promise<WrittenPack>[] = []
  /** The first group, until it is known whether there is a second. */
  let alone: PackGroup | undefined
  let isClosed = false
  const handOver = async (group: PackGroup) => {
    // Before a thread is chosen, because one that is ended meanwhile would never answer.
    const envelope = await makeEnvelope(work.recipients)
    const free =
      threads.length < packThreads ? undefined : await Promise.race(threads.map(whenFree))
    if (isClosed) throw threadEnded()
    const thread = free ?? start()
    const pack = runGroup(thread.worker, { group, envelope })
    thread.busy = pack
    written.push(pack)
  }
  const start = () => {
    const worker = new Worker(workerFile('./pack-thread.ts', import.meta.url), { workerData: work })
    // Told to whoever waits for its group.
    worker.on('error', () => {})
    const thread = { worker, busy: Promise.resolve() as Promise<unknown> }
    threads.push(thread)
    return thread
  }
  return {
    start() {
      while (threads.length < packThreads) start()
    },
    async add(group) {
      if (written.length === 0 && alone === undefined) {
        alone = group
        return
      }
      const first = alone
      alone = undefined
      if (first !== undefined) await handOver(first)
      await handOver(group)
    },
    async finish() {
      if (alone !== undefined) written.push(writeAlone(work, target, alone))
      alone = undefined
      const since = await Promise.all(written)
      written.length = 0
      return since
    },
    async close() {
      isClosed = true
      await Promise.allSettled(threads.map(({ worker }) => worker.terminate()))
      await Promise.allSettled(written)
    },
  }
}

async function writeAlone(
  { images, ...order }: PackWork,
  target: Pick<BackupTarget, 'write'>,
  group: PackGroup,
): Promise<WrittenPack> {
  const source = await openSource(images)
  try {
    const envelope = await makeEnvelope(order.recipients)
    return await writePack({ ...order, envelope, source, target }, group)
  } finally {
    await source.close()
  }
}

/** @throws what its group failed with */
async function whenFree<Thread extends { readonly busy: Promise<unknown> }>(
  thread: Thread,
): Promise<Thread> {
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
