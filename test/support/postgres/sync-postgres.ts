// Asks PostgreSQL and waits for the answer without a turn of the event loop, as SQLite's connection answers. A thread
// has the connection; starting psql for each question took more than the test around it.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'

export interface Question {
  readonly url: string
  /** Undefined: the connection is to be closed. */
  readonly text: string | undefined
}

/** The first value of the first row, or why there is none. */
export type Answer = { readonly value: unknown } | { readonly error: Error }

/** Between the tests and the thread. */
export interface Link {
  readonly port: MessagePort
  /** The number of answers so far. */
  readonly answers: Int32Array
}

/**
 * Less than the limit of a test: a thread that cannot load or has died would hold up its whole group, which says
 * nothing.
 */
const answerMsMax = 120_000

let started: Link | undefined

/** Returns the first value of the first row. @throws Error what the server says */
export function askInPlace(url: string, text: string): unknown {
  started ??= start()
  return ask(started, { url, text })
}

/** Closes the connection, if there is one: nobody may be connected to a database that is copied. */
export function disconnectInPlace(): void {
  if (started !== undefined) ask(started, { url: '', text: undefined })
}

function ask({ port, answers }: Link, question: Question): unknown {
  const before = Atomics.load(answers, 0)
  port.postMessage(question)
  const asked = question.text ?? 'close the connection'
  if (Atomics.wait(answers, 0, before, answerMsMax) === 'timed-out') {
    // The next question must not be given the answer to this one.
    started = undefined
    throw new Error(`The thread that asks PostgreSQL has not answered: ${asked}`)
  }
  const answer: Answer | undefined = receiveMessageOnPort(port)?.message
  if (answer === undefined) throw new Error(`PostgreSQL's answer did not come: ${asked}`)
  if ('error' in answer) throw answer.error
  return answer.value
}

function start(): Link {
  const { port1, port2 } = new MessageChannel()
  const answers = new Int32Array(new SharedArrayBuffer(4))
  const workerData: Link = { port: port2, answers }
  const program = new URL('sync-postgres-thread.ts', import.meta.url)
  const worker = new Worker(program, { workerData, transferList: [port2] })
  // It must not keep the test process alive.
  worker.unref()
  return { port: port1, answers }
}
