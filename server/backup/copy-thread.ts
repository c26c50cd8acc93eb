// The program of a thread that copies the database while the backup's thread packs images. When that thread asks, it
// checks the copy, which that one writes meanwhile.

import { once } from 'node:events'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { copyDatabase, findDamageOf } from '../db/sqlite/database-copy.ts'
import { backupErrorOf } from './backup-error.ts'
import type { CopyWork, FromCopyThread } from './copy-work.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromCopyThread) => port.postMessage(message)

const { from, to } = workerData as CopyWork
const asked = once(port, 'message')
try {
  copyDatabase(from, to)
  send({ kind: 'copied' })
  await asked
  send({ kind: 'checked', damage: findDamageOf(to) })
} catch (error) {
  // Both files lie in the data folder, the copy in a folder of its own.
  const { reason, message } = backupErrorOf(error, dirname(from))
  send({ kind: 'failed', reason, message })
}
