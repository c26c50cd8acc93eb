// The program of a thread that copies the database and checks the copy, while the thread of the backup packs images and
// then writes the copy.

import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { copyDatabase, findDamageOf } from '../db/sqlite/database-copy.ts'
import { backupErrorOf } from './backup-error.ts'
import type { CopyWork, FromCopyThread } from './copy-work.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromCopyThread) => port.postMessage(message)

const { from, to } = workerData as CopyWork
try {
  copyDatabase(from, to)
  send({ kind: 'copied' })
  send({ kind: 'checked', damage: findDamageOf(to) })
} catch (error) {
  // Both files lie in the data folder, the copy in a folder of its own.
  const { reason, message } = backupErrorOf(error, dirname(from))
  send({ kind: 'failed', reason, message })
}
