// Runs the thread of a backup and answers it: tries the keys on its samples, passes its progress on, and ends it
// when asked to.

import { Worker } from 'node:worker_threads'
import type { EncryptedSample } from '../db/sqlite/database-copy.ts'
import { workerFile } from '../kernel/built-files.js'
import { BackupError, backupErrorOf } from './backup-error.ts'
import type {
  BackupProgress,
  BackupResult,
  BackupWork,
  FromBackupThread,
  ToBackupThread,
} from './backup-work.ts'
import type { CheckImages } from './packs/merge-packs.ts'

interface BackupWatch {
  /** Throws if the samples cannot be decrypted. The database does not leave before it resolves. */
  readonly onSamples: (samples: readonly EncryptedSample[]) => Promise<void>
  /** Returns the images that are lost or damaged where they are kept. */
  readonly onCheck: CheckImages
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  readonly signal: AbortSignal
}

/** Runs the work of a backup, in a thread or, in tests, where it is called. */
export type RunBackup = typeof runBackupThread

/** @throws BackupError; `interrupted` once the signal aborts */
export async function runBackupThread(
  work: BackupWork,
  { onSamples, onCheck, onProgress, signal }: BackupWatch,
): Promise<BackupResult> {
  if (signal.aborted) throw interrupted()
  const { promise, resolve, reject } = Promise.withResolvers<BackupResult>()
  const worker = new Worker(workerFile('./backup-thread.ts', import.meta.url), { workerData: work })
  const stop = () => reject(interrupted())
  signal.addEventListener('abort', stop, { once: true })
  const answer = (message: ToBackupThread) => worker.postMessage(message)
  worker.on('message', (message: FromBackupThread) => {
    switch (message.kind) {
      case 'progress':
        return onProgress?.(message.progress)
      case 'copied':
        return void onSamples(message.samples).then(() => answer({ kind: 'go' }), reject)
      case 'check':
        return void onCheck(message.images).then(
          (faulty) => answer({ kind: 'checked', faulty }),
          reject,
        )
      case 'done':
        return resolve(message.result)
      case 'failed':
        return reject(new BackupError(message.reason, message.message))
    }
  })
  worker.once('error', (error) => reject(backupErrorOf(error)))
  worker.once('exit', () => reject(new BackupError('failed', 'The thread of the backup ended.')))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function interrupted(): BackupError {
  return new BackupError('interrupted', 'The backup was interrupted; nothing of it counts.')
}
