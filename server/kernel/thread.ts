// The main thread's handle of a thread that works beside it. The thread starts with the first request; if it dies, its
// requests fail and the next request starts a new one.

import { Worker } from 'node:worker_threads'
import type { FromThread, ThreadFailure, ToThread } from './thread-messages.ts'

export interface Thread<Request> {
  readonly isStarted: boolean
  /** Requests not answered yet. */
  readonly pending: number
  /**
   * Resolves with the answer to the request; requests are answered one after another.
   * @param moved memory that the request holds and that the thread takes over: nothing is copied, and here it is empty
   * @throws Error with the code of the error in the thread, or `THREAD_ENDED` if the thread died or was closed
   */
  ask<Answer>(request: Request, moved?: readonly ArrayBuffer[]): Promise<Answer>
  /** Ends the thread, after a statement that is running; a request after that starts another. */
  close(): Promise<void>
}

interface Pending {
  resolve(answer: unknown): void
  reject(error: Error): void
}

interface Started {
  readonly worker: Worker
  readonly pending: Map<number, Pending>
}

/** @param program returns a file that calls `answerInThread`; it gets `file` as its `workerData` */
export function createThread<Request>(program: () => URL, file?: string): Thread<Request> {
  let running: Started | undefined
  let lastId = 0

  function start(): Started {
    const worker = new Worker(program(), { workerData: file })
    const started: Started = { worker, pending: new Map() }
    worker.on('message', (message: FromThread) => receive(started, message))
    // An error is followed by the exit.
    worker.on('error', () => {})
    worker.once('exit', () => {
      if (running === started) running = undefined
      for (const request of started.pending.values()) request.reject(endedError())
    })
    return started
  }

  return {
    get isStarted() {
      return running !== undefined
    },
    get pending() {
      return running?.pending.size ?? 0
    },
    ask<Answer>(request: Request, moved: readonly ArrayBuffer[] = []) {
      running ??= start()
      const { worker, pending } = running
      lastId += 1
      const id = lastId
      // It refuses memory that was moved before.
      worker.postMessage({ id, request } satisfies ToThread<Request>, moved)
      worker.ref()
      return new Promise<Answer>((resolve, reject) => {
        pending.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      })
    },
    async close() {
      const ended = running
      running = undefined
      ended?.worker.ref()
      await ended?.worker.terminate()
    },
  }
}

function receive({ worker, pending }: Started, message: FromThread): void {
  const request = pending.get(message.id)
  if (request === undefined) return
  pending.delete(message.id)
  // An idle thread must not keep a process alive that forgot to close it.
  if (pending.size === 0) worker.unref()
  if ('failure' in message) request.reject(errorOf(message.failure))
  else request.resolve(message.answer)
}

function endedError(): Error {
  return Object.assign(new Error('a thread ended'), { code: 'THREAD_ENDED' })
}

/** Rebuilds the error, because the code of an error is lost on its way between threads. */
function errorOf({ message, code }: ThreadFailure): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}
