// Prints case files in a thread: layout and fonts take up to a quarter of a second, which would hold up all other
// requests.

import { Worker } from 'node:worker_threads'
import { createPermits } from '../../../kernel/permits.ts'
import type { CaseFile } from './case-file.ts'

/** @throws the signal's reason once that aborts */
export type PrintCaseFile = (file: CaseFile, signal: AbortSignal) => Promise<Buffer>

/** One file at a time, because each takes some 60 MB; the thread ends with its file. */
export function createCaseFilePrinter(): PrintCaseFile {
  const permits = createPermits(1)
  return async (file, signal) => {
    const release = await permits.acquire(1, signal)
    try {
      return await printInThread(file, signal)
    } finally {
      release()
    }
  }
}

function printInThread(file: CaseFile, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const program = new URL('./case-file-thread.ts', import.meta.url)
    const worker = new Worker(program, { workerData: file })
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
