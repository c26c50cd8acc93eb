// Prints a PDF in a thread: layout and fonts take up to a quarter of a second, which would hold up all other requests.

import { Worker } from 'node:worker_threads'
import { createPermits } from '../../kernel/permits.ts'

/**
 * @param program of the thread, which gets `data` and posts the file
 * @throws the signal's reason once that aborts
 */
export type PrintInThread = (program: URL, data: unknown, signal: AbortSignal) => Promise<Buffer>

/** One file at a time, because each takes some 60 MB; the thread ends with its file. */
export function createPrinter(): PrintInThread {
  const permits = createPermits(1)
  return async (program, data, signal) => {
    const release = await permits.acquire(1, signal)
    try {
      return await printInThread(program, data, signal)
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
