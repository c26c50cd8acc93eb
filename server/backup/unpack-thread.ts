// The program of a thread of a restore: unpacks some of the packs of images once it is told that the database is there.

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openCopy } from '../db/sqlite/database-copy.ts'
import { prepareToDecrypt } from './age-stream.ts'
import { backupErrorOf } from './backup-error.ts'
import { openTarget } from './backup-place.ts'
import { unpackPack } from './unpack-pack.ts'
import type { FromUnpackThread, UnpackWork } from './unpack-work.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromUnpackThread) => port.postMessage(message)

const begun = once(port, 'message')
try {
  await unpackAll(workerData as UnpackWork)
  send({ kind: 'done' })
} catch (error) {
  const { reason, message } = backupErrorOf(error)
  send({ kind: 'failed', reason, message })
}
port.close()

async function unpackAll({ place, packs, databaseFile, ...rest }: UnpackWork): Promise<void> {
  await prepareToDecrypt()
  await begun
  const target = await openTarget(place)
  const copy = openCopy(databaseFile)
  try {
    for (const pack of packs) {
      send({ kind: 'pack', files: await unpackPack({ ...rest, target, copy }, pack) })
    }
  } finally {
    copy.close()
    await target.close()
  }
}
