// The program of the thread that makes a backup. It has none of the product's keys, so it hands out samples of what it
// copied and waits until they could be decrypted; so it does with images that it is about to pack anew.

import { once } from 'node:events'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { backupErrorOf } from './backup-error.ts'
import type { BackupWork, FromBackupThread, ToBackupThread } from './backup-work.ts'
import { makeBackup } from './make-backup.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromBackupThread) => port.postMessage(message)

const work = workerData as BackupWork
try {
  const result = await makeBackup(work, {
    report: (progress) => send({ kind: 'progress', progress }),
    async confirm(samples) {
      send({ kind: 'copied', samples })
      await once(port, 'message')
    },
    async check(images) {
      send({ kind: 'check', images })
      const [answer] = (await once(port, 'message')) as [ToBackupThread]
      return answer.kind === 'checked' ? answer.faulty : []
    },
  })
  send({ kind: 'done', result })
} catch (error) {
  const { reason, message } = backupErrorOf(error, dirname(work.workFolder))
  send({ kind: 'failed', reason, message })
}
port.close()
