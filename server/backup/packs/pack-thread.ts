// The program of a thread of a backup: writes packs of images, one after another, until it is ended from outside.

import { parentPort, workerData } from 'node:worker_threads'
import { backupErrorOf } from '../backup-error.ts'
import { openTarget } from '../places/backup-place.ts'
import type { FromPackThread, PackWork, ToPackThread } from './pack-work.ts'
import { openSource } from './packed-images.ts'
import { writePack } from './write-pack.ts'

const port = parentPort
if (port === null) throw new Error('this program runs in a thread only')
const send = (message: FromPackThread) => port.postMessage(message)

const { place, images, ...order } = workerData as PackWork
const target = openTarget(place)
const source = openSource(images)
// They are reported with the first pack.
target.catch(() => {})
source.catch(() => {})

port.on('message', async ({ group, envelope, isWhole }: ToPackThread) => {
  try {
    send({
      kind: 'written',
      pack: await writePack(
        { ...order, envelope, isWhole, source: await source, target: await target },
        group,
      ),
    })
  } catch (error) {
    const { reason, message } = backupErrorOf(error)
    send({ kind: 'failed', reason, message })
  }
})
