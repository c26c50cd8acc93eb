// The threads that unpack the images of a large backup: while one decrypts, the other creates files. They start, and
// the envelopes of the packs are opened for them, while the database is still being unpacked. Each takes the next pack.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../kernel/built-files.js'
import { BackupError, backupErrorOf } from '../backup-error.ts'
import { databaseEntry, imagesFolder, type PackReference } from '../backup-format.ts'
import { type Envelope, readEnvelope } from '../envelope/age-envelope.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import type { FromUnpackThread, OpenedPack, ToUnpackThread, UnpackWork } from './unpack-work.ts'

interface ThreadsOrder {
  readonly target: BackupTarget
  readonly identities: readonly string[]
  /** `images` is in it once the threads run, and the database if they ask it. */
  readonly folder: string
  readonly hashesAll: boolean
  readonly signal: AbortSignal
  /** A test sets it. Default: those of this machine. */
  readonly processors?: number | undefined
}

export type OnPack = (files: readonly string[]) => void

export interface ThreadsWatch {
  readonly asksDatabase: ToUnpackThread['asksDatabase']
  /** Until then one of two processors is left to what unpacks the database: only one thread is at work. */
  readonly database: Promise<void>
  readonly onPack: OnPack
}

export interface UnpackThreads {
  /** Lets them unpack, and waits until all are done. @throws BackupError of the first that fails */
  run(watch: ThreadsWatch): Promise<void>
  /** Ends them, whatever they are doing. */
  close(): Promise<void>
}

const threadsMax = 2
/** Headers that are read at the same time: a store takes a while to answer. */
const headersAtOnce = 8

export function startUnpackThreads(
  order: ThreadsOrder,
  packs: readonly PackReference[],
): UnpackThreads {
  const { processors = availableParallelism() } = order
  const count = Math.min(threadsMax, processors, packs.length)
  const workers = Array.from({ length: count }, () => startThread(order))
  const { signal } = order
  const closed = new AbortController()
  const ended = AbortSignal.any([signal, closed.signal])
  const opening = openPacks(order, packs, ended)
  // It is thrown where the threads run.
  opening.catch(() => {})
  return {
    async run({ asksDatabase, database, onPack }) {
      const failed = new AbortController()
      const either = AbortSignal.any([signal, failed.signal])
      const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      const envelopes = await unlessStopped(opening, ended)
      const work = { packs: openedOf(packs, envelopes), taken, asksDatabase }
      const ends = await Promise.allSettled(
        workers.map(async (worker, index) => {
          if (index > 0 && processors <= 2) await database
          try {
            await runThread(worker, work, { onPack, signal: either })
          } catch (error) {
            failed.abort()
            throw error
          }
        }),
      )
      signal.throwIfAborted()
      // The first failure stops the other threads, whose own ends say nothing then.
      const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      const cause = errors.find((error) => error !== either.reason)
      if (errors.length > 0) throw cause ?? errors[0]
    },
    async close() {
      closed.abort()
      await Promise.all(workers.map(({ worker }) => worker.terminate()))
    },
  }
}

type Envelopes = ReadonlyMap<string, Envelope>

/**
 * Reads no further header once `ended` aborts: nobody unpacks the packs then.
 * @throws BackupError `wrong_identity`, `damaged`, `not_found`
 */
async function openPacks(
  { target, identities }: ThreadsOrder,
  packs: readonly PackReference[],
  ended: AbortSignal,
): Promise<Envelopes> {
  const envelopes = new Map<string, Envelope>()
  let next = 0
  const openSome = async () => {
    for (let pack = packs[next]; pack !== undefined && !ended.aborted; pack = packs[next]) {
      next += 1
      envelopes.set(pack.name, await readEnvelope(identities, target.read(pack.name)))
    }
  }
  await Promise.all(Array.from({ length: headersAtOnce }, openSome))
  return envelopes
}

/** The largest packs first, so that the threads end at nearly the same time. */
function openedOf(packs: readonly PackReference[], envelopes: Envelopes): readonly OpenedPack[] {
  const sorted = packs.toSorted((one, other) => other.bytes - one.bytes)
  return sorted.flatMap((pack) => {
    const envelope = envelopes.get(pack.name)
    return envelope === undefined ? [] : [{ pack, envelope }]
  })
}

interface UnpackThread {
  readonly worker: Worker
  /** Settles with the thread, also before it was let go. */
  readonly end: Promise<void>
  onPack: OnPack
}

function startThread({ target, folder, hashesAll }: ThreadsOrder): UnpackThread {
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  // It is thrown where the threads run.
  end.catch(() => {})
  const databaseFile = join(folder, databaseEntry)
  const root = join(folder, imagesFolder)
  const workerData: UnpackWork = { place: target.place, databaseFile, root, hashesAll }
  const worker = new Worker(workerFile('./unpack-thread.ts', import.meta.url), { workerData })
  const thread: UnpackThread = { worker, end, onPack: () => {} }
  worker.on('message', (message: FromUnpackThread) => {
    switch (message.kind) {
      case 'pack':
        return thread.onPack(message.files)
      case 'done':
        return resolve()
      case 'failed':
        return reject(new BackupError(message.reason, message.message))
    }
  })
  worker.once('error', (error) => reject(backupErrorOf(error)))
  worker.once('exit', () => reject(new BackupError('failed', 'The thread of the restore ended.')))
  return thread
}

async function runThread(
  thread: UnpackThread,
  order: ToUnpackThread,
  { onPack, signal }: { readonly onPack: OnPack; readonly signal: AbortSignal },
): Promise<void> {
  thread.onPack = onPack
  thread.worker.postMessage(order)
  try {
    await unlessStopped(thread.end, signal)
  } finally {
    await thread.worker.terminate()
  }
}

/** Does not wait for work that goes on, such as a store that does not answer. @throws the reason of the signal */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
