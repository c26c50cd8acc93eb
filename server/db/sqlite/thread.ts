// The main thread's handle of a thread that works on the database beside it. The thread starts with the first
// request; if it dies, its requests fail and the next request starts a new one.

import { Worker } from 'node:worker_threads'
import type { FromThread, ThreadFailure, ToThread } from './thread-messages.ts'

export interface Thread<Request> {
  readonly isStarted: boolean
  /** Requests not answered yet. */
  readonly pending: number
  /**
   * Resolves with the answer to the request; requests are answered one after another.
   * @throws Error with the code that SQLite gave in the thread, or `THREAD_ENDED` if the thread died or was closed
   */
  ask<Answer>(request: Request): Promise<Answer>
  /** Ends the thread, after a statement that is running. */
  close(): Promise<void>
}

interface Pending {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** @param program returns a file that calls `answerInThread`; it gets the database's file as its `workerData` */
export function createThread<Request>(program: () => URL, file: string): Thread<Request> {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0
  let isClosing = false

  function start(): Worker {
    const started = new Worker(program(), { workerData: file })
    started.on('message', receive)
    // An error is followed by the exit.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
      failAll(endedError())
    })
    return started
  }

  function receive(message: FromThread): void {
    const request = pending.get(message.id)
    if (request === undefined) return
    pending.delete(message.id)
    // An idle thread must not keep a process alive that forgot to close the database, but its end must come.
    if (pending.size === 0 && !isClosing) worker?.unref()
    if ('failure' in message) request.reject(errorOf(message.failure))
    else request.resolve(message.answer)
  }

  function failAll(error: Error): void {
    for (const request of pending.values()) request.reject(error)
    pending.clear()
  }

  return {
    get isStarted() {
      return worker !== undefined
    },
    get pending() {
      return pending.size
    },
    ask<Answer>(request: Request) {
      worker ??= start()
      worker.ref()
      lastId += 1
      const id = lastId
      const answer = new Promise<Answer>((resolve, reject) => {
        pending.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      })
      worker.postMessage({ id, request } satisfies ToThread<Request>)
      return answer
    },
    async close() {
      isClosing = true
      worker?.ref()
      await worker?.terminate()
      isClosing = false
    },
  }
}

function endedError(): Error {
  return Object.assign(new Error('a thread of the database ended'), { code: 'THREAD_ENDED' })
}

/** Rebuilds the error, because the code of an error is lost on its way between threads. */
function errorOf({ message, code }: ThreadFailure): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}
