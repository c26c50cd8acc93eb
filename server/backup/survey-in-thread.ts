// Has a thread read the indexes of all backups: after a year of backups every quarter of an hour each names tens of
// thousands of packs, and whoever writes to the place could make one longer. A server answers requests meanwhile.

import { Worker } from 'node:worker_threads'
import { workerFile } from '../kernel/built-files.js'
import { BackupError, backupErrorOf } from './backup-error.ts'
import type { FromSurveyThread, Survey, SurveyWork } from './survey-place.ts'

/** @throws BackupError */
export async function surveyInThread(work: SurveyWork): Promise<Survey> {
  const { promise, resolve, reject } = Promise.withResolvers<Survey>()
  const worker = new Worker(workerFile('./survey-thread.ts', import.meta.url), { workerData: work })
  worker.on('message', (message: FromSurveyThread) => {
    if (message.kind === 'done') return resolve(message.survey)
    reject(new BackupError(message.reason, message.message))
  })
  worker.once('error', (error) => reject(backupErrorOf(error)))
  worker.once('exit', () => reject(new BackupError('failed', 'The thread of the backup ended.')))
  try {
    return await promise
  } finally {
    await worker.terminate()
  }
}
