// The messages between the main thread and a thread that works on the database, and how such a thread answers them.

import { parentPort } from 'node:worker_threads'

export interface ToThread<Request> {
  readonly id: number
  readonly request: Request
}

export type FromThread =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: ThreadFailure }

export interface ThreadFailure {
  readonly message: string
  /** Such as `SQLITE_FULL`. */
  readonly code: string | undefined
}

/** Answers the requests to this thread one after another. What `answer` throws reaches the main thread. */
export function answerInThread<Request>(answer: (request: Request) => unknown): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs in a thread only')
  const send = (message: FromThread) => port.postMessage(message)
  port.on('message', ({ id, request }: ToThread<Request>) => {
    try {
      send({ id, answer: answer(request) })
    } catch (error) {
      send({ id, failure: failureOf(error) })
    }
  })
}

function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { message: error.message, code }
}
