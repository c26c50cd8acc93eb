// The program of a thread of a restore: unpacks packs of images until none is left, once it has its order.

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openCopy } from '../../db/sqlite/database-copy.ts'
import { backupErrorOf } from '../backup-error.ts'
import { openTarget } from '../places/backup-place.ts'
import { unpackPack } from './unpack-pack.ts'
import type { FromUnpackThread, ToUnpackThread, UnpackWork } from './unpack-work.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromUnpackThread) => port.postMessage(message)

const everyImage = { hasImage: () => true, close() {} }

const ordered = once(port, 'message')
try {
  // Its imports are loaded by then.
  const [order] = (await ordered) as [ToUnpackThread]
  await unpackAll(workerData as UnpackWork, order)
  send({ kind: 'done' })
} catch (error) {
  const { reason, message } = backupErrorOf(error)
  send({ kind: 'failed', reason, message })
}
port.close()

async function unpackAll(
  { place, databaseFile, root, hashesAll }: UnpackWork,
  { packs, taken, asksDatabase }: ToUnpackThread,
): Promise<void> {
  const target = await openTarget(place)
  const copy = asksDatabase ? openCopy(databaseFile) : everyImage
  try {
    const next = () => packs[Atomics.add(taken, 0, 1)]
    for (let opened = next(); opened !== undefined; opened = next()) {
      const { pack, envelope } = opened
      const needs = { target, keys: envelope, copy, root, hashesAll }
      const files = await unpackPack(needs, pack)
      send({ kind: 'pack', files })
    }
  } finally {
    copy.close()
    await target.close()
  }
}
