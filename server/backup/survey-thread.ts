// The program of the thread that reads the indexes of all backups.

import { parentPort, workerData } from 'node:worker_threads'
import { backupErrorOf } from './backup-error.ts'
import { openTarget } from './places/backup-place.ts'
import { type FromSurveyThread, type SurveyWork, surveyPlace } from './survey-place.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromSurveyThread) => port.postMessage(message)

const work = workerData as SurveyWork
try {
  const target = await openTarget(work.place)
  try {
    send({ kind: 'done', survey: await surveyPlace(target, work) })
  } finally {
    await target.close()
  }
} catch (error) {
  const { reason, message } = backupErrorOf(error)
  send({ kind: 'failed', reason, message })
}
port.close()
