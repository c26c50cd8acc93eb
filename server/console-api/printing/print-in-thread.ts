// Prints a PDF in a thread: layout and fonts take up to a quarter of a second, which would hold up all other requests.

import { Worker } from 'node:worker_threads'
import { createPermits } from '../../kernel/permits.ts'

/** @throws the signal's reason once that aborts */
export type Print<Document> = (document: Document, signal: AbortSignal) => Promise<Buffer>

/**
 * Returns a function that makes a `Print` of the program of a thread, which gets the document and posts the file. All
 * of them print one file at a time, because each takes some 60 MB; the thread ends with its file.
 */
export function createPrinter(): <Document>(program: () => URL) => Print<Document> {
  const permits = createPermits(1)
  return (program) => async (document, signal) => {
    const release = await permits.acquire(1, signal)
    try {
      return await printInThread(program(), document, signal)
    } finally {
      release()
    }
  }
}

function printInThread(program: URL, data: unknown, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: data })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', ({ buffer, byteOffset, byteLength }: Uint8Array) => {
      resolve(Buffer.from(buffer, byteOffset, byteLength))
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      // Ignored after the file or the error has arrived.
      reject(signal.aborted ? signal.reason : new Error('the thread ended without a file'))
    })
  })
}
